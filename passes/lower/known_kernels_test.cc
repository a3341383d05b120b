#include "passes/lower/known_kernels.h"

#include <gtest/gtest.h>

#include "passes/test_graphs.h"

namespace assay {
namespace {

class KnownKernelsTest : public testing::Test {
 protected:
  const Var* Tensor(std::vector<const Expr*> dims) {
    return MakeVar(ctx, "x", MakeTensorType(ctx, dims, DType::Float(32)));
  }
  const Call* Added(const Expr* a, const Expr* b) {
    return *WithInferredType(ctx, nullptr, MakeOpCall(ctx, *FindOp("add"), {a, b}));
  }
  // The call of a kernel on these arguments, with the type of `call`.
  const Call* Kernel(const Call* call, const std::vector<const Expr*>& args) {
    return MakeCall(ctx, OpNode(ctx, "call_tir"), {MakeGlobalVar(ctx, "add"), MakeTuple(ctx, args)}, nullptr,
                    {call->type}, call->type);
  }
  const Expr* Field(const Call* call, size_t i) { return As<Tuple>(call->args[1])->fields[i]; }

  Context ctx;
  const Expr* two = MakeInt(ctx, 2);
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  const Var *a = Tensor({two}), *b = Tensor({two}), *c = Tensor({two}), *d = Tensor({MakeInt(ctx, 3)});
  KnownKernels known;
};

TEST_F(KnownKernelsTest, CallsAlikeTakeTheKernelWithTheirOwnArguments) {
  const Call* first = Added(a, b);
  known.Add(first, Kernel(first, {b, a}));
  const Call* second = known.Find(ctx, Added(c, a));
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(Field(second, 0), a);
  EXPECT_EQ(Field(second, 1), c);
}
TEST_F(KnownKernelsTest, OtherTypesArgumentsAndOperatorsAreNotAlike) {
  const Call* first = Added(a, b);
  known.Add(first, Kernel(first, {a, b}));
  EXPECT_EQ(known.Find(ctx, Added(d, d)), nullptr);
  EXPECT_EQ(known.Find(ctx, Added(a, a)), nullptr);
  const Call* product = *WithInferredType(ctx, nullptr, MakeOpCall(ctx, *FindOp("multiply"), {a, b}));
  EXPECT_EQ(known.Find(ctx, product), nullptr);
}
// Dimensions must be the same variables; a number that goes along with them is kept.
TEST_F(KnownKernelsTest, NumbersGoAlong) {
  const Var *x = Tensor({n}), *y = Tensor({n}), *other = Tensor({MakeVar(ctx, "n", DType::Int(64))});
  const Call* first = Added(x, y);
  known.Add(first, Kernel(first, {x, y, n}));
  const Call* second = known.Find(ctx, Added(y, x));
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(Field(second, 2), n);
  EXPECT_EQ(known.Find(ctx, Added(other, other)), nullptr);
}
// A kernel on something else than the call's arguments says nothing about other calls.
TEST_F(KnownKernelsTest, OtherTensorsAreNotRemembered) {
  const Call* first = Added(a, b);
  known.Add(first, Kernel(first, {a, c}));
  EXPECT_EQ(known.Find(ctx, Added(c, b)), nullptr);
}

}  // namespace
}  // namespace assay
