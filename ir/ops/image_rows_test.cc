// Images, regions, boxes and gradients of pools on numbers that can be checked by hand.
#include "ir/ops/infer_rules.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class ImageRows : public testing::Test {
 protected:
  Tensor FloatTensor(std::vector<int64_t> shape, std::vector<double> values) {
    return Tensor::Floats(DType::Float(32), std::move(shape), values);
  }
  const Expr* Floats(std::vector<int64_t> shape, std::vector<double> values) {
    return bench.Given(FloatTensor(std::move(shape), std::move(values)));
  }
  const Expr* Shape(const std::vector<int64_t>& numbers) {
    std::vector<const Expr*> dims;
    for (int64_t number : numbers) dims.push_back(MakeInt(ctx, number));
    return MakeShape(ctx, dims);
  }
  void Expect(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs, const Tensor& want) {
    std::vector<Tensor> got = bench.Agree(op, args, attrs);
    ASSERT_FALSE(got.empty()) << op;
    RowBench::ExpectSame(got[0], want);
  }
  const Attr* Text(std::string_view value) { return MakeAttrString(ctx, value); }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(ImageRows, ResizeByEachMethod) {
  const Expr *x = Floats({1, 1, 1, 2}, {1, 3}), *square = Floats({1, 1, 2, 2}, {1, 3, 5, 7});
  AttrItems corners{{"coordinate_transformation_mode", Text("align_corners")}};
  Expect("image.resize2d", {square, Shape({2, 3})}, corners, FloatTensor({1, 1, 2, 3}, {1, 2, 3, 5, 6, 7}));
  AttrItems nearest{{"method", Text("nearest_neighbor")},
                    {"coordinate_transformation_mode", Text("asymmetric")},
                    {"rounding_method", Text("floor")}};
  Expect("image.resize2d", {x, Shape({1, 4})}, nearest, FloatTensor({1, 1, 1, 4}, {1, 1, 3, 3}));
  Expect("image.resize2d", {x, Shape({2, 2})}, {}, FloatTensor({1, 1, 2, 2}, {1, 3, 1, 3}));
}
TEST_F(ImageRows, GridsNameTheLastDimensionFirst) {
  const Expr *x = Floats({1, 1, 1, 2}, {1, 3}), *grid = Floats({1, 2, 1, 3}, {-1, 0, 9, 0, 0, 0});
  AttrItems corners{{"align_corners", MakeAttrBool(ctx, true)}};
  Expect("image.grid_sample", {x, grid}, corners, FloatTensor({1, 1, 1, 3}, {1, 2, 0}));
  corners.emplace_back("padding_mode", Text("border"));
  Expect("image.grid_sample", {x, grid}, corners, FloatTensor({1, 1, 1, 3}, {1, 2, 3}));
  AttrItems cells{{"align_corners", MakeAttrBool(ctx, false)}};
  const Expr* identity = Floats({1, 2, 3}, {1, 0, 0, 0, 1, 0});
  Expect("image.affine_grid", {identity, Shape({2, 2})}, cells,
         FloatTensor({1, 2, 2, 2}, {-0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5}));
}
TEST_F(ImageRows, Regions) {
  const Expr *x = Floats({1, 1, 2, 2}, {1, 2, 3, 4}), *all = Floats({1, 5}, {0, 0, 0, 1, 1});
  AttrItems pool{{"pooled_size", bench.IntList({2})}, {"spatial_scale", MakeAttrFloat(ctx, 1)}};
  Expect("vision.roi_pool", {x, all}, pool, FloatTensor({1, 1, 2, 2}, {1, 2, 3, 4}));
  AttrItems one{{"pooled_size", bench.IntList({1})},
                {"spatial_scale", MakeAttrFloat(ctx, 1)},
                {"sample_ratio", MakeAttrInt(ctx, 1)}};
  Expect("vision.roi_align", {x, all}, one, FloatTensor({1, 1, 1, 1}, {2.5}));
}
TEST_F(ImageRows, ValidBoxesComeToTheFront) {
  const Expr* boxes = Floats({1, 3, 2}, {0, 0.25, -1, 0.75, 1, 0.75});
  std::vector<Tensor> got =
      bench.Agree("vision.get_valid_counts", {boxes}, {{"score_threshold", MakeAttrFloat(ctx, 0.5)}});
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(got[0].At(0).AsInt(), 1);
  RowBench::ExpectSame(got[1], FloatTensor({1, 3, 2}, {1, 0.75, -1, -1, -1, -1}));
  RowBench::ExpectSame(got[2], Tensor::Ints(DType::Int(32), {1, 3}, std::vector<int64_t>{2, -1, -1}));
}
TEST_F(ImageRows, AnchorsMoveByTheirOffsets) {
  const Expr *cls = Floats({1, 2, 1}, {0, 0}), *loc = Floats({1, 4}, {0.5, 0, 0, 0}),
             *anchor = Floats({1, 1, 4}, {0, 0, 2, 4});
  std::vector<Tensor> got = bench.Agree("vision.multibox_transform_loc", {cls, loc, anchor});
  ASSERT_EQ(got.size(), 2u);
  RowBench::ExpectSame(got[0], FloatTensor({1, 1, 4}, {0, 1, 4, 3}));
  RowBench::ExpectSame(got[1], FloatTensor({1, 2, 1}, {0.5, 0.5}));
}
TEST_F(ImageRows, GradientsOfPools) {
  const Expr *x = Floats({1, 1, 2, 2}, {1, 4, 4, 2}), *g = Floats({1, 1, 1, 1}, {8});
  AttrItems window{{"pool_size", bench.IntList({2, 2})}};
  Expect("grad.max_pool2d_backward", {g, x}, window, FloatTensor({1, 1, 2, 2}, {0, 8, 0, 0}));
  Expect("grad.avg_pool2d_backward", {g, x}, window, FloatTensor({1, 1, 2, 2}, {2, 2, 2, 2}));
  // The second window has one column; the other one that ceil_mode gives it was not averaged over.
  AttrItems ceil{{"pool_size", bench.IntList({2, 2})},
                 {"strides", bench.IntList({2, 2})},
                 {"ceil_mode", MakeAttrBool(ctx, true)},
                 {"count_include_pad", MakeAttrBool(ctx, true)}};
  Expect("grad.avg_pool2d_backward", {Floats({1, 1, 1, 2}, {8, 8}), Floats({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6})}, ceil,
         FloatTensor({1, 1, 2, 3}, {2, 2, 4, 2, 2, 4}));
  // More windows than the data has: no pool had such a result.
  Result<const Call*> more =
      bench.Infer("grad.avg_pool2d_backward", {Floats({1, 1, 1, 1}, {8}), Floats({1, 1, 1, 2}, {1, 2})}, window);
  ASSERT_TRUE(more.ok());
  EvalResult none = bench.Evaluate(*more);
  ASSERT_TRUE(std::holds_alternative<Trap>(none));
  EXPECT_EQ(std::get<Trap>(none).kind, TrapKind::kShapeMismatch);
  const Expr* indices = bench.Given(Tensor::Ints(DType::Int(64), {3}, std::vector<int64_t>{1, 1, 7}));
  Expect("grad.take_backward", {Floats({3}, {1, 2, 4}), Floats({2}, {0, 0}), indices}, {{"axis", MakeAttrInt(ctx, 0)}},
         FloatTensor({2}, {0, 3}));
}

}  // namespace
}  // namespace assay
