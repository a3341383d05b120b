#include "ir/ops/infer_rules.h"
#include "ir/ops/layout.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class Conv : public testing::Test {
 protected:
  const Expr* Ones(std::vector<int64_t> shape, DType dtype = DType::Float(32)) {
    Tensor tensor(dtype, std::move(shape));
    for (int64_t i = 0; i < tensor.size(); ++i) tensor.Set(i, Scalar::One(dtype));
    return bench.Given(tensor);
  }
  const Expr* Counted(std::vector<int64_t> shape) {
    Tensor tensor(DType::Float(32), std::move(shape));
    for (int64_t i = 0; i < tensor.size(); ++i) tensor.Set(i, Scalar::Int(DType::Float(32), i));
    return bench.Given(tensor);
  }
  AttrItems Layouts(std::string_view data, std::string_view kernel) {
    return {{"data_layout", MakeAttrString(ctx, data)}, {"kernel_layout", MakeAttrString(ctx, kernel)}};
  }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(Conv, CountsWhatTheWindowCovers) {
  AttrItems padded{{"padding", bench.IntList({1, 1})}};
  Tensor out = bench.Agree("nn.conv2d", {Ones({1, 1, 2, 2}), Ones({1, 1, 3, 3})}, padded)[0];
  RowBench::ExpectSame(out, Tensor::Floats(DType::Float(32), {1, 1, 2, 2}, std::vector<double>{4, 4, 4, 4}));
  AttrItems lopsided{{"padding", bench.IntList({1, 0, 0, 0})}};
  out = bench.Agree("nn.conv2d", {Ones({1, 1, 2, 2}), Ones({1, 1, 2, 2})}, lopsided)[0];
  RowBench::ExpectSame(out, Tensor::Floats(DType::Float(32), {1, 1, 2, 1}, std::vector<double>{2, 4}));
}
TEST_F(Conv, StridesAndDilation) {
  AttrItems attrs{{"strides", bench.IntList({2, 1})}, {"dilation", bench.IntList({1, 2})}};
  Tensor out = bench.Agree("nn.conv2d", {Counted({1, 1, 3, 3}), Ones({1, 1, 1, 2})}, attrs)[0];
  RowBench::ExpectSame(out, Tensor::Floats(DType::Float(32), {1, 1, 2, 1}, std::vector<double>{2, 14}));
}
TEST_F(Conv, GroupsAndLayouts) {
  AttrItems grouped{{"groups", MakeAttrInt(ctx, 2)}};
  Tensor out = bench.Agree("nn.conv2d", {Counted({1, 2, 1, 1}), Ones({2, 1, 1, 1})}, grouped)[0];
  RowBench::ExpectSame(out, Tensor::Floats(DType::Float(32), {1, 2, 1, 1}, std::vector<double>{0, 1}));
  out = bench.Agree("nn.conv2d", {Counted({1, 2, 1, 2}), Ones({1, 1, 2, 1})}, Layouts("NHWC", "HWIO"))[0];
  RowBench::ExpectSame(out, Tensor::Floats(DType::Float(32), {1, 2, 1, 1}, std::vector<double>{1, 5}));
}
TEST_F(Conv, IntegersIntoAWiderDType) {
  AttrItems wide{{"out_dtype", MakeAttrDType(ctx, DType::Int(32))}};
  const Expr* x = Ones({1, 200, 1, 1}, DType::Int(8));
  EXPECT_EQ(bench.Agree("nn.conv2d", {x, Ones({1, 200, 1, 1}, DType::Int(8))}, wide)[0].At(0).i, 200);
}
TEST_F(Conv, SplitLayoutsAreInferredOnly) {
  std::optional<Layout> layout = Layout::Parse("NCHW16c", "NCHW");
  ASSERT_TRUE(layout.has_value());
  EXPECT_FALSE(layout->IsPermutation());
  Dims nchw;
  for (int64_t extent : {1, 32, 4, 5}) nchw.push_back(MakeInt(ctx, extent));
  Dims split = layout->FromPrimal(ctx, nchw);
  EXPECT_EQ(AsInt(split[1])->value, 2);
  EXPECT_EQ(AsInt(split[4])->value, 16);
  EXPECT_EQ(AsInt(layout->ToPrimal(ctx, split)[1])->value, 32);
  EXPECT_TRUE(layout->Takes(split));
  split[4] = MakeVar(ctx, "n", DType::Int(64));
  EXPECT_TRUE(layout->Takes(split));
  split[4] = MakeInt(ctx, 8);
  EXPECT_FALSE(layout->Takes(split));
  for (std::string_view wrong : {"NCH", "NCHWC", "NCHW16", "NCHWc", "NCHX", ""}) {
    EXPECT_FALSE(Layout::Parse(wrong, "NCHW").has_value()) << wrong;
  }
}
TEST_F(Conv, BrokenPreconditions) {
  const Expr* x = Ones({1, 2, 4, 4});
  const Expr* w = Ones({2, 2, 3, 3});
  EXPECT_EQ(bench.Breaks("nn.conv2d", {x, Ones({2, 2, 3, 3}, DType::Float(16))}), "conv2d.r1");
  EXPECT_EQ(bench.Breaks("nn.conv2d", {x, w}, {{"strides", bench.IntList({1, 0})}}), "conv2d.r2");
  EXPECT_EQ(bench.Breaks("nn.conv2d", {x, w}, {{"padding", bench.IntList({1, 1, 1})}}), "conv2d.r2");
  EXPECT_EQ(bench.Breaks("nn.conv2d", {x, w}, Layouts("NCH", "OIHW")), "conv2d.r3");
  EXPECT_EQ(bench.Breaks("nn.conv2d", {Ones({1, 2}), w}), "conv2d.r4");
  EXPECT_EQ(bench.Breaks("nn.conv2d", {x, Ones({2, 3, 3, 3})}), "conv2d.r5");
  EXPECT_EQ(bench.Breaks("nn.conv2d", {x, Ones({3, 1, 3, 3})}, {{"groups", MakeAttrInt(ctx, 2)}}), "conv2d.r6");
}

}  // namespace
}  // namespace assay
