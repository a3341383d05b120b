// Pools, norms, losses, activations and attention on numbers that can be checked by hand.
#include <cmath>

#include "ir/ops/infer_rules.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

class NnRows : public testing::Test {
 protected:
  const Expr* Floats(std::vector<int64_t> shape, std::vector<double> values) {
    return bench.Given(Tensor::Floats(DType::Float(32), std::move(shape), values));
  }
  const Expr* Longs(std::vector<int64_t> shape, std::vector<int64_t> values) {
    return bench.Given(Tensor::Ints(DType::Int(64), std::move(shape), values));
  }
  void Expect(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs,
              std::vector<int64_t> shape, std::vector<double> values) {
    std::vector<Tensor> got = bench.Agree(op, args, attrs);
    ASSERT_FALSE(got.empty()) << op;
    RowBench::ExpectSame(got[0], Tensor::Floats(DType::Float(32), std::move(shape), values));
  }
  const Attr* Yes() { return MakeAttrBool(ctx, true); }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(NnRows, PoolsTakeWhatTheWindowCovers) {
  const Expr* x = Floats({1, 1, 5}, {1, 2, 3, 4, 5});
  AttrItems window{{"pool_size", bench.IntList({3})}, {"strides", bench.IntList({2})}};
  Expect("nn.max_pool1d", {x}, window, {1, 1, 2}, {3, 5});
  Expect("nn.avg_pool1d", {x}, window, {1, 1, 2}, {2, 4});
  AttrItems padded = window;
  padded.emplace_back("padding", bench.IntList({1, 1}));
  Expect("nn.avg_pool1d", {x}, padded, {1, 1, 3}, {1, 3, 3});
  padded.emplace_back("count_include_pad", MakeAttrBool(ctx, false));
  Expect("nn.avg_pool1d", {x}, padded, {1, 1, 3}, {1.5, 3, 4.5});
}
TEST_F(NnRows, CeilModeLeavesOutWindowsThatBeginInThePadding) {
  const Expr* x = Floats({1, 1, 4}, {1, 2, 3, 4});
  AttrItems window{{"pool_size", bench.IntList({2})}, {"strides", bench.IntList({3})}, {"ceil_mode", Yes()}};
  Expect("nn.max_pool1d", {x}, window, {1, 1, 2}, {2, 4});
  AttrItems wide{{"pool_size", bench.IntList({1})}, {"strides", bench.IntList({4})}, {"ceil_mode", Yes()}};
  Expect("nn.max_pool1d", {x}, wide, {1, 1, 1}, {1});
}
TEST_F(NnRows, AdaptivePoolsDivideUnevenly) {
  const Expr* x = Floats({1, 1, 5}, {1, 2, 3, 4, 5});
  Expect("nn.adaptive_avg_pool1d", {x}, {{"output_size", bench.IntList({2})}}, {1, 1, 2}, {2, 4});
}
TEST_F(NnRows, TransposedConvolutionSpreadsItsInput) {
  const Expr *x = Floats({1, 1, 2}, {1, 2}), *w = Floats({1, 1, 2}, {10, 1});
  Expect("nn.conv1d_transpose", {x, w}, {{"strides", bench.IntList({2})}}, {1, 1, 4}, {10, 1, 20, 2});
  Expect("nn.conv1d_transpose", {x, w}, {}, {1, 1, 3}, {10, 21, 2});
}
TEST_F(NnRows, NormsCentreAndScale) {
  const Expr *x = Floats({1, 4}, {1, 3, 1, 3}), *one = Floats({4}, {1, 1, 1, 1}), *two = Floats({4}, {2, 2, 2, 2});
  AttrItems attrs{{"axes", bench.IntList({1})}, {"epsilon", MakeAttrFloat(ctx, 0)}};
  Expect("nn.layer_norm", {x, two, one}, attrs, {1, 4}, {-1, 3, -1, 3});
  const Expr* flat = Floats({1, 2}, {3, 3});
  Expect("nn.rms_norm", {flat, Floats({2}, {1, 5})}, {{"axes", bench.IntList({1})}, {"epsilon", MakeAttrFloat(ctx, 0)}},
         {1, 2}, {1, 5});
  AttrItems groups{{"num_groups", MakeAttrInt(ctx, 2)},
                   {"channel_axis", MakeAttrInt(ctx, 0)},
                   {"axes", bench.IntList({1})},
                   {"epsilon", MakeAttrFloat(ctx, 0)}};
  const Expr *g = Floats({2, 2}, {1, 3, 10, 30}), *ones = Floats({2}, {1, 1}), *zeros = Floats({2}, {0, 0});
  Expect("nn.group_norm", {g, ones, zeros}, groups, {2, 2}, {-1, 1, -1, 1});
}
TEST_F(NnRows, BatchNormMovesItsAverages) {
  const Expr *x = Floats({2, 1}, {1, 3}), *one = Floats({1}, {1}), *zero = Floats({1}, {0});
  AttrItems attrs{
      {"axis", MakeAttrInt(ctx, 1)}, {"epsilon", MakeAttrFloat(ctx, 0)}, {"momentum", MakeAttrFloat(ctx, 0.5)}};
  std::vector<Tensor> got = bench.Agree("nn.batch_norm", {x, one, zero, zero, one}, attrs);
  ASSERT_EQ(got.size(), 3u);
  RowBench::ExpectSame(got[0], Tensor::Floats(DType::Float(32), {2, 1}, std::vector<double>{-1, 1}));
  EXPECT_EQ(got[1].At(0).f, 1);
  EXPECT_EQ(got[2].At(0).f, 1);
}
TEST_F(NnRows, LossesOfClasses) {
  const Expr *p = Floats({2, 3}, {1, 2, 3, 4, 5, 6}), *t = Longs({2}, {2, 0}), *w = Floats({3}, {1, 1, 3});
  auto reduction = [&](std::string_view name) { return AttrItems{{"reduction", MakeAttrString(ctx, name)}}; };
  Expect("nn.nll_loss", {p, t, w}, reduction("none"), {2}, {-9, -4});
  Expect("nn.nll_loss", {p, t, w}, reduction("sum"), {}, {-13});
  Expect("nn.nll_loss", {p, t, w}, reduction("mean"), {}, {-3.25});
  Expect("grad.nll_loss_backward", {Floats({}, {1}), p, t, w}, reduction("sum"), {2, 3}, {0, 0, -3, -1, 0, 0});
  AttrItems ignored{{"reduction", MakeAttrString(ctx, "mean")}, {"ignore_index", MakeAttrInt(ctx, 2)}};
  Expect("nn.nll_loss", {p, t}, ignored, {}, {-4});
  Expect("nn.cross_entropy_with_logits", {Floats({2, 1}, {1, 2}), Floats({2, 1}, {3, 4})}, {}, {}, {-5.5});
}
TEST_F(NnRows, ATargetThatIsNoClassTraps) {
  Result<const Call*> call = bench.Infer("nn.nll_loss", {Floats({1, 2}, {1, 2}), Longs({1}, {5})});
  ASSERT_TRUE(call.ok());
  EvalResult result = bench.Evaluate(*call);
  ASSERT_TRUE(std::holds_alternative<Trap>(result));
  EXPECT_EQ(std::get<Trap>(result).kind, TrapKind::kOutOfBounds);
}
TEST_F(NnRows, AttentionLooksUpToItsOwnIndex) {
  const Expr* q = Floats({1, 2, 1, 1}, {0, 0});
  const Expr* v = Floats({1, 2, 1, 1}, {2, 4});
  Expect("nn.attention", {q, q, v}, {}, {1, 2, 1, 1}, {3, 3});
  Expect("nn.attention", {q, q, v}, {{"causal_mask", MakeAttrString(ctx, "TopLeft")}}, {1, 2, 1, 1}, {2, 3});
}
TEST_F(NnRows, ActivationsAtTheirCorners) {
  Expect("nn.prelu", {Floats({1, 2}, {-1, -1}), Floats({2}, {2, 3})}, {}, {1, 2}, {-2, -3});
  Expect("nn.softplus", {Floats({1}, {30})}, {}, {1}, {30});
  Expect("nn.selu", {Floats({1}, {0})}, {}, {1}, {0});
  Expect("log_add_exp", {Floats({2}, {HUGE_VAL, 100}), Floats({2}, {-HUGE_VAL, 0})}, {}, {2}, {HUGE_VAL, HUGE_VAL});
}

}  // namespace
}  // namespace assay
