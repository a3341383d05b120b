// Arguments of builtins and packed functions, read as what they should be. Tested by bytecode_test.cc and
// packed_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/ops/value.h"

namespace assay {

// Null, nothing and an empty text where the argument is missing or of another kind.
const Tensor* TensorArg(std::span<const Value> args, size_t i);
const ShapeValue* ShapeArg(std::span<const Value> args, size_t i);
std::optional<int64_t> IntArg(std::span<const Value> args, size_t i);
std::string_view TextArg(std::span<const Value> args, size_t i);

}  // namespace assay
