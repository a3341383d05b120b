#include "ir/ops/infer_rules.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class Manipulate : public testing::Test {
 protected:
  // Elements 0, 1, 2, … in this shape.
  const Expr* Counted(std::vector<int64_t> shape) {
    std::vector<int64_t> values;
    int64_t count = 1;
    for (int64_t extent : shape) count *= extent;
    for (int64_t i = 0; i < count; ++i) values.push_back(i);
    return bench.Given(Tensor::Ints(DType::Int(32), std::move(shape), values));
  }
  const Expr* Shape(const std::vector<int64_t>& dims) {
    std::vector<const Expr*> exprs;
    for (int64_t dim : dims) exprs.push_back(MakeInt(ctx, dim));
    return MakeShape(ctx, exprs);
  }
  AttrItems Axis(int64_t axis) { return {{"axis", MakeAttrInt(ctx, axis)}}; }
  AttrItems AxisList(const std::vector<int64_t>& axes) { return {{"axis", bench.IntList(axes)}}; }
  static void Expect(const Tensor& got, std::vector<int64_t> shape, std::vector<int64_t> values) {
    RowBench::ExpectSame(got, Tensor::Ints(DType::Int(32), std::move(shape), values));
  }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(Manipulate, PermuteDims) {
  Expect(bench.Agree("permute_dims", {Counted({2, 3})})[0], {3, 2}, {0, 3, 1, 4, 2, 5});
  Tensor out = bench.Agree("permute_dims", {Counted({1, 2, 2})}, {{"axes", bench.IntList({1, -1, 0})}})[0];
  Expect(out, {2, 2, 1}, {0, 1, 2, 3});
}
TEST_F(Manipulate, ExpandDimsAndSqueeze) {
  EXPECT_EQ(bench.Agree("expand_dims", {Counted({2})}, AxisList({0, -1}))[0].shape(), (std::vector<int64_t>{1, 2, 1}));
  EXPECT_EQ(bench.Agree("squeeze", {Counted({1, 2, 1})})[0].shape(), std::vector<int64_t>{2});
  EXPECT_EQ(bench.Agree("squeeze", {Counted({1, 2, 1})}, AxisList({0}))[0].shape(), (std::vector<int64_t>{2, 1}));
  // A constant extent other than 1 stays.
  EXPECT_EQ(bench.Agree("squeeze", {Counted({1, 2})}, AxisList({1}))[0].shape(), (std::vector<int64_t>{1, 2}));
}
TEST_F(Manipulate, Flip) { Expect(bench.Agree("flip", {Counted({2, 2})}, Axis(-1))[0], {2, 2}, {1, 0, 3, 2}); }
TEST_F(Manipulate, ReshapeResolvesSpecialNumbers) {
  Expect(bench.Agree("reshape", {Counted({2, 3}), Shape({3, 2})})[0], {3, 2}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(bench.Agree("reshape", {Counted({2, 3}), Shape({0, -1, 1})})[0].shape(), (std::vector<int64_t>{2, 3, 1}));
  EXPECT_EQ(bench.Agree("flatten", {Counted({2, 3})})[0].shape(), std::vector<int64_t>{6});
  EXPECT_EQ(bench.Agree("flatten", {Counted({})})[0].shape(), std::vector<int64_t>{1});
}
TEST_F(Manipulate, BroadcastTo) {
  Expect(bench.Agree("broadcast_to", {Counted({2, 1}), Shape({2, 2, 2})})[0], {2, 2, 2}, {0, 0, 1, 1, 0, 0, 1, 1});
}
TEST_F(Manipulate, ConcatAndStack) {
  const Expr* a = Counted({1, 2});
  Expect(bench.Agree("concat", {MakeTuple(ctx, {a, Counted({2, 2}), a})})[0], {4, 2}, {0, 1, 0, 1, 2, 3, 0, 1});
  Expect(bench.Agree("concat", {MakeTuple(ctx, {a, Counted({1, 1})})}, Axis(-1))[0], {1, 3}, {0, 1, 0});
  Expect(bench.Agree("stack", {MakeTuple(ctx, {Counted({2}), Counted({2})})}, Axis(1))[0], {2, 2}, {0, 0, 1, 1});
}
TEST_F(Manipulate, Split) {
  auto cuts = [&](const Attr* how) { return AttrItems{{"indices_or_sections", how}, {"axis", MakeAttrInt(ctx, 0)}}; };
  std::vector<Tensor> halves = bench.Agree("split", {Counted({3})}, cuts(MakeAttrInt(ctx, 2)));
  Expect(halves[0], {2}, {0, 1});
  Expect(halves[1], {1}, {2});
  std::vector<Tensor> parts = bench.Agree("split", {Counted({3})}, cuts(bench.IntList({1, 7})));
  Expect(parts[0], {1}, {0});
  Expect(parts[1], {2}, {1, 2});
  Expect(parts[2], {0}, {});
  EXPECT_EQ(bench.Agree("split", {Counted({3})}, cuts(MakeAttrInt(ctx, 1))).size(), 1u);
}
TEST_F(Manipulate, TileAndRepeat) {
  Expect(bench.Agree("tile", {Counted({2})}, {{"repeats", bench.IntList({2, 2})}})[0], {2, 4},
         {0, 1, 0, 1, 0, 1, 0, 1});
  AttrItems twice{{"repeats", MakeAttrInt(ctx, 2)}};
  Expect(bench.Agree("repeat", {Counted({1, 2})}, twice)[0], {4}, {0, 0, 1, 1});
  twice.emplace_back("axis", MakeAttrInt(ctx, 0));
  Expect(bench.Agree("repeat", {Counted({1, 2})}, twice)[0], {2, 2}, {0, 1, 0, 1});
}
TEST_F(Manipulate, SymbolicDimensionsStay) {
  const Expr* n = bench.Symbol("n", 2);
  const Expr* x = bench.Given(Tensor::Ints(DType::Int(32), {2, 3}, std::vector<int64_t>{1, 2, 3, 4, 5, 6}), "x",
                              {n, MakeInt(ctx, 3)});
  const Expr* twice = MakeBinary(ctx, NodeKind::kMul, n, MakeInt(ctx, 3));
  Expect(bench.Agree("reshape", {x, MakeShape(ctx, {twice})})[0], {6}, {1, 2, 3, 4, 5, 6});
  Expect(bench.Agree("concat", {MakeTuple(ctx, {x, x})})[0], {4, 3}, {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6});
}
TEST_F(Manipulate, BrokenPreconditions) {
  const Expr* x = Counted({2, 3});
  EXPECT_EQ(bench.Breaks("permute_dims", {x}, {{"axes", bench.IntList({0})}}), "permute_dims.r1");
  EXPECT_EQ(bench.Breaks("permute_dims", {x}, {{"axes", bench.IntList({0, -2})}}), "permute_dims.r2");
  EXPECT_EQ(bench.Breaks("expand_dims", {x}, AxisList({3})), "expand_dims.r1");
  EXPECT_EQ(bench.Breaks("squeeze", {x}, AxisList({2})), "squeeze.r1");
  EXPECT_EQ(bench.Breaks("flip", {x}, Axis(2)), "flip.r1");
  EXPECT_EQ(bench.Breaks("reshape", {x, Shape({-1, -1})}), "reshape.r1");
  const Expr* unknown = bench.Typed(MakeTensorTypeOfRank(ctx, 2, DType::Float(32)));
  EXPECT_EQ(bench.Breaks("reshape", {unknown, Shape({-1})}), "reshape.r2");
  EXPECT_EQ(bench.Breaks("reshape", {x, Shape({5})}), "reshape.r3");
  EXPECT_EQ(bench.Breaks("broadcast_to", {x, Shape({3})}), "broadcast_to.r1");
  EXPECT_EQ(bench.Breaks("broadcast_to", {x, Shape({2, 4})}), "broadcast_to.r2");
}
TEST_F(Manipulate, BrokenPreconditionsOfTuplesAndParts) {
  const Expr* x = Counted({2, 3});
  const Expr* floats = bench.Given(Tensor(DType::Float(32), {2, 3}));
  for (std::string op : {"concat", "stack"}) {
    EXPECT_EQ(bench.Breaks(op, {MakeTuple(ctx, {})}), op + ".r1");
    EXPECT_EQ(bench.Breaks(op, {MakeTuple(ctx, {x, floats})}), op + ".r2");
    EXPECT_EQ(bench.Breaks(op, {MakeTuple(ctx, {x, Counted({2})})}), op + ".r3");
    EXPECT_EQ(bench.Breaks(op, {MakeTuple(ctx, {x, x})}, Axis(5)), op + ".r4");
    EXPECT_EQ(bench.Breaks(op, {MakeTuple(ctx, {x, Counted({2, 2})})}), op + ".r5");
  }
  EXPECT_EQ(bench.Breaks("split", {x}, {{"indices_or_sections", MakeAttrInt(ctx, 0)}}), "split.r1");
  AttrItems far{{"indices_or_sections", MakeAttrInt(ctx, 2)}, {"axis", MakeAttrInt(ctx, 2)}};
  EXPECT_EQ(bench.Breaks("split", {x}, far), "split.r2");
  EXPECT_EQ(bench.Breaks("tile", {x}, {{"repeats", bench.IntList({-1})}}), "tile.r1");
  EXPECT_EQ(bench.Breaks("repeat", {x}, {{"repeats", MakeAttrInt(ctx, -1)}}), "repeat.r1");
  AttrItems repeat{{"repeats", MakeAttrInt(ctx, 1)}, {"axis", MakeAttrInt(ctx, 2)}};
  EXPECT_EQ(bench.Breaks("repeat", {x}, repeat), "repeat.r2");
}

}  // namespace
}  // namespace assay
