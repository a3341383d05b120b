// Activations and softmax: values that can be checked by hand, the corners of the formats, broken preconditions.
#include <cmath>
#include <limits>

#include "ir/ops/row_bench.h"

namespace assay {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

class Nn : public testing::Test {
 protected:
  std::vector<double> Of(std::string_view op, std::vector<double> values, const AttrItems& attrs = {},
                         DType dtype = DType::Float(32)) {
    auto count = static_cast<int64_t>(values.size());
    Tensor out = bench.Agree(op, {bench.Given(Tensor::Floats(dtype, {count}, values))}, attrs)[0];
    std::vector<double> got;
    for (int64_t i = 0; i < out.size(); ++i) got.push_back(out.At(i).AsDouble());
    return got;
  }
  RowBench bench;
  Context& ctx = bench.ctx();
};

TEST_F(Nn, Relu) {
  EXPECT_EQ(Of("nn.relu", {-1, 2, -kInf}), (std::vector<double>{0, 2, 0}));
  EXPECT_FALSE(std::signbit(Of("nn.relu", {-0.0})[0]));
  EXPECT_TRUE(std::isnan(Of("nn.relu", {std::nan("")})[0]));
}
TEST_F(Nn, LeakyRelu) {
  AttrItems half{{"alpha", MakeAttrFloat(ctx, 0.5)}};
  EXPECT_EQ(Of("nn.leakyrelu", {-4, 3}, half), (std::vector<double>{-2, 3}));
}
TEST_F(Nn, SmoothOnes) {
  EXPECT_EQ(Of("nn.silu", {0})[0], 0);
  EXPECT_NEAR(Of("nn.silu", {1})[0], 0.731058, 1e-6);
  EXPECT_NEAR(Of("nn.gelu", {1})[0], 0.841345, 1e-6);
  EXPECT_NEAR(Of("nn.gelu", {1}, {}, DType::Float(16))[0], 0.841345, 1e-3);
  EXPECT_NEAR(Of("nn.gelu_tanh", {1})[0], 0.841192, 1e-6);
  EXPECT_EQ(Of("nn.gelu_tanh", {-20})[0], 0);
}
TEST_F(Nn, Softmax) {
  EXPECT_EQ(Of("nn.softmax", {3, 3, 3, 3}), (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
  EXPECT_EQ(Of("nn.softmax", {1000, 0})[0], 1);
  EXPECT_TRUE(std::isnan(Of("nn.softmax", {-kInf, -kInf})[0]));
  EXPECT_TRUE(std::isnan(Of("nn.softmax", {1, std::nan("")})[0]));
  EXPECT_NEAR(Of("nn.log_softmax", {0, 0})[0], -std::log(2.0), 1e-7);
}
TEST_F(Nn, SoftmaxAlongAnyAxis) {
  std::vector<double> values{0, 0, 100, 0};
  const Expr* x = bench.Given(Tensor::Floats(DType::Float(64), {2, 2}, values));
  Tensor out = bench.Agree("nn.softmax", {x}, {{"axis", MakeAttrInt(ctx, 0)}})[0];
  EXPECT_EQ(out.At(1).f, 0.5);
  EXPECT_EQ(out.At(2).f, 1);
}
TEST_F(Nn, BrokenPreconditions) {
  const Expr* ints = bench.Given(Tensor(DType::Int(32), {2}));
  const Expr* floats = bench.Given(Tensor(DType::Float(32), {2}));
  EXPECT_EQ(bench.Breaks("nn.leakyrelu", {ints}), "leakyrelu.r1");
  EXPECT_EQ(bench.Breaks("nn.silu", {ints}), "silu.r1");
  EXPECT_EQ(bench.Breaks("nn.gelu", {ints}), "gelu.r1");
  EXPECT_EQ(bench.Breaks("nn.gelu_tanh", {ints}), "gelu_tanh.r1");
  EXPECT_EQ(bench.Breaks("nn.softmax", {ints}), "softmax.r1");
  EXPECT_EQ(bench.Breaks("nn.softmax", {floats}, {{"axis", MakeAttrInt(ctx, 1)}}), "softmax.r2");
  EXPECT_EQ(bench.Breaks("nn.log_softmax", {ints}), "log_softmax.r1");
  EXPECT_EQ(bench.Breaks("nn.log_softmax", {floats}, {{"axis", MakeAttrInt(ctx, -2)}}), "log_softmax.r2");
}

}  // namespace
}  // namespace assay
