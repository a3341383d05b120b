// Construction-time folding and dtype matching, against what TVM's front end gives.
#include "ir/text/scalar_build.h"

#include <gtest/gtest.h>

#include "ir/text/print.h"

namespace assay {
namespace {

class ScalarBuildTest : public testing::Test {
 protected:
  const IntImm* Int(int64_t value, DType dtype = DType::Int(32)) { return MakeInt(ctx, value, dtype); }
  Context ctx;
  const Var* i = MakeVar(ctx, "i", DType::Int(32));
  const Var* f = MakeVar(ctx, "f", DType::Float(32));
};

TEST_F(ScalarBuildTest, ConstantsFold) {
  const auto* product = As<IntImm>(BuildBinary(ctx, NodeKind::kMul, Int(2, DType::Int(64)), Int(3, DType::Int(64))));
  ASSERT_NE(product, nullptr);
  EXPECT_EQ(product->value, 6);
  EXPECT_EQ(As<IntImm>(BuildBinary(ctx, NodeKind::kFloorDiv, Int(7), Int(-2)))->value, -4);
  EXPECT_EQ(As<IntImm>(BuildBinary(ctx, NodeKind::kFloorMod, Int(7), Int(-2)))->value, -1);
  // Wraps at its width; the least number divided by -1 too.
  EXPECT_EQ(As<IntImm>(BuildBinary(ctx, NodeKind::kAdd, Int(INT32_MAX), Int(1)))->value, INT32_MIN);
  const IntImm* least = Int(INT64_MIN, DType::Int(64));
  EXPECT_EQ(As<IntImm>(BuildBinary(ctx, NodeKind::kDiv, least, Int(-1, DType::Int(64))))->value, INT64_MIN);
  EXPECT_EQ(As<IntImm>(BuildBinary(ctx, NodeKind::kMod, least, Int(-1, DType::Int(64))))->value, 0);
}

TEST_F(ScalarBuildTest, NeutralElementsFold) {
  EXPECT_EQ(BuildBinary(ctx, NodeKind::kAdd, i, Int(0)), i);
  EXPECT_EQ(BuildBinary(ctx, NodeKind::kMul, Int(1), i), i);
  EXPECT_EQ(BuildBinary(ctx, NodeKind::kFloorDiv, i, Int(1)), i);
  EXPECT_TRUE(IsConstant(BuildBinary(ctx, NodeKind::kFloorMod, i, Int(1)), 0));
  EXPECT_TRUE(IsConstant(BuildBinary(ctx, NodeKind::kMul, f, Int(0)), 0));
  // Remainders only of what may be an index.
  const Var* byte = MakeVar(ctx, "b", DType::UInt(8));
  EXPECT_TRUE(Is<FloorMod>(BuildBinary(ctx, NodeKind::kFloorMod, byte, Int(1, DType::UInt(8)))));
}

TEST_F(ScalarBuildTest, OperandsMeetInOneDType) {
  // f * 2: the integer becomes a float immediate; i * 2.5: the variable is cast.
  EXPECT_TRUE(Is<FloatImm>(AsBinary(BuildBinary(ctx, NodeKind::kMul, f, Int(2)))->b));
  const Expr* mixed = BuildBinary(ctx, NodeKind::kMul, i, MakeFloat(ctx, 2.5));
  EXPECT_TRUE(Is<Cast>(AsBinary(mixed)->a));
  EXPECT_EQ(DTypeOf(mixed), DType::Float(32));
  const Var* small = MakeVar(ctx, "x", DType::Int(8));
  EXPECT_EQ(DTypeOf(BuildBinary(ctx, NodeKind::kAdd, small, Int(1))), DType::Int(32));
  const Var* handle = MakeVar(ctx, "h", DType::Handle());
  EXPECT_EQ(BuildBinary(ctx, NodeKind::kAdd, handle, Int(1)), nullptr);
}

TEST_F(ScalarBuildTest, DivisionByZeroIsRefused) {
  EXPECT_EQ(BuildBinary(ctx, NodeKind::kFloorDiv, i, Int(0)), nullptr);
  EXPECT_EQ(BuildBinary(ctx, NodeKind::kFloorMod, Int(3), Int(0)), nullptr);
}

}  // namespace
}  // namespace assay
