// Special values and the seeds that say them (special_inputs.h).
#include "generators/modules/special_inputs.h"

#include <limits>

#include "generators/modules/values.h"
#include "ir/support/hash.h"
#include "ir/tensor/compare.h"

namespace assay {
namespace {

// The upper 20 bits of such a seed; campaigns draw others from 48 bits.
constexpr uint64_t kTag = 0x5AEED;
constexpr int kTagShift = 44, kValueShift = 36, kBitsPerExtent = 3;
static_assert(kSweptSymbols * kBitsPerExtent <= kValueShift);

Scalar SpecialFloat(DType dtype, size_t value) {
  switch (value) {
    case 0: return scalar::NaN(dtype);
    case 1: return Scalar::Float(dtype, -0.0);
    case 2: return scalar::Infinity(dtype);
    case 3: return scalar::Neg(scalar::Infinity(dtype));
    case 4: return scalar::Highest(dtype);
    case 5: return scalar::Lowest(dtype);
    case 6: return Scalar::Zero(dtype);
    case 7: return Scalar::One(dtype);
    case 8: return Scalar::Float(dtype, -1);
    // Odd where the dtype holds that.
    case 9: return Scalar::Float(dtype, 0x1p53 - 1);
    // Lost beside 1.
    case 10: return Scalar::Float(dtype, UnitRoundoff(dtype) / 4);
    case 11: return Scalar::Float(dtype, std::numeric_limits<float>::denorm_min());
    case 12: return Scalar::Float(dtype, 0.5);
    default: return Scalar::Float(dtype, -2.5);
  }
}

Scalar SpecialInt(DType dtype, size_t value) {
  int half = dtype.bits / 2;
  switch (value) {
    case 0: return Scalar::Zero(dtype);
    case 1: return Scalar::One(dtype);
    case 2: return scalar::Highest(dtype);
    case 3: return scalar::Lowest(dtype);
    case 4: return Scalar::Int(dtype, -1);
    case 5: return scalar::Add(scalar::Lowest(dtype), Scalar::One(dtype));
    case 6: return scalar::Sub(scalar::Highest(dtype), Scalar::One(dtype));
    case 7: return Scalar::Int(dtype, dtype.bits);
    case 8: return Scalar::Int(dtype, (int64_t{1} << 53) + 1);
    case 9: return Scalar::Int(dtype, (int64_t{1} << 53) - 1);
    case 10: return Scalar::Int(dtype, int64_t{1} << half);
    case 11: return Scalar::Int(dtype, (int64_t{1} << half) - 1);
    case 12: return Scalar::Int(dtype, 2);
    default: return Scalar::Int(dtype, -2);
  }
}

}  // namespace

uint64_t SeedOf(const SpecialInputs& inputs) {
  uint64_t seed = kTag << kTagShift | uint64_t{inputs.value} << kValueShift;
  for (size_t i = 0; i < kSweptSymbols; ++i) seed |= uint64_t{inputs.extents[i]} << (i * kBitsPerExtent);
  return seed;
}

std::optional<SpecialInputs> SpecialInputsOf(uint64_t seed) {
  if (seed >> kTagShift != kTag) return std::nullopt;
  SpecialInputs inputs;
  inputs.value = static_cast<uint8_t>((seed >> kValueShift & 0xFF) % (kSpecialValues + 1));
  for (size_t i = 0; i < kSweptSymbols; ++i)
    inputs.extents[i] = static_cast<uint8_t>((seed >> (i * kBitsPerExtent) & 7) % kSweptExtents.size());
  return inputs;
}

std::string SweptSymbolName(size_t index) { return "n" + std::to_string(index); }

std::optional<int64_t> SweptSize(const SpecialInputs& inputs, std::string_view symbol) {
  for (size_t i = 0; i < kSweptSymbols; ++i) {
    if (symbol == SweptSymbolName(i)) return kSweptExtents[inputs.extents[i]];
  }
  return std::nullopt;
}

Scalar SpecialScalar(DType dtype, size_t value) {
  if (dtype.IsBool()) return Scalar::Bool(value % 2 == 0);
  return dtype.IsFloating() ? SpecialFloat(dtype, value) : SpecialInt(dtype, value);
}

Tensor SpecialTensor(DType dtype, std::span<const int64_t> shape, size_t value, size_t operand) {
  ByteSource bytes = ByteSource::FromSeed(HashCombine(value, operand));
  Tensor tensor(dtype, std::vector<int64_t>(shape.begin(), shape.end()));
  auto stride = static_cast<int64_t>(operand % 3 + 2);
  for (int64_t i = 0; i < tensor.size(); ++i) {
    Scalar plain = RandomScalar(bytes, dtype.Scalar(), ValueStyle::kModerate);
    bool small = value == kNoSpecialValue && dtype.IsInteger();
    if (small) plain = Scalar::Int(dtype.Scalar(), 1 + i % 2);
    bool special = value != kNoSpecialValue && i % stride == 0;
    tensor.Set(i, special ? SpecialScalar(dtype.Scalar(), value) : plain);
  }
  return tensor;
}

}  // namespace assay
