// Non-maximum suppression and regions whose samples they count themselves, on numbers that can be checked by hand.
#include <cmath>

#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class NmsRows : public testing::Test {
 protected:
  const Expr* Floats(std::vector<int64_t> shape, std::vector<double> values) {
    return bench.Given(Tensor::Floats(DType::Float(32), std::move(shape), values));
  }
  const Expr* Ints(std::vector<int64_t> shape, std::vector<int64_t> values) {
    return bench.Given(Tensor::Ints(DType::Int(32), std::move(shape), values));
  }
  void ExpectInts(const Tensor& got, DType dtype, const std::vector<int64_t>& want) {
    RowBench::ExpectSame(got, Tensor::Ints(dtype, got.shape(), want));
  }
  const Attr* Flag(bool value) { return MakeAttrBool(ctx, value); }
  const Attr* Number(double value) { return MakeAttrFloat(ctx, value); }
  const Attr* Whole(int64_t value) { return MakeAttrInt(ctx, value); }
  // Boxes (class, score, corners): the second lies on the first, the third on both but is of another class.
  std::vector<const Expr*> Three() {
    return {Floats({1, 4, 6}, {0, 0.5, 0, 0, 2, 2, 0, 0.75, 0, 0, 2, 2, 1, 0.625, 0, 0, 2, 2, 0, 0.25, 8, 8, 9, 9}),
            Ints({1}, {4}), Ints({1, 4}, {10, 11, 12, 13})};
  }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(NmsRows, BetterBoxesOfOneClassStay) {
  std::vector<Tensor> got = bench.Agree("vision.non_max_suppression", Three());
  ASSERT_EQ(got.size(), 2u);
  ExpectInts(got[0], DType::Int(32), {11, 12, 13, -1});
  ExpectInts(got[1], DType::Int(32), {3});
}
TEST_F(NmsRows, ClassesCanBeLeftOutAndBoxesCounted) {
  std::vector<Tensor> forced = bench.Agree("vision.non_max_suppression", Three(), {{"force_suppress", Flag(true)}});
  ExpectInts(forced[0], DType::Int(32), {11, 13, -1, -1});
  std::vector<Tensor> one = bench.Agree("vision.non_max_suppression", Three(), {{"max_output_size", Whole(1)}});
  ExpectInts(one[0], DType::Int(32), {11, -1, -1, -1});
  std::vector<Tensor> top = bench.Agree("vision.non_max_suppression", Three(), {{"top_k", Whole(2)}});
  ExpectInts(top[0], DType::Int(32), {11, 12, -1, -1});
}
TEST_F(NmsRows, DroppedBoxesGoToTheBottom) {
  const Expr* boxes = Floats({1, 3, 6}, {0, 0.5, 0, 0, 2, 2, 0, 0.75, 0, 0, 2, 2, 0, 0.25, 8, 8, 9, 9});
  std::vector<const Expr*> args{boxes, Ints({1}, {3}), Ints({1, 3}, {0, 1, 2})};
  AttrItems data{{"return_indices", Flag(false)}};
  std::vector<double> best{0, 0.75, 0, 0, 2, 2}, last{0, 0.25, 8, 8, 9, 9}, none(6, -1);
  auto rows = [](std::vector<std::vector<double>> parts) {
    std::vector<double> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return Tensor::Floats(DType::Float(32), {1, 3, 6}, all);
  };
  RowBench::ExpectSame(bench.Agree("vision.non_max_suppression", args, data)[0], rows({best, none, last}));
  data.emplace_back("invalid_to_bottom", Flag(true));
  RowBench::ExpectSame(bench.Agree("vision.non_max_suppression", args, data)[0], rows({best, last, none}));
}
// A score that decays falls behind another one.
TEST_F(NmsRows, SoftScoresDecay) {
  const Expr* boxes = Floats({1, 3, 6}, {0, 1, 0, 0, 4, 1, 0, 0.875, 0, 0, 2, 1, 0, 0.5, 8, 8, 9, 9});
  std::vector<const Expr*> args{boxes, Ints({1}, {3}), Ints({1, 3}, {0, 1, 2})};
  AttrItems soft{{"soft_nms_sigma", Number(0.125)}, {"iou_threshold", Number(0.75)}};
  std::vector<Tensor> got = bench.Agree("vision.non_max_suppression", args, soft);
  ASSERT_EQ(got.size(), 3u);
  ExpectInts(got[1], DType::Int(32), {0, 2, 1});
  ExpectInts(got[2], DType::Int(32), {3});
  // They share half: 0.875 * exp(-0.25 / 0.25).
  EXPECT_NEAR(got[0].At(13).AsDouble(), 0.875 * std::exp(-1.0), 1e-6);
  soft.emplace_back("score_threshold", Number(0.4));
  ExpectInts(bench.Agree("vision.non_max_suppression", args, soft)[1], DType::Int(32), {0, 2, -1});
}
// More valid boxes than there are mean all, a negative number none.
TEST_F(NmsRows, CountsAreHeldToTheBoxes) {
  std::vector<const Expr*> args = Three();
  args[1] = Ints({1}, {99});
  ExpectInts(bench.Agree("vision.non_max_suppression", args)[1], DType::Int(32), {3});
  args[1] = Ints({1}, {-1});
  ExpectInts(bench.Agree("vision.non_max_suppression", args)[1], DType::Int(32), {0});
}
TEST_F(NmsRows, EachClassHasItsOwnBest) {
  auto scalar = [&](DType dtype, double value) {
    Tensor tensor(dtype, {});
    tensor.Set(0, Scalar::Float(dtype, value));
    return bench.Given(tensor);
  };
  DType float32 = DType::Float(32);
  std::vector<const Expr*> args{Floats({1, 3, 4}, {0, 0, 1, 1, 0, 0, 1, 1, 5, 5, 6, 6}),
                                Floats({1, 2, 3}, {0.5, 0.75, 0.25, 0.875, 0.125, 0.0625}), scalar(DType::Int(64), 2),
                                scalar(float32, 0.5), scalar(float32, 0.1)};
  std::vector<Tensor> onnx = bench.Agree("vision.all_class_non_max_suppression", args);
  ASSERT_EQ(onnx.size(), 2u);
  ExpectInts(onnx[0], DType::Int(64), {0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  ExpectInts(onnx[1], DType::Int(64), {3});
  AttrItems format{{"output_format", MakeAttrString(ctx, "tensorflow")}};
  std::vector<Tensor> lists = bench.Agree("vision.all_class_non_max_suppression", args, format);
  ASSERT_EQ(lists.size(), 3u);
  ExpectInts(lists[0], DType::Int(64), {0, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0});
  RowBench::ExpectSame(lists[1], Tensor::Floats(float32, {1, 6}, std::vector<double>{0.75, 0.25, 0.875, 0, 0, 0}));
  args[3] = scalar(float32, 0);
  ExpectInts(bench.Agree("vision.all_class_non_max_suppression", args)[1], DType::Int(64), {0});
}
TEST_F(NmsRows, RegionsCountTheirSamples) {
  const Expr *image = Floats({1, 1, 2, 2}, {1, 2, 3, 4}), *region = Floats({1, 5}, {0, 0, 0, 2, 1});
  AttrItems one{{"pooled_size", bench.IntList({1})}, {"spatial_scale", Number(1)}, {"sample_ratio", Whole(0)}};
  // One row of two samples, at columns 0.5 and 1.5 (held at 1) between the rows.
  std::vector<Tensor> got = bench.Agree("vision.roi_align", {image, region}, one);
  RowBench::ExpectSame(got[0], Tensor::Floats(DType::Float(32), {1, 1, 1, 1}, std::vector<double>{2.75}));
  AttrItems aligned = one;
  aligned.emplace_back("aligned", Flag(true));
  const Expr* empty = Floats({1, 5}, {0, 1, 1, 1, 1});
  RowBench::ExpectSame(bench.Agree("vision.roi_align", {image, empty}, aligned)[0],
                       Tensor::Floats(DType::Float(32), {1, 1, 1, 1}, std::vector<double>{0}));
}
// There is nothing to look at, not even at the edge.
TEST_F(NmsRows, RegionsOfAnImageWithoutPixelsAreZero) {
  const Expr *image = Floats({1, 1, 0, 2}, {}), *region = Floats({1, 5}, {0, 0, 0, 2, 0});
  AttrItems one{{"pooled_size", bench.IntList({1})}, {"spatial_scale", Number(1)}, {"sample_ratio", Whole(1)}};
  one.emplace_back("aligned", Flag(true));
  RowBench::ExpectSame(bench.Agree("vision.roi_align", {image, region}, one)[0],
                       Tensor::Floats(DType::Float(32), {1, 1, 1, 1}, std::vector<double>{0}));
}

}  // namespace
}  // namespace assay
