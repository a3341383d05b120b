// Every pattern of every narrow format decodes and encodes back; rounding is checked at midpoints of neighbours.
#include "ir/tensor/narrow_float.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay {
namespace {

std::vector<DType> Formats() {
  std::vector<DType> formats;
  for (const char* name :
       {"float16", "bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz",
        "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"}) {
    formats.push_back(*ParseDType(name));
  }
  return formats;
}

TEST(NarrowFloatTest, EveryPatternComesBack) {
  for (DType dtype : Formats()) {
    for (uint32_t raw = 0; raw < 1u << dtype.bits; ++raw) {
      double value = DecodeNarrow(dtype, raw);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(DecodeNarrow(dtype, EncodeNarrow(dtype, value)))) << DTypeName(dtype);
      } else {
        ASSERT_EQ(EncodeNarrow(dtype, value), raw) << DTypeName(dtype) << " " << value;
      }
    }
  }
}

TEST(NarrowFloatTest, TiesGoToEven) {
  for (DType dtype : Formats()) {
    for (uint32_t raw = 1; raw + 1 < 1u << (dtype.bits - 1); ++raw) {
      double low = DecodeNarrow(dtype, raw);
      double high = DecodeNarrow(dtype, raw + 1);
      if (!std::isfinite(low) || !std::isfinite(high)) continue;
      double middle = (low + high) / 2;
      ASSERT_EQ(EncodeNarrow(dtype, middle), (raw & 1) == 0 ? raw : raw + 1) << DTypeName(dtype) << " " << middle;
      ASSERT_EQ(EncodeNarrow(dtype, std::nextafter(middle, low)), raw) << DTypeName(dtype);
      ASSERT_EQ(EncodeNarrow(dtype, std::nextafter(middle, high)), raw + 1) << DTypeName(dtype);
    }
  }
}

struct Known {
  const char* dtype;
  double value;
  uint32_t raw;
};

// Values from the formats' definitions (IEEE 754 half, OCP FP8 and MX).
TEST(NarrowFloatTest, KnownPatterns) {
  double infinity = HUGE_VAL;
  for (const Known& known :
       std::vector<Known>{{"float16", 1.0, 0x3C00},           {"float16", 65504.0, 0x7BFF},
                          {"float16", 65520.0, 0x7C00},       {"float16", -0.0, 0x8000},
                          {"float16", NAN, 0x7E00},           {"float16", 5.960464477539063e-08, 0x0001},
                          {"bfloat16", 1.0, 0x3F80},          {"bfloat16", NAN, 0x7FC0},
                          {"float8_e4m3fn", 448.0, 0x7E},     {"float8_e4m3fn", 480.0, 0x7F},
                          {"float8_e4m3fn", -infinity, 0xFF}, {"float8_e4m3fnuz", -0.0, 0x00},
                          {"float8_e4m3fnuz", NAN, 0x80},     {"float8_e5m2", 57344.0, 0x7B},
                          {"float8_e5m2", infinity, 0x7C},    {"float8_e8m0fnu", 1.0, 127},
                          {"float8_e8m0fnu", -1.0, 255},      {"float8_e8m0fnu", 0x1p-149, 0},
                          {"float8_e8m0fnu", 0x1p-150, 255},  {"float8_e8m0fnu", 1e-300, 255},
                          {"float4_e2m1fn", 100.0, 0x7},      {"float6_e2m3fn", 7.5, 0x1F}}) {
    EXPECT_EQ(EncodeNarrow(*ParseDType(known.dtype), known.value), known.raw) << known.dtype << " " << known.value;
  }
}

TEST(NarrowFloatTest, LargeIntegersRoundOnce) {
  // 2^62 + 2^54 is a tie between two bfloat16 values; one more lies above it, and a double cannot hold that one.
  int64_t tie = (int64_t{1} << 62) + (int64_t{1} << 54);
  EXPECT_EQ(EncodeNarrow(DType::BFloat16(), ToDoubleOdd(tie)), EncodeNarrow(DType::BFloat16(), std::ldexp(1.0, 62)));
  EXPECT_EQ(EncodeNarrow(DType::BFloat16(), ToDoubleOdd(tie + 1)),
            EncodeNarrow(DType::BFloat16(), std::ldexp(1.0, 62)) + 1);
  EXPECT_EQ(ToDoubleOdd(int64_t{-7}), -7.0);
}

}  // namespace
}  // namespace assay
