// Integers are compared as integers by everything that compares results: the ends of each width, and neighbours that a
// double takes for one number. Texts, dtypes and what is no bool are seen, too.
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/tensor/compare.h"
#include "oracles/conform/given_tolerance.h"
#include "oracles/core/sides.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

Value TensorOf(Scalar scalar) { return Value{TensorValue{Tensor::Of(scalar), -1}}; }

// Both values in a tensor and as scalars, in tuples, with and without perturbed runs.
void ExpectSeen(Scalar want, Scalar got) {
  SCOPED_TRACE(fmt::format("{} {} against {}", DTypeName(want.dtype), ToText(want), ToText(got)));
  EXPECT_TRUE(Compare(Tensor::Of(got), Tensor::Of(want), ErrorBound::Equal()));
  EXPECT_TRUE(Compare(Tensor::Of(got), Tensor::Of(want), ErrorBound::Roundings(1e9, 1e300)));
  for (bool scalar : {false, true}) {
    Value left = scalar ? Value{PrimValue{want}} : TensorOf(want),
          right = scalar ? Value{PrimValue{got}} : TensorOf(got);
    Value tuple{TupleValue{{left}}}, other{TupleValue{{right}}};
    EXPECT_TRUE(CompareBits(right, left));
    EXPECT_TRUE(CompareWithReference(right, {left, {}}).mismatch);
    EXPECT_TRUE(CompareWithReference(right, {left, {left, left}}).mismatch);
    EXPECT_TRUE(CompareWithReference(other, {tuple, {tuple, tuple}}).mismatch);
    EXPECT_FALSE(CompareWithReference(left, {left, {left, left}}).mismatch);
    EXPECT_FALSE(ElementsThatDiffer(left, right).empty());
    EXPECT_TRUE(DifferenceWithin({.rtol = 0, .atol = 0}, right, left));
    EXPECT_FALSE(DifferenceWithin({.rtol = 0, .atol = 0}, left, left));
  }
}

TEST(ExactValues, TheEndsOfEachWidthAndTheirNeighboursDiffer) {
  size_t pairs = 0;
  for (DType dtype : {DType::Int(8), DType::Int(16), DType::Int(32), DType::Int(64), DType::UInt(8), DType::UInt(16),
                      DType::UInt(32), DType::UInt(64)}) {
    Scalar low = scalar::Lowest(dtype), high = scalar::Highest(dtype), one = Scalar::One(dtype);
    std::pair<Scalar, Scalar> ends[] = {
        {low, scalar::Add(low, one)}, {high, scalar::Sub(high, one)}, {low, high}, {Scalar::Int(dtype, 0), one}};
    for (const auto& [a, b] : ends) {
      ExpectSeen(a, b);
      ExpectSeen(b, a);
      pairs += 2;
    }
    // From where on a float or a double no longer tells neighbours apart.
    for (int bits : {24, 53}) {
      if (bits + 1 >= dtype.bits) continue;
      Scalar edge = Scalar::Int(dtype, int64_t{1} << bits);
      ExpectSeen(edge, scalar::Add(edge, one));
      ++pairs;
    }
  }
  ExpectSeen(Scalar::Bool(true), Scalar::Bool(false));
  fmt::print("{} pairs of 8 dtypes\n", pairs);
  EXPECT_GE(pairs, 64u);
}

TEST(ExactValues, ATextOrADTypeIsAValue) {
  Value text{StringValue{"a"}}, dtype{DTypeValue{DType::Int(8)}};
  EXPECT_TRUE(CompareBits(Value{StringValue{"b"}}, text));
  EXPECT_TRUE(CompareBits(Value{DTypeValue{DType::Int(16)}}, dtype));
  EXPECT_FALSE(CompareBits(text, text));
  EXPECT_FALSE(CompareBits(dtype, dtype));
}

TEST(ExactValues, WhatIsNoBoolIsNotTrue) {
  Tensor wanted = Tensor::Of(Scalar::Bool(true)), poisoned = wanted.Clone();
  *poisoned.data() = std::byte{0xCB};
  EXPECT_TRUE(Compare(poisoned, wanted, ErrorBound::Equal()));
  EXPECT_FALSE(Compare(wanted, wanted, ErrorBound::Equal()));
}

TEST(ExactValues, AToleranceIsADistanceBetweenIntegers) {
  DType dtype = DType::Int(64);
  Value edge = TensorOf(Scalar::Int(dtype, int64_t{1} << 53)),
        next = TensorOf(Scalar::Int(dtype, (int64_t{1} << 53) + 1));
  EXPECT_TRUE(DifferenceWithin({.rtol = 0, .atol = 0.5}, next, edge));
  EXPECT_FALSE(DifferenceWithin({.rtol = 0, .atol = 1}, next, edge));
  Value low = TensorOf(scalar::Lowest(dtype)), high = TensorOf(scalar::Highest(dtype));
  EXPECT_TRUE(DifferenceWithin({.rtol = 0, .atol = 1e18}, high, low));
}

}  // namespace
}  // namespace assay
