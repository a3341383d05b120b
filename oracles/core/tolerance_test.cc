// Bounds by perturbed runs: what rounding may do agrees, what it cannot do is a mismatch, and what it flips is not
// compared.
#include "oracles/core/tolerance.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

Trap TrapOf(TrapKind kind) { return {kind, "here", {}}; }

class ToleranceTest : public testing::Test {
 protected:
  // main(x: float32[n]), which gives the body's value.
  Module ModuleOf(std::string_view body, std::string_view type, size_t size) {
    std::string text = fmt::format(R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(({},), dtype="float32")) -> {}:
        y: {} = {}
        return y
)",
                                   size, type, type, body);
    auto module = ParseModule(ctx_, "module.py", text);
    EXPECT_TRUE(module.ok()) << text;
    return *module;
  }
  // Its outcome by the reference, with perturbed runs.
  ReferenceOutcome Reference(std::string_view body, std::string_view type, std::vector<float> x) {
    Module module = ModuleOf(body, type, x.size());
    auto outcomes = RunReference(ctx_, module, "main", {{Floats(x)}}, kBudget);
    EXPECT_TRUE(outcomes.ok());
    return (*outcomes)[0];
  }
  static Value Floats(const std::vector<float>& x, std::vector<int64_t> shape = {-1}) {
    if (shape == std::vector<int64_t>{-1}) shape = {static_cast<int64_t>(x.size())};
    Tensor tensor = *Tensor::Make(DType::Float(32), shape);
    for (size_t i = 0; i < x.size(); ++i) tensor.Set(static_cast<int64_t>(i), Scalar::Float(DType::Float(32), x[i]));
    return Value{TensorValue{std::move(tensor)}};
  }
  static bool Agrees(const Value& got, const ReferenceOutcome& reference) {
    return !CompareWithReference(got, reference).mismatch;
  }

  Context ctx_;
  static constexpr Budget kBudget{.steps = 10'000, .bytes = 1 << 20};
  static constexpr std::string_view kScalar = "R.Tensor((), dtype=\"float32\")";
};

TEST_F(ToleranceTest, RoundingOfASumAgrees) {
  ReferenceOutcome sum = Reference("R.sum(x)", kScalar, {0.1F, 0.2F, 0.3F, 1.7F});
  float want = 0.1F + 0.2F + 0.3F + 1.7F;
  EXPECT_TRUE(Agrees(Floats({want}, {}), sum));
  EXPECT_TRUE(Agrees(Floats({std::nextafter(want, 10.0F)}, {}), sum));
  EXPECT_FALSE(Agrees(Floats({want + 0.001F}, {}), sum));
}

TEST_F(ToleranceTest, SumsOfIntegersAreExact) {
  std::vector<float> ones(4096, 1.0F);
  ones[0] = 100'000.0F;
  ReferenceOutcome sum = Reference("R.sum(x)", kScalar, {3, 4, 5, 100});
  EXPECT_TRUE(Agrees(Floats({112}, {}), sum));
  EXPECT_FALSE(Agrees(Floats({std::nextafter(112.0F, 200.0F)}, {}), sum));
  // Here 4096 times 100,000 is more than float32 has all integers of.
  EXPECT_TRUE(Agrees(Floats({std::nextafter(104'095.0F, 1e6F)}, {}), Reference("R.sum(x)", kScalar, ones)));
}

TEST_F(ToleranceTest, ExactOperatorsHaveNoBound) {
  ReferenceOutcome twice = Reference("R.add(x, x)", "R.Tensor((1,), dtype=\"float32\")", {0.1F});
  EXPECT_TRUE(Agrees(Floats({0.2F}), twice));
  EXPECT_FALSE(Agrees(Floats({std::nextafter(0.2F, 1.0F)}), twice));
}

TEST_F(ToleranceTest, WhatThePerturbationFlipsIsNotCompared) {
  ReferenceOutcome edge =
      Reference("R.floor(R.divide(R.sum(x), R.const(2.2, \"float32\")))", kScalar, {0.9F, 1.2F, 2.3F});
  Comparison compared = CompareWithReference(Floats({1.0F}, {}), edge);
  EXPECT_FALSE(compared.mismatch.has_value()) << compared.mismatch->what;
}

TEST_F(ToleranceTest, TypesAreCompared) {
  ReferenceOutcome twice = Reference("R.add(x, x)", "R.Tensor((1,), dtype=\"float32\")", {1.0F});
  Comparison shape = CompareWithReference(Floats({2.0F}, {1, 1}), twice);
  ASSERT_TRUE(shape.mismatch.has_value());
  EXPECT_TRUE(shape.mismatch->of_type);
  EXPECT_TRUE(CompareWithReference(Value{ShapeValue{{2}}}, twice).mismatch.has_value());
}

TEST_F(ToleranceTest, ATrapIsNoValue) {
  ReferenceOutcome twice = Reference("R.add(x, x)", "R.Tensor((1,), dtype=\"float32\")", {1.0F});
  EXPECT_TRUE(CompareWithReference(TrapOf(TrapKind::kOutOfBounds), twice).mismatch.has_value());
  ReferenceOutcome trap{TrapOf(TrapKind::kAssert), {}};
  EXPECT_FALSE(CompareWithReference(TrapOf(TrapKind::kOutOfBounds), trap).mismatch.has_value());
  EXPECT_TRUE(CompareBits(TrapOf(TrapKind::kOutOfBounds), TrapOf(TrapKind::kAssert)).has_value());
}

TEST_F(ToleranceTest, OtherLibrariesRoundTheirOwnWay) {
  // Where it saturates, moving the input moves nothing.
  constexpr float kX = 3.43718F;
  std::string text = R"(
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        for i in range(1):
            B[i] = T.tanh(A[i])

    @R.function
    def row(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        y: R.Tensor((1,), dtype="float32") = R.tanh(x)
        return y

    @R.function
    def called(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_sinfo=R.Tensor((1,), dtype="float32"))
        return y

    @R.function
    def exact(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        y: R.Tensor((1,), dtype="float32") = R.sqrt(x)
        return y
)";
  auto module = ParseModule(ctx_, "module.py", text);
  ASSERT_TRUE(module.ok()) << module.error().message;
  Budget budget{.steps = 10'000, .bytes = 1 << 20};
  std::vector<Value> args = {Floats({kX})};
  for (const char* entry : {"row", "called", "exact"}) {
    auto outcomes = RunReference(ctx_, *module, entry, {args}, budget);
    ASSERT_TRUE(outcomes.ok());
    ReferenceOutcome reference = (*outcomes)[0];
    float want = static_cast<float>(std::get<Value>(reference.outcome).As<TensorValue>()->tensor.At(0).f);
    float next = std::nextafter(want, 10.0F);
    EXPECT_FALSE(Agrees(Floats({next}), reference)) << entry << " on engines of assay";
    AddRunsOfOthers(ctx_, *module, entry, args, budget, reference);
    EXPECT_TRUE(Agrees(Floats({next}), reference)) << entry;
    EXPECT_FALSE(Agrees(Floats({want * 1.00001F}), reference)) << entry;
  }
}

// 1 + 2^-11 + 2^-11 in float16 is 1 from the left, and 1 + 2^-10 from the right.
TEST_F(ToleranceTest, OthersSumInTheirOwnOrder) {
  std::string_view text = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def summed(x: T.Buffer((3,), "float16"), y: T.Buffer((1,), "float16")):
        y[0] = T.float16(0)
        for i in range(3):
            y[0] = y[0] + x[i]

    @T.prim_func(private=True)
    def copied(x: T.Buffer((3,), "float16"), y: T.Buffer((1,), "float16")):
        y[0] = x[0] + x[1]

    @R.function
    def sum(x: R.Tensor((3,), dtype="float16")) -> R.Tensor((1,), dtype="float16"):
        y = R.call_tir(Module.summed, (x,), out_ty=R.Tensor((1,), dtype="float16"))
        return y

    @R.function
    def pair(x: R.Tensor((3,), dtype="float16")) -> R.Tensor((1,), dtype="float16"):
        y = R.call_tir(Module.copied, (x,), out_ty=R.Tensor((1,), dtype="float16"))
        return y
)";
  auto module = ParseModule(ctx_, "module.py", std::string(text));
  ASSERT_TRUE(module.ok()) << module.error().message;
  Budget budget{.steps = 10'000, .bytes = 1 << 20};
  constexpr double kUnit = 0x1p-10;
  auto halves = [](std::vector<double> elements) {
    Tensor tensor(DType::Float(16), {static_cast<int64_t>(elements.size())});
    for (size_t i = 0; i < elements.size(); ++i)
      tensor.Set(static_cast<int64_t>(i), Scalar::Float(DType::Float(16), elements[i]));
    return Value{TensorValue{std::move(tensor)}};
  };
  struct Row {
    const char* entry;
    double got;
    bool on_own, elsewhere;
  };
  constexpr Row kRows[] = {{"sum", 1, true, true},
                           {"sum", 1 + kUnit, false, true},
                           {"sum", 1.25, false, false},
                           {"pair", 1, true, true},
                           {"pair", 1.25, false, false}};
  for (const Row& row : kRows) {
    std::vector<Value> args = {halves({1, kUnit / 2, kUnit / 2})};
    ReferenceOutcome reference = (*RunReference(ctx_, *module, row.entry, {args}, budget))[0];
    EXPECT_EQ(Agrees(halves({row.got}), reference), row.on_own) << row.entry << " " << row.got;
    AddRunsOfOthers(ctx_, *module, row.entry, args, budget, reference);
    EXPECT_EQ(Agrees(halves({row.got}), reference), row.elsewhere) << row.entry << " " << row.got;
  }
}

TEST_F(ToleranceTest, OthersConvertWhatAnIntegerCannotHoldAsTheyLike) {
  std::string_view text = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="uint16"):
        y: R.Tensor((2,), dtype="uint16") = R.astype(x, dtype="uint16")
        return y
)";
  auto module = ParseModule(ctx_, "module.py", std::string(text));
  ASSERT_TRUE(module.ok());
  Budget budget{.steps = 10'000, .bytes = 1 << 20};
  auto agrees = [&](std::vector<float> x, std::vector<int64_t> got, bool others) {
    std::vector<Value> args = {Floats(x)};
    ReferenceOutcome reference = (*RunReference(ctx_, *module, "main", {args}, budget))[0];
    if (others) AddRunsOfOthers(ctx_, *module, "main", args, budget, reference);
    return Agrees(Value{TensorValue{Tensor::Ints(DType::UInt(16), {2}, got)}}, reference);
  };
  EXPECT_TRUE(agrees({-1, 7.5F}, {0, 7}, false));
  EXPECT_FALSE(agrees({-1, 7.5F}, {65535, 7}, false));
  EXPECT_TRUE(agrees({-1, 7.5F}, {65535, 7}, true));
  EXPECT_TRUE(agrees({NAN, 70000}, {1, 4464}, true));
  EXPECT_FALSE(agrees({-1, 7.5F}, {65535, 8}, true)) << "7.5 fits";
}

// An input of zero moves nothing; another order of the sum, or one that is folded, rounds by what the constants are.
TEST_F(ToleranceTest, ConstantsThatCancelMoveToo) {
  constexpr std::string_view kBody = "R.subtract(R.add(x, R.const(0.1, \"float32\")), R.const(0.1, \"float32\"))";
  constexpr std::string_view kType = "R.Tensor((1,), dtype=\"float32\")";
  ReferenceOutcome reference = Reference(kBody, kType, {0});
  EXPECT_FALSE(Agrees(Floats({7e-9F}), reference));
  Value zero = Floats({0});
  Perturber perturber(Perturbation::kRandom);
  AddMovedInputs(ctx_, ModuleOf(kBody, kType, 1), "main", std::span(&zero, 1), kBudget, perturber, reference);
  EXPECT_TRUE(Agrees(Floats({7e-9F}), reference));
  EXPECT_FALSE(Agrees(Floats({1e-5F}), reference));
}

}  // namespace
}  // namespace assay
