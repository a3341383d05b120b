// Bounds of expressions, as numbers and as expressions.
#include "ir/arith/bounds.h"

#include <gtest/gtest.h>

#include "ir/arith/analyzer.h"
#include "ir/text/print.h"

namespace assay {
namespace {

class BoundsTest : public testing::Test {
 protected:
  const Expr* Number(int64_t value) { return MakeInt(ctx_, value); }
  const Expr* Make(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx_, kind, a, b); }

  Context ctx_;
  const Var* i_ = MakeVar(ctx_, "i", DType::Int(64));
  const Var* n_ = MakeVar(ctx_, "n", DType::Int(64));
};

TEST_F(BoundsTest, Numbers) {
  ConstBounds bounds;
  bounds.Bind(i_, {0, 15});
  EXPECT_EQ(bounds.Of(Make(NodeKind::kAdd, i_, Number(3))), (Interval{3, 18}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kMul, i_, Number(-2))), (Interval{-30, 0}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kFloorDiv, i_, Number(4))), (Interval{0, 3}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kFloorMod, i_, Number(4))), (Interval{0, 3}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kFloorMod, n_, Number(4))), (Interval{0, 3}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kMod, n_, Number(4))), (Interval{-3, 3}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kMin, i_, n_)), (Interval{INT64_MIN, 15}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kLT, i_, Number(16))), (Interval{1, 1}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kLT, i_, Number(15))), (Interval{0, 1}));
  EXPECT_EQ(bounds.Of(n_), (Interval{}));
  // A division that may trap says nothing.
  EXPECT_EQ(bounds.Of(Make(NodeKind::kFloorDiv, Number(7), i_)), (Interval{}));
}

TEST_F(BoundsTest, PartsOfAChainAreLookedAtOnce) {
  constexpr size_t kLinks = 10'000;
  ConstBounds bounds;
  bounds.Bind(i_, {0, 15});
  std::vector<const Expr*> links{i_};
  const Expr* one = Number(1);
  for (size_t n = 0; n < kLinks; ++n) links.push_back(Make(NodeKind::kAdd, links.back(), one));
  ConstBounds::Known done;
  for (size_t n = 0; n < links.size(); ++n) {
    auto moved = static_cast<int64_t>(n);
    ASSERT_EQ(bounds.Of(links[n], done), (Interval{moved, moved + 15}));
    // With the variable and the number.
    ASSERT_LE(done.size(), n + 2);
  }
}

TEST_F(BoundsTest, WhatMayWrapIsNotBounded) {
  ConstBounds bounds;
  const Var* byte = MakeVar(ctx_, "b", DType::UInt(8));
  bounds.Bind(byte, {0, 200});
  const Expr* hundred = MakeInt(ctx_, 100, DType::UInt(8));
  EXPECT_EQ(bounds.Of(MakeBinary(ctx_, NodeKind::kAdd, byte, hundred)), (Interval{0, 255}));
  const Var* j = MakeVar(ctx_, "j", DType::Int(32));
  bounds.Bind(j, {INT32_MAX - 1, INT32_MAX});
  EXPECT_EQ(bounds.Of(MakeBinary(ctx_, NodeKind::kAdd, j, MakeInt(ctx_, 1, DType::Int(32)))),
            (Interval{INT32_MAX, INT32_MAX}));
}

// The ends of int64 are numbers, too; those of uint64 are where it wraps.
TEST_F(BoundsTest, EndsOfSixtyFourBits) {
  ConstBounds bounds;
  auto at_least = [&](int64_t value) { return Make(NodeKind::kMax, n_, Number(value)); };
  auto at_most = [&](int64_t value) { return Make(NodeKind::kMin, n_, Number(value)); };
  struct Case {
    const Expr* e;
    Interval bound;
  };
  const Case cases[] = {
      {Make(NodeKind::kFloorDiv, at_least(INT64_MAX), Number(2)), {INT64_MAX / 2, INT64_MAX}},
      {Make(NodeKind::kFloorDiv, at_most(INT64_MIN), Number(2)), {INT64_MIN, INT64_MIN / 2}},
      {Make(NodeKind::kDiv, at_most(INT64_MIN), Number(4)), {INT64_MIN, INT64_MIN / 4}},
      {Make(NodeKind::kFloorMod, at_least(INT64_MAX), Number(INT64_MAX)), {0, INT64_MAX - 1}},
      {Make(NodeKind::kSub, at_least(INT64_MAX), Number(INT64_MAX - 1)), {1, INT64_MAX}},
      {Make(NodeKind::kAdd, at_most(INT64_MIN), Number(1)), {INT64_MIN, INT64_MIN + 1}},
  };
  for (const Case& one : cases) EXPECT_EQ(bounds.Of(one.e), one.bound) << PrintExpr(one.e);
  DType dtype = DType::UInt(64);
  const Var* u = MakeVar(ctx_, "u", dtype);
  const Expr* five = MakeInt(ctx_, 5, dtype);
  const Expr* more = Make(NodeKind::kMax, u, five);
  EXPECT_EQ(bounds.Of(more), (Interval{5, INT64_MAX}));
  EXPECT_EQ(bounds.Of(Make(NodeKind::kAdd, more, five)), (Interval{0, INT64_MAX})) << "it may wrap";
  EXPECT_EQ(bounds.Of(Make(NodeKind::kMul, more, five)), (Interval{0, INT64_MAX})) << "it may wrap";
  EXPECT_EQ(bounds.Of(MakeCast(ctx_, DType::Int(64), more)), (Interval{})) << "large ones are negative";
  EXPECT_EQ(bounds.Of(MakeCast(ctx_, dtype, at_least(5))), (Interval{5, INT64_MAX}));
}

TEST_F(BoundsTest, Proofs) {
  ConstBounds bounds;
  bounds.Bind(i_, {0, 15});
  EXPECT_TRUE(ProveLess(ctx_, bounds, i_, Number(16)));
  EXPECT_FALSE(ProveLess(ctx_, bounds, i_, Number(15)));
  EXPECT_TRUE(ProveLessEqual(ctx_, bounds, n_, Make(NodeKind::kAdd, n_, i_)));
  EXPECT_FALSE(ProveLess(ctx_, bounds, n_, Make(NodeKind::kAdd, n_, i_)));
  EXPECT_TRUE(ProveLess(ctx_, bounds, n_, Make(NodeKind::kAdd, Make(NodeKind::kAdd, n_, i_), Number(1))));
}

// A difference is proven by what it is simplified to, whose parts may overflow where neither operand does.
TEST_F(BoundsTest, ProofsNearTheEndsOfADType) {
  const Var* t = MakeVar(ctx_, "t", DType::Int(32));
  auto number = [&](int64_t value) { return MakeInt(ctx_, value, DType::Int(32)); };
  ConstBounds bounds;
  bounds.Bind(t, {INT32_MIN, INT32_MIN + 4});
  const Expr* rest = Make(NodeKind::kFloorMod, Make(NodeKind::kAdd, t, number(1)), number(31));
  for (int64_t divisor : {8, -8}) {
    const Expr* of_rest = Make(NodeKind::kMod, rest, number(divisor));
    EXPECT_FALSE(ProveLessEqual(ctx_, bounds, rest, of_rest)) << divisor;
    EXPECT_FALSE(ProveLess(ctx_, bounds, of_rest, rest)) << divisor;
  }
  EXPECT_TRUE(ProveLessEqual(ctx_, bounds, t, Make(NodeKind::kAdd, t, number(1))));
}

// Of int64, a difference near the ends is folded to another number.
TEST_F(BoundsTest, ProofsOfDifferencesBeyondInt64) {
  const Var* t = MakeVar(ctx_, "t", DType::Int(64));
  auto number = [&](int64_t value) { return MakeInt(ctx_, value, DType::Int(64)); };
  ConstBounds bounds;
  bounds.Bind(t, {0, 1});
  for (int64_t largest : {INT64_MAX, INT64_MAX - 1}) {
    const Expr* far = Make(NodeKind::kSub, number(largest), t);
    const Expr* chosen = MakeSelect(ctx_, Make(NodeKind::kGE, t, number(1)), far, t);
    EXPECT_FALSE(ProveLess(ctx_, bounds, chosen, number(-8))) << largest;
    EXPECT_FALSE(ProveLessEqual(ctx_, bounds, chosen, number(-8))) << largest;
    EXPECT_TRUE(ProveLess(ctx_, bounds, number(-8), chosen)) << largest;
  }
}

TEST_F(BoundsTest, SimplifyingWithBounds) {
  ConstBounds bounds;
  bounds.Bind(i_, {0, 15});
  auto simple = [&](const Expr* e) { return PrintExpr(Simplify(ctx_, e, bounds)); };
  EXPECT_EQ(simple(Make(NodeKind::kFloorMod, i_, Number(16))), "i");
  EXPECT_EQ(simple(Make(NodeKind::kFloorDiv, i_, Number(16))), "0");
  EXPECT_EQ(simple(Make(NodeKind::kMin, Make(NodeKind::kAdd, n_, i_), n_)), "n");
  EXPECT_EQ(simple(Make(NodeKind::kMax, i_, Number(0))), "i");
  EXPECT_EQ(simple(Make(NodeKind::kLT, i_, Number(16))), "T.bool(True)");
}

TEST_F(BoundsTest, Expressions) {
  ExprDomains domains{{i_, {Number(0), Make(NodeKind::kSub, n_, Number(1))}}};
  auto fold = [](Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
    return Simplify(ctx, MakeBinary(ctx, kind, a, b));
  };
  ExprBound bound =
      BoundOver(ctx_, domains, Make(NodeKind::kAdd, Make(NodeKind::kMul, i_, Number(4)), Number(3)), fold);
  EXPECT_EQ(PrintExpr(bound.low), "3");
  EXPECT_EQ(PrintExpr(bound.high), "n * 4 - 1");
  EXPECT_EQ(BoundOver(ctx_, domains, Make(NodeKind::kFloorMod, i_, Number(4)), fold).low, nullptr) << "not understood";
  EXPECT_TRUE(BoundOver(ctx_, domains, n_, fold).IsPoint());
}

// Lanes go up, down, or nowhere.
TEST_F(BoundsTest, ExpressionsOfRamps) {
  auto fold = [](Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
    return Simplify(ctx, MakeBinary(ctx, kind, a, b));
  };
  struct Case {
    int64_t stride;
    int lanes;
    const char *low, *high;
  };
  constexpr Case kCases[] = {
      {1, 4, "8", "26"},   {3, 4, "8", "32"}, {-1, 4, "5", "23"},
      {-3, 4, "-1", "23"}, {0, 4, "8", "23"}, {-1, 1, "8", "23"},
  };
  ExprDomains domains{{i_, {Number(8), Number(23)}}};
  for (const Case& one : kCases) {
    Ramp* ramp = ctx_.arena.New<Ramp>();
    ramp->base = i_;
    ramp->stride = Number(one.stride);
    ramp->lanes = MakeInt(ctx_, one.lanes, DType::Int(32));
    ramp->type = ctx_.Prim(DTypeOf(i_).WithLanes(static_cast<int16_t>(one.lanes)));
    ExprBound bound = BoundOver(ctx_, domains, ramp, fold);
    EXPECT_EQ(PrintExpr(bound.low), one.low) << one.stride;
    EXPECT_EQ(PrintExpr(bound.high), one.high) << one.stride;
  }
}

}  // namespace
}  // namespace assay
