// The rules of scalar.h, as a table: operation, dtype, operands, result.
#include "ir/tensor/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "ir/tensor/narrow_float.h"
#include "ir/tensor/other_conversions.h"

namespace assay {
namespace {

constexpr int64_t kLeast64 = std::numeric_limits<int64_t>::min();

struct IntRow {
  const char* dtype;
  Scalar (*op)(Scalar, Scalar);
  int64_t a, b, want;
};

TEST(ScalarTest, Integers) {
  using namespace scalar;
  for (const IntRow& row : std::vector<IntRow>{{"int8", Add, 127, 1, -128},
                                               {"uint8", Sub, 0, 1, 255},
                                               {"int4", Add, 7, 1, -8},
                                               {"int1", Add, -1, -1, 0},
                                               {"int32", Mul, 65536, 65536, 0},
                                               {"int64", Sub, kLeast64, 1, INT64_MAX},
                                               {"int32", TruncDiv, -7, 2, -3},
                                               {"int32", TruncMod, -7, 2, -1},
                                               {"int32", FloorDiv, -7, 2, -4},
                                               {"int32", FloorMod, -7, 2, 1},
                                               {"int32", FloorDiv, 7, -2, -4},
                                               {"int32", FloorMod, 7, -2, -1},
                                               {"int32", FloorDiv, 6, -2, -3},
                                               {"int8", TruncDiv, -128, -1, -128},
                                               {"int8", FloorDiv, -128, -1, -128},
                                               {"int64", TruncMod, kLeast64, -1, 0},
                                               {"int64", FloorDiv, 5, 0, 0},
                                               {"int64", FloorMod, 5, 0, 0},
                                               {"uint8", TruncDiv, 255, 2, 127},
                                               {"uint8", FloorMod, 255, 2, 1},
                                               {"int32", Min, -1, 3, -1},
                                               {"uint32", Max, -1, 3, 0xFFFFFFFF},
                                               {"int8", ShiftLeft, 1, 7, -128},
                                               {"int8", ShiftLeft, 1, 8, 0},
                                               {"int32", ShiftLeft, 1, -1, 0},
                                               {"int8", ShiftRight, -128, 3, -16},
                                               {"int8", ShiftRight, -1, 99, -1},
                                               {"uint8", ShiftRight, 128, 99, 0},
                                               {"int8", BitXor, -1, 1, -2},
                                               {"uint8", BitAnd, 12, 10, 8}}) {
    DType dtype = *ParseDType(row.dtype);
    Scalar got = row.op(Scalar::Int(dtype, row.a), Scalar::Int(dtype, row.b));
    EXPECT_EQ(got.i, row.want) << row.dtype << " " << row.a << " " << row.b;
    EXPECT_EQ(got.dtype, dtype);
  }
}

TEST(ScalarTest, ComparisonsRespectSign) {
  EXPECT_TRUE(scalar::Lt(Scalar::Int(DType::Int(8), -1), Scalar::Int(DType::Int(8), 1)).IsTrue());
  EXPECT_FALSE(scalar::Lt(Scalar::Int(DType::UInt(8), -1), Scalar::Int(DType::UInt(8), 1)).IsTrue());
  Scalar nan = scalar::NaN(DType::Float(32));
  EXPECT_FALSE(scalar::Le(nan, nan).IsTrue());
  EXPECT_FALSE(scalar::Eq(nan, nan).IsTrue());
  EXPECT_TRUE(scalar::Ne(nan, nan).IsTrue());
}

TEST(ScalarTest, MinAndMaxOrderZerosAndKeepNaN) {
  DType f32 = DType::Float(32);
  Scalar plus = Scalar::Float(f32, 0.0);
  Scalar minus = Scalar::Float(f32, -0.0);
  EXPECT_TRUE(std::signbit(scalar::Min(plus, minus).f));
  EXPECT_TRUE(std::signbit(scalar::Min(minus, plus).f));
  EXPECT_FALSE(std::signbit(scalar::Max(minus, plus).f));
  EXPECT_FALSE(std::signbit(scalar::Max(plus, minus).f));
  EXPECT_TRUE(std::isnan(scalar::Max(scalar::NaN(f32), plus).f));
  EXPECT_TRUE(std::isnan(scalar::Min(plus, scalar::NaN(f32)).f));
}

struct CastRow {
  const char* from;
  double value;
  const char* to;
  double want;
};

TEST(ScalarTest, Casts) {
  double infinity = HUGE_VAL;
  for (const CastRow& row : std::vector<CastRow>{{"float32", -1.9, "int32", -1},
                                                 {"float32", NAN, "int32", 0},
                                                 {"float32", 3e9, "int32", 2147483647},
                                                 {"float64", -infinity, "int8", -128},
                                                 {"float64", 300, "uint8", 255},
                                                 {"float64", -3, "uint64", 0},
                                                 {"float64", 0.25, "bool", 1},
                                                 {"float32", NAN, "bool", 1},
                                                 {"int32", 256, "int8", 0},
                                                 {"int32", 256, "bool", 1},
                                                 {"int32", 2049, "float16", 2048},
                                                 {"int64", 16777217, "float32", 16777216},
                                                 {"float64", 1e300, "float32", infinity},
                                                 {"float64", 0.1, "float32", 0.10000000149011612},
                                                 {"float32", 70000, "float16", infinity}}) {
    Scalar from = Scalar::Float(*ParseDType(row.from), row.value);
    Scalar got = scalar::Cast(from, *ParseDType(row.to));
    EXPECT_EQ(got.AsDouble(), row.want) << row.from << " " << row.value << " to " << row.to;
  }
  // 2^63 is the first double beyond int64, and 2^64 - 1 the greatest uint64.
  EXPECT_EQ(scalar::Cast(Scalar::Float(DType::Float(64), 9.3e18), DType::Int(64)).i, INT64_MAX);
  EXPECT_EQ(scalar::Cast(Scalar::Float(DType::Float(64), 1e30), DType::UInt(64)).u, UINT64_MAX);
}

TEST(ScalarTest, NarrowArithmeticRoundsOnce) {
  DType f16 = DType::Float(16);
  EXPECT_EQ(scalar::Add(Scalar::Float(f16, 2048), Scalar::Float(f16, 1)).f, 2048);
  EXPECT_EQ(scalar::Mul(Scalar::Float(f16, 300), Scalar::Float(f16, 300)).f, HUGE_VAL);
  EXPECT_EQ(scalar::Div(Scalar::Float(f16, 1), Scalar::Float(f16, 3)).f, 0.333251953125);
}

// What FP8ComputeLegalize and BF16ComputeLegalize rely on: an operation in float32, rounded, is the operation.
TEST(ScalarTest, NarrowArithmeticIsThatOfFloat32Rounded) {
  constexpr struct {
    const char* name;
    Scalar (*narrow)(Scalar, Scalar);
  } kOperations[] = {{"+", scalar::Add}, {"-", scalar::Sub},   {"*", scalar::Mul},
                     {"/", scalar::Div}, {"min", scalar::Min}, {"max", scalar::Max}};
  DType wide = DType::Float(32);
  for (const char* format : {"float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz",
                             "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn",
                             "float4_e2m1fn", "float16", "bfloat16"}) {
    DType dtype = *ParseDType(format);
    // Every value of eight bits; of sixteen, steps that reach each exponent with changing mantissas.
    uint32_t step = dtype.bits > 8 ? 251 : 1;
    for (uint32_t i = 0; i < 1u << dtype.bits; i += step) {
      for (uint32_t k = 0; k < 1u << dtype.bits; k += step) {
        Scalar a = Scalar::Float(dtype, DecodeNarrow(dtype, i)), b = Scalar::Float(dtype, DecodeNarrow(dtype, k));
        for (const auto& operation : kOperations) {
          Scalar direct = operation.narrow(a, b);
          Scalar rounded = scalar::Cast(operation.narrow(scalar::Cast(a, wide), scalar::Cast(b, wide)), dtype);
          ASSERT_TRUE(SameBits(direct, rounded)) << format << ": " << a.f << " " << operation.name << " " << b.f;
        }
      }
    }
  }
}

// float32 is computed in double and rounded: the machine's own float gives the same, also for subnormal results.
TEST(ScalarTest, Float32EqualsTheMachine) {
  std::vector<float> values = {1.0f, 3.0f, 0.1f, 1e-38f, 1e-45f, 3e38f, -7.25f, 1.1754944e-38f, 16777215.0f};
  for (float a : values) {
    for (float b : values) {
      Scalar x = Scalar::Float(DType::Float(32), static_cast<double>(a));
      Scalar y = Scalar::Float(DType::Float(32), static_cast<double>(b));
      EXPECT_EQ(scalar::Add(x, y).f, static_cast<double>(a + b));
      EXPECT_EQ(scalar::Mul(x, y).f, static_cast<double>(a * b));
      EXPECT_EQ(scalar::Div(x, y).f, static_cast<double>(a / b));
    }
  }
}

TEST(ScalarTest, ReinterpretKeepsBits) {
  EXPECT_EQ(scalar::Reinterpret(Scalar::Float(DType::Float(32), 1.0), DType::Int(32)).i, 0x3F800000);
  EXPECT_EQ(scalar::Reinterpret(Scalar::Int(DType::UInt(16), 0x3C00), DType::Float(16)).f, 1.0);
  EXPECT_EQ(scalar::Reinterpret(Scalar::Int(DType::Int(32), 0x7F800001), DType::Float(32)).dtype, DType::Float(32));
}

TEST(ScalarTest, MemoryRoundTrip) {
  std::byte place[8] = {};
  for (const char* name : {"int8", "uint16", "int4", "float16", "bfloat16", "float32", "float64", "bool", "uint64"}) {
    Scalar one = Scalar::One(*ParseDType(name));
    StoreScalar(place, one);
    EXPECT_TRUE(SameBits(LoadScalar(one.dtype, place), one)) << name;
  }
}

TEST(ScalarTest, LimitsOfTypes) {
  EXPECT_EQ(scalar::Lowest(DType::Int(8)).i, -128);
  EXPECT_EQ(scalar::Highest(DType::UInt(64)).u, UINT64_MAX);
  EXPECT_EQ(scalar::Highest(DType::Float(16)).f, 65504);
  EXPECT_EQ(scalar::Highest(*ParseDType("float8_e4m3fn")).f, 448);
  EXPECT_EQ(scalar::Lowest(DType::Float(32)).f, static_cast<double>(-std::numeric_limits<float>::max()));
  EXPECT_EQ(scalar::Highest(DType::Int(64)).i, INT64_MAX);
  EXPECT_EQ(scalar::PopCount(Scalar::Int(DType::Int(8), -1)).i, 8);
  EXPECT_EQ(scalar::LeadingZeros(Scalar::Int(DType::Int(32), 1)).i, 31);
}

// The greatest of all patterns of a narrow format that are finite.
TEST(ScalarTest, HighestIsTheGreatestFinite) {
  for (std::string_view name :
       {"float16", "bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz",
        "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"}) {
    DType dtype = *ParseDType(name);
    double greatest = 0;
    for (uint32_t raw = 0; raw < 1u << dtype.bits; ++raw) {
      double value = DecodeNarrow(dtype, raw);
      if (std::isfinite(value)) greatest = std::max(greatest, value);
    }
    EXPECT_EQ(scalar::Highest(dtype).f, greatest) << name;
  }
}

// Signed integers of one bit are -1 and 0, and casts saturate there.
TEST(ScalarTest, OneBit) {
  DType bit = DType::Int(1);
  EXPECT_EQ(scalar::Lowest(bit).i, -1);
  EXPECT_EQ(scalar::Highest(bit).i, 0);
  for (double value : {0.5, 1.0, 7.0, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(scalar::Cast(Scalar::Float(DType::Float(32), value), bit).i, 0) << value;
  }
  EXPECT_EQ(scalar::Cast(Scalar::Float(DType::Float(32), -7.0), bit).i, -1);
  EXPECT_EQ(scalar::Highest(DType::UInt(1)).u, 1u);
}

TEST(Scalar, ConversionsThatAreUndefinedElsewhereCanBeDistinguished) {
  auto cast = [](double value, DType to) { return scalar::Cast(Scalar::Float(DType::Float(64), value), to).u; };
  for (DType to : {DType::UInt(8), DType::Int(32), DType::UInt(64), DType::Int(64)}) {
    for (double value : {-1e30, 1e30, std::nan(""), 3.5}) {
      uint64_t own = cast(value, to), other = 0;
      {
        OtherConversions undefined;
        other = cast(value, to);
      }
      EXPECT_EQ(own == other, value == 3.5) << DTypeName(to) << " " << value;
      EXPECT_EQ(cast(value, to), own);
    }
  }
}

}  // namespace
}  // namespace assay
