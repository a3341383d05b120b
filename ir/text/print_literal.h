// How numbers, strings and the elements of tensors are written. Internal to ir/text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/prim/node.h"
#include "ir/tensor/tensor.h"

namespace assay::literal {

void Quoted(std::string& out, std::string_view text);
void Int(std::string& out, int64_t value);
// Whole numbers have one decimal; inf and nan stand in quotes.
void Float(std::string& out, double value);
// Nested lists from axis number `axis` on; `at` is the number of the next element.
void ConstantElements(std::string& out, const TensorView& value, size_t axis, int64_t& at);

}  // namespace assay::literal
