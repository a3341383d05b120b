#include <cmath>
#include <limits>

#include "ir/ops/infer_rules.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

class Reduce : public testing::Test {
 protected:
  const Expr* Floats(std::vector<int64_t> shape, std::vector<double> values, DType dtype = DType::Float(32)) {
    return bench.Given(Tensor::Floats(dtype, std::move(shape), values));
  }
  AttrItems Over(const std::vector<int64_t>& axes, bool keepdims = false) {
    return {{"axis", bench.IntList(axes)}, {"keepdims", MakeAttrBool(ctx, keepdims)}};
  }
  double One(std::string_view op, std::vector<double> values, DType dtype = DType::Float(32)) {
    auto count = static_cast<int64_t>(values.size());
    return bench.Agree(op, {Floats({count}, std::move(values), dtype)})[0].At(0).AsDouble();
  }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(Reduce, OverAxes) {
  const Expr* x = Floats({2, 3}, {1, 2, 3, 4, 5, 6});
  RowBench::ExpectSame(bench.Agree("sum", {x}, Over({1}))[0],
                       Tensor::Floats(DType::Float(32), {2}, std::vector<double>{6, 15}));
  RowBench::ExpectSame(bench.Agree("prod", {x}, Over({-2}, true))[0],
                       Tensor::Floats(DType::Float(32), {1, 3}, std::vector<double>{4, 10, 18}));
  RowBench::ExpectSame(bench.Agree("mean", {x})[0], Tensor::Of(Scalar::Float(DType::Float(32), 3.5)));
  RowBench::ExpectSame(bench.Agree("max", {x}, Over({0}))[0],
                       Tensor::Floats(DType::Float(32), {3}, std::vector<double>{4, 5, 6}));
}
TEST_F(Reduce, ScalarsAndNoAxes) {
  EXPECT_EQ(bench.Agree("max", {Floats({}, {-kInf})})[0].At(0).f, -kInf);
  // With an empty list of axes every element is folded from the start alone.
  EXPECT_EQ(bench.Agree("sum", {Floats({2}, {1, 2})}, Over({}))[0].shape(), std::vector<int64_t>{2});
}
TEST_F(Reduce, StartsAtTheEndsOfTheFiniteRange) {
  EXPECT_EQ(One("max", {-kInf, -kInf}), scalar::Lowest(DType::Float(32)).f);
  EXPECT_EQ(One("min", {kInf}), scalar::Highest(DType::Float(32)).f);
  EXPECT_TRUE(std::isnan(One("max", {1, std::nan(""), 2})));
}
TEST_F(Reduce, EmptyOnes) {
  EXPECT_EQ(One("sum", {}), 0);
  EXPECT_EQ(One("prod", {}), 1);
  EXPECT_TRUE(std::isnan(One("mean", {})));
}
TEST_F(Reduce, AccumulatesInItsOwnDType) {
  EXPECT_EQ(One("sum", {2048, 1, 1}, DType::Float(16)), 2048);
  EXPECT_EQ(One("sum", {60000, 60000}, DType::Float(16)), kInf);
  const Expr* bytes = bench.Given(Tensor::Ints(DType::Int(8), {2}, std::vector<int64_t>{100, 100}));
  EXPECT_EQ(bench.Agree("sum", {bytes})[0].At(0).i, -56);
  EXPECT_EQ(
      bench.Agree("mean", {bench.Given(Tensor::Ints(DType::Int(8), {2}, std::vector<int64_t>{-1, -2}))})[0].At(0).i,
      -1);
}
TEST_F(Reduce, OfBool) {
  const Expr* x = bench.Given(Tensor::Ints(DType::Bool(), {2}, std::vector<int64_t>{0, 1}));
  EXPECT_TRUE(bench.Agree("sum", {x})[0].At(0).IsTrue());
  EXPECT_FALSE(bench.Agree("prod", {x})[0].At(0).IsTrue());
}
TEST_F(Reduce, Spread) {
  EXPECT_EQ(One("variance", {1, 2, 3, 4}), 1.25);
  EXPECT_EQ(One("std", {1, 3}), 1);
}
TEST_F(Reduce, ArgTakesTheFirstOfEquals) {
  EXPECT_EQ(One("argmax", {1, 5, 5}), 1);
  EXPECT_EQ(One("argmin", {2, 1, 1}), 1);
  EXPECT_EQ(One("argmax", {-kInf, -kInf}), -1);
  const Expr* x = Floats({2, 2}, {1, 2, 4, 3});
  AttrItems rows{{"axis", MakeAttrInt(ctx, 1)}, {"keepdims", MakeAttrBool(ctx, true)}};
  RowBench::ExpectSame(bench.Agree("argmax", {x}, rows)[0],
                       Tensor::Ints(DType::Int(64), {2, 1}, std::vector<int64_t>{1, 0}));
}
TEST_F(Reduce, InfersFromRankAlone) {
  auto rank_of = [&](const Type* type, const AttrItems& attrs) {
    Result<const Call*> call = bench.Infer("sum", {bench.Typed(type)}, attrs);
    EXPECT_TRUE(call.ok());
    return As<TensorType>((*call)->type)->rank;
  };
  const Type* rank3 = MakeTensorTypeOfRank(ctx, 3, DType::Float(32));
  const Type* unknown = MakeTensorTypeOfRank(ctx, kUnknownRank, DType::Float(32));
  EXPECT_EQ(rank_of(rank3, Over({0, 1})), 1);
  EXPECT_EQ(rank_of(rank3, Over({0}, true)), 3);
  EXPECT_EQ(rank_of(unknown, Over({0})), kUnknownRank);
  EXPECT_EQ(rank_of(unknown, {}), 0);
}
TEST_F(Reduce, BrokenPreconditions) {
  const Expr* x = Floats({2, 3}, {1, 2, 3, 4, 5, 6});
  for (std::string op : {"sum", "prod", "max", "min", "mean", "variance", "std"}) {
    EXPECT_EQ(bench.Breaks(op, {x}, Over({2})), op + ".r1");
    EXPECT_EQ(bench.Breaks(op, {x}, Over({0, -2})), op + ".r1");
  }
  EXPECT_EQ(bench.Breaks("argmax", {x}, {{"axis", MakeAttrInt(ctx, 2)}}), "argmax.r1");
  EXPECT_EQ(bench.Breaks("argmin", {x}, {{"axis", MakeAttrInt(ctx, -3)}}), "argmin.r1");
}

}  // namespace
}  // namespace assay
