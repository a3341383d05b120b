// Every pass whose new signature the host can serve is called by it; results of such passes are compared, and differ
// when the pass is wrong.
#include "oracles/core/changed_calls.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            twice: R.Tensor((2,), dtype="float32") = R.add(w, w)
            y: R.Tensor((2,), dtype="float32") = R.subtract(x, twice)
            R.output(y)
        return y

    @R.function
    def other(v: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            twice: R.Tensor((2,), dtype="float32") = R.add(v, v)
            R.output(twice)
        return twice
)";

class ChangedCallsTest : public testing::TestWithParam<std::string_view> {
 protected:
  ChangedCallsTest() {
    c.module = *ParseModule(ctx, "case.py", std::string(kModule));
    c.inputs = {{Floats(1, 2), Floats(30, 40)}};
    c.passes = *ParsePassList(ctx, GetParam());
  }
  static Value Floats(double a, double b) {
    return Value{TensorValue{Tensor::Floats(DType::Float(32), {2}, std::vector<double>{a, b}), -1}};
  }
  Verdict Ask(const Case& judged) {
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    OracleContext oc(ctx, *subject, judged);
    return FindOracle("pass_preserves_results")->judge(&judged.passes[0], oc);
  }
  Context ctx;
  Case c;
};

TEST_P(ChangedCallsTest, TheNewFunctionsGiveTheOldResult) {
  ASSERT_NE(FindChangedCall(*c.passes[0].pass), nullptr);
  Verdict verdict = Ask(c);
  const auto* finding = std::get_if<Finding>(&verdict);
  const auto* skip = std::get_if<Skip>(&verdict);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict)) << (finding ? finding->detail : skip ? skip->why : "");
}

INSTANTIATE_TEST_SUITE_P(Passes, ChangedCallsTest,
                         testing::Values("LiftTransformParams", "LiftTransformParams{\"shared_transform\": true}",
                                         "LiftTransformParams{\"shared_transform\": [\"main\"]}",
                                         "LiftTransformParams{\"shared_transform\": [\"other\"]}", "BundleModelParams",
                                         "BindParams{\"func_name\": \"main\", \"params\": {\"w\": [5, 7]}}"));

// A parameter that is a size of a bound one goes with it, and is as long as that, whatever was passed for it.
TEST(ChangedCalls, ASizeOfABoundParameterIsBoundToo) {
  Context ctx;
  Case c;
  c.module = *ParseModule(ctx, "case.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(k: T.int64, v: R.Tensor((k,), dtype="float32")) -> R.Shape([k]):
        return R.shape([k])
)");
  Tensor given = Tensor::Floats(DType::Float(32), {3}, std::vector<double>{1, 2, 3});
  c.inputs = {{Value{PrimValue{Scalar::Int(DType::Int(64), 3)}}, Value{TensorValue{given, -1}}}};
  c.passes = *ParsePassList(ctx, R"(BindParams{"func_name": "main", "params": {"v": [5, 7]}})");
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  OracleContext oc(ctx, *subject, c);
  Verdict verdict = FindOracle("pass_preserves_results")->judge(&c.passes[0], oc);
  const auto* finding = std::get_if<Finding>(&verdict);
  const auto* skip = std::get_if<Skip>(&verdict);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict)) << (finding ? finding->detail : skip ? skip->why : "");
}

constexpr std::string_view kLazyModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main_transform_params(a: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32")):
        b: R.Tensor((2,), dtype="float32") = R.exp(a)
        t: R.Tuple(R.Tensor((2,), dtype="float32")) = (b,)
        return t
)";

// Another compiler, whose texts assay does not read.
class Another : public Wrapper {
 public:
  using Wrapper::Wrapper;
  std::string Print(const ModuleRef&) override { return "?"; }
  SubjectTraits Traits() const override {
    SubjectTraits traits = inner->Traits();
    traits.elsewhere = true;
    return traits;
  }
};

TEST(ChangedCalls, WhatAssaysEnginesAloneHaveIsAskedOfThemAlone) {
  Context ctx;
  Case c;
  c.module = *ParseModule(ctx, "lazy.py", std::string(kLazyModule));
  c.entry = "main_transform_params";
  c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {2}, std::vector<double>{1, 2}), -1}}}};
  c.passes = {{FindPass("LazyTransformParams"), {}}};
  Another another(ctx);
  OracleContext oc(ctx, another, c);
  Verdict verdict = FindOracle("pass_preserves_results")->judge(&c.passes[0], oc);
  const auto* skip = std::get_if<Skip>(&verdict);
  ASSERT_NE(skip, nullptr);
  EXPECT_EQ(skip->why, "what it calls, assay's engines alone have");
}

// With a name for outputs or none: then they come as a result.
TEST(ChangedCalls, OutputsOfALazyTransformComeEitherWay) {
  Context ctx;
  for (std::string_view pass : {"LazyTransformParams", "LazyTransformParams{\"fset_item\": null}"}) {
    Case c;
    c.module = *ParseModule(ctx, "lazy.py", std::string(kLazyModule));
    c.entry = "main_transform_params";
    c.inputs = {{Value{TensorValue{Tensor::Floats(DType::Float(32), {2}, std::vector<double>{1, 2}), -1}}}};
    c.passes = *ParsePassList(ctx, pass);
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    OracleContext oc(ctx, *subject, c);
    Verdict verdict = FindOracle("pass_preserves_results")->judge(&c.passes[0], oc);
    const auto* skip = std::get_if<Skip>(&verdict);
    EXPECT_TRUE(std::holds_alternative<Agree>(verdict)) << pass << ": " << (skip == nullptr ? "" : skip->why);
  }
}

TEST(ChangedCalls, EveryPassThatChangesCallsIsServed) {
  for (const PassSpec* pass : AllPasses()) {
    if (pass->signatures == Signatures::kChanged) EXPECT_NE(FindChangedCall(*pass), nullptr) << pass->name;
  }
}

}  // namespace
}  // namespace assay
