// Results in another order than the data: each row with out_layout gives the same elements elsewhere, evaluated and as
// a kernel.
#include "ir/ops/out_order.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "ir/ops/row_bench.h"

namespace assay {
namespace {

// An operator on counted data of such extents, in layouts named by `attr`, and how results are laid out.
struct Row {
  const char* op;
  const char* attr;
  const char* layout;
  const char* out;
  std::vector<std::vector<int64_t>> shapes;
};

std::vector<Row> Rows() {
  const std::vector<int64_t> ncw{2, 3, 5}, nchw{1, 2, 3, 4}, ncdhw{1, 2, 3, 2, 4};
  std::vector<Row> rows{{"nn.conv1d", "data_layout", "NCW", "NWC", {ncw, {4, 3, 2}}},
                        {"nn.conv2d", "data_layout", "NCHW", "NHWC", {nchw, {3, 2, 2, 1}}},
                        {"nn.conv2d", "data_layout", "NHWC", "WCNH", {{1, 3, 4, 2}, {3, 2, 2, 1}}},
                        {"nn.conv3d", "data_layout", "NCDHW", "NDHWC", {ncdhw, {3, 2, 1, 2, 2}}},
                        {"nn.conv1d_transpose", "data_layout", "NCW", "CWN", {ncw, {3, 2, 2}}},
                        {"nn.conv2d_transpose", "data_layout", "NCHW", "NHWC", {nchw, {2, 3, 2, 1}}},
                        {"nn.conv3d_transpose", "data_layout", "NCDHW", "NDHWC", {ncdhw, {2, 3, 1, 2, 2}}},
                        {"nn.max_pool2d", "layout", "NHWC", "NCHW", {{1, 3, 4, 2}}},
                        {"nn.adaptive_avg_pool2d", "layout", "NCHW", "HWCN", {nchw}},
                        {"grad.max_pool2d_backward", "layout", "NCHW", "NHWC", {{1, 3, 4, 2}, nchw}},
                        {"grad.avg_pool2d_backward", "layout", "NCHW", "WNCH", {{4, 1, 2, 3}, nchw}}};
  for (const char* kind : {"nn.max_pool", "nn.avg_pool", "nn.adaptive_avg_pool"}) {
    static std::vector<std::string> names;
    names.reserve(32);
    for (const char* spatial : {"1d", "2d", "3d"}) {
      names.push_back(std::string(kind) + spatial);
      bool one = spatial[0] == '1', two = spatial[0] == '2';
      rows.push_back({names.back().c_str(),
                      "layout",
                      one   ? "NCW"
                      : two ? "NCHW"
                            : "NCDHW",
                      one   ? "CWN"
                      : two ? "NWHC"
                            : "NDCHW",
                      {one   ? ncw
                       : two ? nchw
                             : ncdhw}});
    }
  }
  return rows;
}

Tensor Counted(const std::vector<int64_t>& shape) {
  Tensor tensor(DType::Float(32), shape);
  for (int64_t i = 0; i < tensor.size(); ++i) tensor.Set(i, Scalar::Int(DType::Float(32), i * 7 % 23 - 5));
  return tensor;
}

// `from` with its dimensions in the order of other letters.
Tensor Transposed(const Tensor& from, std::string_view letters, std::string_view to) {
  std::vector<int64_t> shape;
  for (char letter : to) shape.push_back(from.shape()[letters.find(letter)]);
  Tensor out(from.dtype(), shape);
  eval::ForEach(shape, [&](const eval::Index& at) {
    eval::Index source;
    for (char letter : letters) source.push_back(at[to.find(letter)]);
    out.Set(eval::Offset(shape, at), eval::At(from, source));
  });
  return out;
}

TEST(OutOrderTest, ElementsAreTheSameInAnotherOrder) {
  for (const Row& row : Rows()) {
    SCOPED_TRACE(row.op);
    RowBench bench;
    bool backward = std::string_view(row.op).starts_with("grad.");
    std::vector<const Expr*> args, plain;
    for (const auto& shape : row.shapes) {
      bool given_so = backward && args.empty();
      args.push_back(bench.Given(Counted(shape)));
      plain.push_back(given_so ? bench.Given(Transposed(Counted(shape), row.out, row.layout)) : args.back());
    }
    AttrItems attrs{{row.attr, MakeAttrString(bench.ctx(), row.layout)}};
    if (std::string_view(row.op).find("adaptive") != std::string_view::npos)
      attrs.emplace_back("output_size", bench.IntList(eval::Index(std::string_view(row.layout).size() - 2, 2)));
    if (backward) attrs.emplace_back("pool_size", bench.IntList({1, 1}));
    Tensor expected = bench.Agree(row.op, plain, attrs)[0];
    attrs.emplace_back("out_layout", MakeAttrString(bench.ctx(), row.out));
    Tensor got = bench.Agree(row.op, args, attrs)[0];
    RowBench::ExpectSame(got, backward ? expected : Transposed(expected, row.layout, row.out));
  }
}

TEST(OutOrderTest, SplitDimensionsAreRefused) {
  Context ctx;
  const Expr* x = MakeVar(
      ctx, "x",
      MakeTensorType(ctx, {MakeInt(ctx, 1), MakeInt(ctx, 4), MakeInt(ctx, 2), MakeInt(ctx, 2)}, DType::Float(32)));
  for (const char* out : {"NCHW", "NHWC", "NCHW4c"}) {
    const Call* call =
        MakeCall(ctx, OpNode(ctx, "relax.nn.max_pool2d"), {x},
                 MakeDict(ctx, {{"layout", MakeAttrString(ctx, "NCHW")}, {"out_layout", MakeAttrString(ctx, out)}}));
    EXPECT_EQ(OutOrder::Of(*call, "layout", 2).has_value(), std::string_view(out) != "NCHW4c") << out;
  }
}

}  // namespace
}  // namespace assay
