// Attention with shared heads, windows and sequences one behind the other, and cubic samples, on numbers that can be
// checked by hand: all scores of a query are equal, so that it gives the mean of the values it sees.
#include <cmath>

#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class AttentionRows : public testing::Test {
 protected:
  // (1, length, heads, width), zeros or the given values.
  const Expr* Of(int64_t length, int64_t heads, std::vector<double> values = {}) {
    if (values.empty()) values.assign(static_cast<size_t>(length * heads), 0);
    return bench.Given(Tensor::Floats(DType::Float(32), {1, length, heads, 1}, values));
  }
  const Expr* Starts(std::vector<int64_t> values) {
    return bench.Given(Tensor::Ints(DType::Int(32), {static_cast<int64_t>(values.size())}, values));
  }
  AttrItems Mask(std::string_view kind, int64_t window) {
    AttrItems attrs{{"causal_mask", MakeAttrString(ctx, kind)}};
    if (window > 0) attrs.emplace_back("window_size", MakeAttrInt(ctx, window));
    return attrs;
  }
  void Expect(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs,
              const std::vector<double>& want) {
    std::vector<Tensor> got = bench.Agree(op, args, attrs);
    ASSERT_EQ(got.size(), 1u);
    RowBench::ExpectSame(got[0], Tensor::Floats(DType::Float(32), got[0].shape(), want));
  }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(AttentionRows, HeadsInARowShareKeys) {
  Expect("nn.attention", {Of(1, 4), Of(2, 2), Of(2, 2, {1, 10, 3, 30})}, {}, {2, 2, 20, 20});
  // Values may have yet another number of heads.
  Expect("nn.attention", {Of(1, 4), Of(2, 2), Of(2, 1, {1, 3})}, {}, {2, 2, 2, 2});
}
// What is known only when it runs.
TEST_F(AttentionRows, ABiasThatDoesNotBroadcastFitsNothing) {
  auto bias = [&](std::vector<int64_t> shape) {
    int64_t count = 1;
    for (int64_t extent : shape) count *= extent;
    return bench.Given(Tensor::Floats(DType::Float(32), shape, std::vector<double>(static_cast<size_t>(count), 0)));
  };
  Result<const Call*> call = bench.Infer("nn.attention_bias", {Of(2, 1), Of(3, 1), Of(3, 1), bias({1, 1, 1, 3})});
  ASSERT_TRUE(call.ok());
  EXPECT_TRUE(std::holds_alternative<Value>(bench.Evaluate(*call)));
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{1, 1, 3, 3}, {1, 1, 2, 1}, {1, 1, 1, 4}}) {
    Call wrong = **call;
    wrong.args = ctx.Copy(std::vector<const Expr*>{(*call)->args[0], (*call)->args[1], (*call)->args[2], bias(shape)});
    EvalResult result = bench.Evaluate(&wrong);
    ASSERT_TRUE(std::holds_alternative<Trap>(result));
    EXPECT_EQ(std::get<Trap>(result).kind, TrapKind::kShapeMismatch);
  }
}
TEST_F(AttentionRows, AWindowHoldsTheLastKeys) {
  std::vector<const Expr*> args{Of(3, 1), Of(3, 1), Of(3, 1, {2, 4, 8})};
  Expect("nn.attention", {Of(2, 1), args[1], args[2]}, Mask("TopLeft", 0), {2, 3});
  Expect("nn.attention", args, Mask("TopLeft", 2), {2, 3, 6});
  std::vector<const Expr*> longer{Of(1, 1), Of(3, 1), Of(3, 1, {2, 4, 8})};
  Expect("nn.attention", longer, Mask("BottomRight", 2), {6});
  Result<const Call*> open = bench.Infer("nn.attention", args, {{"window_size", MakeAttrInt(ctx, 2)}});
  EXPECT_TRUE(std::holds_alternative<Refused>(bench.Evaluate(*open)));
}
TEST_F(AttentionRows, SequencesLookAtTheirOwn) {
  const Expr *longest = Starts({2}), *queries = Starts({0, 1, 3}), *keys = Starts({0, 2, 3});
  std::vector<const Expr*> args{Of(4, 1), Of(3, 1), Of(3, 1, {2, 4, 8}), queries, keys, longest, longest};
  // The last query is in no sequence.
  Expect("nn.attention_var_len", args, {}, {3, 8, 8, 0});
  Expect("nn.attention_var_len", args, Mask("TopLeft", 0), {2, 8, 8, 0});
  // With more queries than keys the window has left the keys behind: 0 / 0.
  Expect("nn.attention_var_len", args, Mask("BottomRight", 1), {4, std::nan(""), std::nan(""), 0});
}
TEST_F(AttentionRows, CubicSamplesOfALineStayOnIt) {
  std::vector<double> line;
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) line.push_back(x);
  }
  const Expr* data = bench.Given(Tensor::Floats(DType::Float(32), {1, 1, 6, 6}, line));
  // x = 2.5 and 2.25 of 5, y in the middle.
  const Expr* grid = bench.Given(Tensor::Floats(DType::Float(32), {1, 2, 1, 2}, std::vector<double>{0, 0.5, 0, 0}));
  AttrItems attrs{{"method", MakeAttrString(ctx, "bicubic")}, {"align_corners", MakeAttrBool(ctx, true)}};
  std::vector<Tensor> got = bench.Agree("image.grid_sample", {data, grid}, attrs);
  EXPECT_NEAR(got[0].At(0).AsDouble(), 2.5, 1e-6);
  EXPECT_NEAR(got[0].At(1).AsDouble(), 3.75, 0.1);
}

}  // namespace
}  // namespace assay
