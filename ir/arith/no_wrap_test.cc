// Arithmetic that cannot overflow, and simplifying that does not rely on any other.
#include "ir/arith/no_wrap.h"

#include <gtest/gtest.h>

#include "ir/arith/analyzer.h"
#include "ir/equal.h"

namespace assay {
namespace {

class NoWrapTest : public testing::Test {
 protected:
  NoWrapTest() {
    no_wrap_.Bind(i_, {0, 15});
    bounds_.Bind(i_, {0, 15});
    no_wrap_.BindSize(n_);
    bounds_.Bind(n_, {0, INT64_MAX});
  }
  const Expr* Number(int64_t value) { return MakeInt(ctx_, value, DType::Int(32)); }
  const Expr* Make(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx_, kind, a, b); }
  const Expr* Times4Over4(const Expr* e) {
    return Make(NodeKind::kFloorDiv, Make(NodeKind::kMul, e, Number(4)), Number(4));
  }
  const Expr* Exactly(const Expr* e) { return SimplifyExactly(ctx_, e, bounds_, no_wrap_); }

  Context ctx_;
  const Var* i_ = MakeVar(ctx_, "i", DType::Int(32));
  const Var* n_ = MakeVar(ctx_, "n", DType::Int(32));
  const Var* x_ = MakeVar(ctx_, "x", DType::Int(32));
  NoWrap no_wrap_;
  ConstBounds bounds_;
};

TEST_F(NoWrapTest, WhatHolds) {
  EXPECT_TRUE(no_wrap_.DoesNotOverflow(Make(NodeKind::kMul, i_, Number(100'000'000))));
  EXPECT_FALSE(no_wrap_.DoesNotOverflow(Make(NodeKind::kMul, i_, Number(200'000'000))));
  EXPECT_TRUE(no_wrap_.DoesNotOverflow(Make(NodeKind::kMul, Make(NodeKind::kAdd, n_, i_), n_)));
  EXPECT_TRUE(no_wrap_.DoesNotOverflow(Make(NodeKind::kSub, n_, Number(4))));
  EXPECT_TRUE(no_wrap_.IsUnbounded(Make(NodeKind::kFloorDiv, n_, Number(4))));
  EXPECT_FALSE(no_wrap_.IsUnbounded(Make(NodeKind::kFloorDiv, i_, Number(4))));
  EXPECT_TRUE(no_wrap_.DoesNotOverflow(x_));
  EXPECT_FALSE(no_wrap_.DoesNotOverflow(Make(NodeKind::kAdd, x_, Number(1))));
  EXPECT_TRUE(no_wrap_.DoesNotOverflow(Make(NodeKind::kAdd, Make(NodeKind::kFloorMod, x_, Number(8)), Number(1))));
  // What overflows on the way counts, however small the value is in the end.
  EXPECT_FALSE(no_wrap_.DoesNotOverflow(Make(NodeKind::kFloorMod, Make(NodeKind::kAdd, x_, Number(1)), Number(8))));
}

// What has no end is small where sizes are, and not where it is as large as its dtype: a product of two values that are
// anything overflows in each width, and so does a size beside one.
TEST_F(NoWrapTest, ProductsOfAnything) {
  for (DType dtype :
       {DType::Int(8), DType::Int(32), DType::Int(64), DType::UInt(8), DType::UInt(32), DType::UInt(64)}) {
    const Expr *x = MakeVar(ctx_, "x", dtype), *y = MakeVar(ctx_, "y", dtype);
    const Var *n = MakeVar(ctx_, "n", dtype), *i = MakeVar(ctx_, "i", dtype);
    no_wrap_.BindSize(n);
    no_wrap_.Bind(i, {0, 15});
    for (NodeKind kind : {NodeKind::kAdd, NodeKind::kSub, NodeKind::kMul}) {
      EXPECT_FALSE(no_wrap_.DoesNotOverflow(Make(kind, x, y))) << NodeKindName(kind) << " " << dtype.bits;
      EXPECT_FALSE(no_wrap_.DoesNotOverflow(Make(kind, x, n))) << NodeKindName(kind) << " " << dtype.bits;
      EXPECT_FALSE(no_wrap_.DoesNotOverflow(Make(kind, n, x))) << NodeKindName(kind) << " " << dtype.bits;
      // Unsigned numbers end at 0.
      bool holds = dtype.IsInt() || kind != NodeKind::kSub;
      EXPECT_EQ(no_wrap_.DoesNotOverflow(Make(kind, n, i)), holds) << NodeKindName(kind) << " " << dtype.bits;
      EXPECT_EQ(no_wrap_.DoesNotOverflow(Make(kind, n, n)), holds) << NodeKindName(kind) << " " << dtype.bits;
    }
    EXPECT_TRUE(no_wrap_.DoesNotOverflow(Make(NodeKind::kMin, x, y)));
    EXPECT_FALSE(no_wrap_.DoesNotOverflow(Make(NodeKind::kMul, Make(NodeKind::kMul, x, y), MakeInt(ctx_, 4, dtype))));
  }
}

TEST_F(NoWrapTest, QuotientsAreSmaller) {
  auto rebuilt = [&](int64_t by) {
    const Expr* whole = Make(NodeKind::kMul, Make(NodeKind::kFloorDiv, x_, Number(by)), Number(by));
    return Make(NodeKind::kAdd, whole, Make(NodeKind::kFloorMod, x_, Number(by)));
  };
  EXPECT_TRUE(no_wrap_.DoesNotOverflow(rebuilt(2)));
  // The least number // 3 * 3 is less than itself.
  EXPECT_FALSE(no_wrap_.DoesNotOverflow(rebuilt(3)));
}

TEST_F(NoWrapTest, DivisionsOfWhatMayOverflowStay) {
  EXPECT_EQ(Exactly(Times4Over4(i_)), i_);
  EXPECT_EQ(Exactly(Times4Over4(n_)), n_);
  EXPECT_TRUE(Equal(Exactly(Times4Over4(x_)), Times4Over4(x_)));
  EXPECT_EQ(Simplify(ctx_, Times4Over4(x_)), x_);
}

TEST_F(NoWrapTest, ComparisonsOfWhatMayOverflowStay) {
  auto more = [&](const Expr* e) { return Make(NodeKind::kLT, e, Make(NodeKind::kAdd, e, Number(1))); };
  EXPECT_NE(AsInt(Exactly(more(i_))), nullptr);
  EXPECT_EQ(AsInt(Exactly(more(x_))), nullptr);
  // Sums are sums modulo the width, whatever overflows.
  const Expr* difference = Make(NodeKind::kSub, Make(NodeKind::kAdd, x_, Number(1)), x_);
  ASSERT_NE(AsInt(Exactly(difference)), nullptr);
  EXPECT_EQ(AsInt(Exactly(difference))->value, 1);
}

TEST_F(NoWrapTest, BuffersAreDistinguished) {
  const Buffer* a = MakeBuffer(ctx_, "a", DType::Int(32), {Number(4)});
  const Buffer* b = MakeBuffer(ctx_, "b", DType::Int(32), {Number(4)});
  const Expr* difference = Make(NodeKind::kSub, MakeLoad(ctx_, a, {i_}), MakeLoad(ctx_, b, {i_}));
  EXPECT_EQ(AsInt(Exactly(difference)), nullptr);
}

}  // namespace
}  // namespace assay
