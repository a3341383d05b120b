// Arguments that a sweep chooses: one special value of each dtype among moderate ones, and given sizes for symbols.
// What is chosen is written into the seed, so that MakeInputs makes the same kind of arguments for whatever a module is
// reduced to. Tested by special_inputs_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/tensor/tensor.h"

namespace assay {

// How many special values there are; a dtype that has fewer takes them by turns.
inline constexpr size_t kSpecialValues = 14;
// In place of one of them: none, and integers that are small and positive.
inline constexpr uint8_t kNoSpecialValue = kSpecialValues;
// Of one module; more would not fit into a seed.
inline constexpr size_t kSweptSymbols = 12;
// Sizes that a symbol may stand for, and that extents are swept over.
inline constexpr std::array<int64_t, 6> kSweptExtents = {0, 1, 2, 3, 5, 17};

struct SpecialInputs {
  // Which of the special values.
  uint8_t value = 0;
  // For each symbol of SweptSymbolName, which of the extents.
  std::array<uint8_t, kSweptSymbols> extents = {};
};
// Seeds drawn for other arguments are never such.
uint64_t SeedOf(const SpecialInputs& inputs);
std::optional<SpecialInputs> SpecialInputsOf(uint64_t seed);

// "n0", "n1", …: the symbols whose sizes such a seed says.
std::string SweptSymbolName(size_t index);
// The size of the symbol of this name; nothing for another one.
std::optional<int64_t> SweptSize(const SpecialInputs& inputs, std::string_view symbol);

// NaN, -0, the infinities, the ends of the range, 2^53 + 1, …: the `value`-th of the dtype's.
Scalar SpecialScalar(DType dtype, size_t value);
// The value at every second, third or fourth element, by turns of operands, from the first element on;
// moderate values between. Of a scalar or a single element, that element.
Tensor SpecialTensor(DType dtype, std::span<const int64_t> shape, size_t value, size_t operand);

}  // namespace assay
