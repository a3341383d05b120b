// pipeline_differential sees the ways to build a module part or refuse, and whose doing that is.
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

using PipelineDifferentialTest = OraclesTest;

TEST_F(PipelineDifferentialTest, SeesAStepRefuseThatOtherWaysDoWithout) {
  struct Refuses : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      if (p.pass->name == step) return Refusal{kind, "not this one"};
      return inner->ApplyDirect(p, m);
    }
    Answer<ModuleRef> ApplySequential(std::span<const PassCall> passes, const ModuleRef& m) override {
      bool refused = std::ranges::any_of(passes, [&](const PassCall& p) { return p.pass->name == step; });
      return refused ? Answer<ModuleRef>(Refusal{kind, "not this one"}) : inner->ApplySequential(passes, m);
    }
    std::string_view step = "FuseTIR";
    RefusalKind kind = RefusalKind::kUnsupported;
  } subject(ctx);
  auto judged = [&] {
    OracleContext oc(ctx, subject, c);
    return FindOracle("pipeline_differential")->judge(nullptr, oc);
  };
  Verdict verdict = judged();
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kOneRefuses);
  EXPECT_TRUE(finding->detail.ends_with("what the build refuses: not this one")) << finding->detail;
  // A step that no way of building does without is clear about what it cannot do.
  subject.step = "LegalizeOps";
  EXPECT_TRUE(std::holds_alternative<Agree>(judged()) || std::holds_alternative<Skip>(judged()));
  subject.step = "FuseTIR";
  subject.kind = RefusalKind::kNeeds;
  EXPECT_TRUE(std::holds_alternative<Skip>(judged()));
}

TEST_F(PipelineDifferentialTest, LetsABuildRefuseWhatOnlyTraps) {
  auto contradictory = ParseModule(ctx, "contradictory", R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor(dtype="float32", ndim=2):
        p = T.int64()
        l: R.Tensor((p, 3), dtype="float32") = R.match_cast(x, R.Tensor((p, 3), dtype="float32"))
        m: R.Tensor((2, p), dtype="float32") = R.match_cast(x, R.Tensor((2, p), dtype="float32"))
        return m
)");
  ASSERT_TRUE(contradictory.ok()) << contradictory.error().message;
  c.module = *contradictory;
  Verdict verdict = Ask("pipeline_differential", *MakeNativeSubject(ctx));
  const auto* skip = std::get_if<Skip>(&verdict);
  ASSERT_NE(skip, nullptr);
  EXPECT_EQ(skip->kind, SkipKind::kRefused) << skip->Text();
}

TEST_F(PipelineDifferentialTest, SeesAnotherPipelineGoWrong) {
  // Where memory is not planned, everything is lost.
  struct Forgets : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplySequential(std::span<const PassCall> passes, const ModuleRef& m) override {
      auto plans = [](const PassCall& p) { return p.pass->name == "StaticPlanBlockMemory"; };
      if (std::ranges::any_of(passes, plans)) return inner->ApplySequential(passes, m);
      return Refusal{RefusalKind::kInternal, "lost my way"};
    }
  } subject(ctx);
  OracleContext oc(ctx, subject, c);
  Verdict verdict = FindOracle("pipeline_differential")->judge(nullptr, oc);
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kInternal);
  EXPECT_TRUE(finding->detail.starts_with("built by minimal: ")) << finding->detail;
  // Behind a pass, and without a step of the build.
  WrongResults wrong(ctx);
  ExpectFinding("pipeline_differential", wrong, FindingClass::kDiffers);
  c.passes = {{FindPass("FuseOps"), {}}};
  ExpectFinding("pipeline_differential", wrong, FindingClass::kDiffers);
}

TEST_F(PipelineDifferentialTest, BlamesNoPassForABuildThatEndsWithoutItToo) {
  struct Crashes : Wrapper {
    using Wrapper::Wrapper;
    bool always = true;
    Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& m) override {
      if (pass.pass->name == "VMShapeLower" && always) return Refusal{RefusalKind::kCrash, "SIGSEGV"};
      return inner->ApplyDirect(pass, m);
    }
    Answer<ModuleRef> ApplySequential(std::span<const PassCall> passes, const ModuleRef& m) override {
      if (passes.size() > 1) return Refusal{RefusalKind::kCrash, "SIGSEGV"};
      return inner->ApplySequential(passes, m);
    }
  } subject(ctx);
  // One that changes the module, and one that does not.
  for (const char* pass : {"BundleModelParams", "ConvertToDataflow"}) {
    c.passes = {{FindPass(pass), {}}};
    Verdict verdict = Ask("pipeline_differential", subject);
    ASSERT_TRUE(std::holds_alternative<Skip>(verdict)) << pass;
    EXPECT_EQ(std::get<Skip>(verdict).why, "what the build alone makes is no better");
  }
  // Where the build alone goes well it is the pass.
  subject.always = false;
  ExpectFinding("pipeline_differential", subject, FindingClass::kCrash);
}

}  // namespace
}  // namespace assay
