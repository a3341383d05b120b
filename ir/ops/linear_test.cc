#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class Matmul : public testing::Test {
 protected:
  const Expr* Floats(std::vector<int64_t> shape, std::vector<double> values, DType dtype = DType::Float(32)) {
    return bench.Given(Tensor::Floats(dtype, std::move(shape), values));
  }
  const Expr* Shaped(std::vector<const Expr*> dims, DType dtype = DType::Float(32)) {
    return bench.Typed(MakeTensorType(ctx, dims, dtype));
  }
  const Expr* Dim(int64_t n) { return MakeInt(ctx, n); }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(Matmul, OfMatrices) {
  std::vector<Tensor> out =
      bench.Agree("matmul", {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Floats({3, 2}, {1, 0, 0, 1, 1, 1})});
  RowBench::ExpectSame(out[0], Tensor::Floats(DType::Float(32), {2, 2}, std::vector<double>{4, 5, 10, 11}));
}
TEST_F(Matmul, VectorsLoseTheirDimension) {
  const Expr* v = Floats({3}, {1, 2, 3});
  EXPECT_EQ(bench.Agree("matmul", {v, v})[0].shape(), std::vector<int64_t>{});
  EXPECT_EQ(bench.Agree("matmul", {v, v})[0].At(0).f, 14);
  EXPECT_EQ(bench.Agree("matmul", {Floats({2, 3}, {1, 0, 0, 0, 0, 1}), v})[0].shape(), std::vector<int64_t>{2});
  EXPECT_EQ(bench.Agree("matmul", {v, Floats({3, 1}, {1, 1, 1})})[0].shape(), std::vector<int64_t>{1});
}
TEST_F(Matmul, LeadingDimensionsBroadcast) {
  const Expr* a = Floats({2, 1, 1, 1}, {2, 3});
  const Expr* b = Floats({3, 1, 1}, {1, 10, 100});
  Tensor out = bench.Agree("matmul", {a, b})[0];
  EXPECT_EQ(out.shape(), (std::vector<int64_t>{2, 3, 1, 1}));
  EXPECT_EQ(out.At(5).f, 300);
}
TEST_F(Matmul, AccumulatesInTheResultsDType) {
  // 2048 + 1 is not a float16, but a float32.
  const Expr* a = Floats({1, 2}, {2048, 1}, DType::Float(16));
  const Expr* b = Floats({2, 1}, {1, 1}, DType::Float(16));
  EXPECT_EQ(bench.Agree("matmul", {a, b})[0].At(0).f, 2048);
  AttrItems wide{{"out_dtype", MakeAttrDType(ctx, DType::Float(32))}};
  EXPECT_EQ(bench.Agree("matmul", {a, b}, wide)[0].At(0).f, 2049);
}
TEST_F(Matmul, IntegersWrap) {
  const Expr* a = bench.Given(Tensor::Ints(DType::Int(8), {1, 2}, std::vector<int64_t>{100, 100}));
  const Expr* b = bench.Given(Tensor::Ints(DType::Int(8), {2, 1}, std::vector<int64_t>{1, 1}));
  EXPECT_EQ(bench.Agree("matmul", {a, b})[0].At(0).i, -56);
}
TEST_F(Matmul, EmptySumIsZero) {
  Tensor out = bench.Agree("matmul", {Floats({2, 0}, {}), Floats({0, 1}, {})})[0];
  RowBench::ExpectSame(out, Tensor::Floats(DType::Float(32), {2, 1}, std::vector<double>{0, 0}));
}
TEST_F(Matmul, InfersWhatIsKnown) {
  const Expr* n = bench.Symbol("n", 2);
  auto type_of = [&](const Expr* a, const Expr* b) {
    Result<const Call*> call = bench.Infer("matmul", {a, b});
    EXPECT_TRUE(call.ok());
    return As<TensorType>((*call)->type);
  };
  const TensorType* symbolic = type_of(Shaped({n, Dim(3)}), Shaped({Dim(3), n}));
  EXPECT_EQ(As<ShapeExpr>(symbolic->shape)->values[1], n);
  const Expr* rank3 = bench.Typed(MakeTensorTypeOfRank(ctx, 3, DType::Float(32)));
  EXPECT_EQ(type_of(rank3, Shaped({Dim(3), Dim(4)}))->rank, 3);
  const Expr* unknown = bench.Typed(MakeTensorTypeOfRank(ctx, kUnknownRank, DType::Void()));
  EXPECT_EQ(type_of(unknown, rank3)->rank, kUnknownRank);
  EXPECT_TRUE(type_of(unknown, rank3)->dtype.IsVoid());
}
TEST_F(Matmul, BrokenPreconditions) {
  const Expr* a = Shaped({Dim(2), Dim(3)});
  EXPECT_EQ(bench.Breaks("matmul", {a, Shaped({Dim(3), Dim(2)}, DType::Float(16))}), "matmul.r1");
  EXPECT_EQ(bench.Breaks("matmul", {a, Shaped({})}), "matmul.r2");
  EXPECT_EQ(bench.Breaks("matmul", {Shaped({Dim(2), Dim(2), Dim(3)}), Shaped({Dim(3), Dim(3), Dim(2)})}), "matmul.r3");
  EXPECT_EQ(bench.Breaks("matmul", {a, a}), "matmul.r4");
}

}  // namespace
}  // namespace assay
