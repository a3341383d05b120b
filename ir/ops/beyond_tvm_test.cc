// Calls that TVM infers and cannot lower, which have kernels here: evaluation and kernel agree to the bit.
#include <gtest/gtest.h>

#include "ir/ops/row_bench.h"

namespace assay {
namespace {

HostTensor Filled(DType dtype, std::vector<int64_t> shape, const std::vector<int64_t>& numbers) {
  HostTensor tensor(dtype, std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i) {
    tensor.Set(i, Scalar::Int(dtype, numbers[static_cast<size_t>(i) % numbers.size()]));
  }
  return tensor;
}

TEST(BeyondTvm, PowersOfIntegers) {
  for (DType dtype : {DType::Int(8), DType::Int(16), DType::Int(32), DType::Int(64), DType::UInt(8), DType::UInt(32),
                      DType::UInt(64), DType::Bool()}) {
    SCOPED_TRACE(DTypeName(dtype));
    RowBench bench;
    bool wide = dtype.bits >= 8;
    const Expr* x = bench.Given(
        Filled(dtype, {3, 4},
               wide ? std::vector<int64_t>{0, 1, 2, 3, -1, -2, 5, 7, 11, 100, 2, 3} : std::vector<int64_t>{0, 1}));
    const Expr* y = bench.Given(
        Filled(dtype, {4}, wide ? std::vector<int64_t>{0, 1, 5, -1} : std::vector<int64_t>{0, 0, 1, 1}), "y");
    bench.Agree("power", {x, y});
    bench.Agree("power", {y, x});
    const Expr* truth = bench.Given(Filled(DType::Bool(), {4}, {0, 1, 1, 0}), "t");
    bench.Agree("power", {x, truth});
    bench.Agree("power", {truth, y});
  }
  RowBench bench;
  const Expr* base = bench.Given(Filled(DType::Int(32), {5}, {2, -3, 0, 10, 7}));
  const Expr* exponent = bench.Given(Filled(DType::Int(32), {5}, {10, 3, 0, -1, 1}), "y");
  std::vector<HostTensor> powers = bench.Agree("power", {base, exponent});
  const int64_t kWant[] = {1024, -27, 1, 0, 7};
  for (int64_t i = 0; i < 5; ++i) EXPECT_EQ(powers[0].At(i).AsInt(), kWant[i]);
}

TEST(BeyondTvm, GreatestAndLeastOfBool) {
  for (std::string_view op : {"max", "min"}) {
    for (const std::vector<int64_t>& numbers : {std::vector<int64_t>{0}, {1}, {0, 1, 1, 1, 0, 0, 1}}) {
      RowBench bench;
      const Expr* x = bench.Given(Filled(DType::Bool(), {2, 3}, numbers));
      bench.Agree(op, {x});
      bench.Agree(op, {x}, {{"axis", bench.IntList({1})}});
      bench.Agree(op, {x}, {{"axis", bench.IntList({0})}, {"keepdims", MakeAttrBool(bench.ctx(), true)}});
      bench.Agree(op, {bench.Given(Filled(DType::Bool(), {}, numbers))});
    }
  }
}

TEST(BeyondTvm, SplitAtAnyIndices) {
  for (const std::vector<int64_t>& indices :
       {std::vector<int64_t>{2, 2}, {0, 0}, {5, 5}, {3, 1}, {-2, 1}, {7, 9}, {4, 4, 2, 5}}) {
    RowBench bench;
    const Expr* fixed = bench.Given(Filled(DType::Int(32), {5, 2}, {1, 2, 3, 4, 5, 6, 7}));
    bench.Agree("split", {fixed},
                {{"indices_or_sections", bench.IntList(indices)}, {"axis", MakeAttrInt(bench.ctx(), 0)}});
    const Expr* open =
        bench.Given(Filled(DType::Int(32), {5, 2}, {1, 2, 3}), "y", {bench.Symbol("n", 5), MakeInt(bench.ctx(), 2)});
    bench.Agree("split", {open},
                {{"indices_or_sections", bench.IntList(indices)}, {"axis", MakeAttrInt(bench.ctx(), 0)}});
  }
}

// Resized to an extent of 1 with corners aligned: the first place, as ONNX has it; TVM divides by zero.
TEST(BeyondTvm, ResizedToOnePlaceWithAlignedCorners) {
  for (std::string_view op : {"image.resize2d", "image.resize3d"}) {
    for (std::string_view method : {"nearest_neighbor", "linear", "cubic"}) {
      for (std::string_view rounding : {"round", "floor", "ceil", "round_prefer_ceil"}) {
        if (op == "image.resize3d" && method == "cubic") continue;
        RowBench bench;
        Context& ctx = bench.ctx();
        bool flat = op == "image.resize2d";
        std::vector<int64_t> shape = flat ? std::vector<int64_t>{1, 1, 2, 3} : std::vector<int64_t>{1, 1, 2, 3, 2};
        HostTensor image = Filled(DType::Int(32), shape, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        HostTensor data(DType::Float(32), shape);
        for (int64_t i = 0; i < data.size(); ++i) data.Set(i, scalar::Cast(image.At(i), DType::Float(32)));
        AttrItems attrs{{"method", MakeAttrString(ctx, method)},
                        {"rounding_method", MakeAttrString(ctx, rounding)},
                        {"coordinate_transformation_mode", MakeAttrString(ctx, "align_corners")},
                        {"layout", MakeAttrString(ctx, flat ? "NCHW" : "NCDHW")}};
        const Expr* x = bench.Given(data);
        std::vector<const Expr*> size{MakeInt(ctx, 1), MakeInt(ctx, 3)};
        if (!flat) size.push_back(MakeInt(ctx, 1));
        std::vector<HostTensor> results = bench.Agree(op, {x, MakeShape(ctx, size)}, attrs);
        ASSERT_EQ(results.size(), 1u);
        // The first row, and of it the first places in depth.
        const double kRow[] = {1, flat ? 2.0 : 3.0, flat ? 3.0 : 5.0};
        for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(results[0].At(i).AsDouble(), kRow[i]) << op << " " << method;
        std::vector<const Expr*> open = size;
        open[0] = bench.Symbol("h", 1);
        bench.Agree(op, {x, MakeShape(ctx, open)}, attrs);
      }
    }
  }
}

}  // namespace
}  // namespace assay
