#include "fuzzers/campaign/blamed_step.h"

#include <gtest/gtest.h>

#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

// A step of the build that loses the last operator of the case's function.
struct LosesOperator : Wrapper {
  LosesOperator(Context& context, std::string_view pass) : Wrapper(context), step(pass) {}
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    std::string text = Print(module);
    size_t at = text.find("R.multiply(y, x)");
    bool loses = pass.pass->name == step && at != std::string::npos;
    return inner->ApplyDirect(pass, loses ? *Parse(text.replace(at, 16, "R.add(y, y)")) : module);
  }
  std::string step;
};

// A step of the build that takes products for sums where a function calls another.
struct WrongWhereFunctionsCall : Wrapper {
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    std::string text = Print(module);
    bool wrong = pass.pass->name == "LegalizeOps" && text.find("cls = Module") != std::string::npos;
    for (size_t at = text.find("R.multiply("); wrong && at != std::string::npos; at = text.find("R.multiply("))
      text.replace(at, 11, "R.add(");
    return inner->ApplyDirect(pass, *Parse(text));
  }
};

// The same, and a later step, or code generation, fails where it finds no product.
struct NeedsProduct : LosesOperator {
  using LosesOperator::LosesOperator;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    if (builds && pass.pass->name == "FuseTIR" && Print(module).find("multiply") == std::string::npos)
      return Refusal{RefusalKind::kInternal, "no product"};
    return LosesOperator::ApplyDirect(pass, module);
  }
  Answer<ProgramRef> Build(const ModuleRef& module, const BuildOptions& options) override {
    if (builds || Print(module).find("multiply") != std::string::npos) return inner->Build(module, options);
    return Refusal{RefusalKind::kInternal, "no product"};
  }
  bool builds = true;
};

class BlamedStepTest : public OraclesTest {
 protected:
  std::string Blamed(Subject& subject, Finding finding) { return BlamedStep(ctx, subject, c, finding); }
  static Finding Wrong(std::string oracle) { return {std::move(oracle), "", FindingClass::kDiffers, ""}; }
};

TEST_F(BlamedStepTest, NamesTheStepBehindWrongResultsOfTheBuild) {
  for (const OracleSpec* oracle : AllOracles()) {
    LosesOperator subject(ctx, "LegalizeOps");
    EXPECT_EQ(Blamed(subject, Wrong(std::string(oracle->name))), LooksAtRuns(oracle->name) ? "LegalizeOps" : "")
        << oracle->name;
  }
}

TEST_F(BlamedStepTest, LeavesWhatHasANameOrNoStepToBlame) {
  LosesOperator subject(ctx, "LegalizeOps");
  Finding finding = Wrong("interpreted_equals_compiled");
  finding.pass = "FoldConstant";
  EXPECT_EQ(Blamed(subject, finding), "");
  finding = Wrong("interpreted_equals_compiled");
  finding.klass = FindingClass::kRejectsValid;
  EXPECT_EQ(Blamed(subject, finding), "") << "the build ends";
  finding.klass = FindingClass::kTrap;
  finding.cause.text = "the subject's words for how a run ends";
  EXPECT_EQ(Blamed(subject, finding), "LegalizeOps");
  WrongResults engine(ctx);
  EXPECT_EQ(Blamed(engine, Wrong("interpreted_equals_compiled")), "");
}

// A bug may be on file under either name.
TEST_F(BlamedStepTest, WhatIsOnFileWithoutAStepKeepsItsName) {
  LosesOperator subject(ctx, "LegalizeOps");
  Finding finding = Wrong("interpreted_equals_compiled");
  auto without = [](const Finding& one) { return one.pass.empty(); };
  auto never = [](const Finding&) { return false; };
  EXPECT_EQ(BlameStep(ctx, subject, c, finding, without), false);
  EXPECT_EQ(finding.pass, "");
  bool blames = !subject.Traits().names_faults;
  EXPECT_EQ(BlameStep(ctx, subject, c, finding, never), blames);
  EXPECT_EQ(finding.pass, blames ? "LegalizeOps" : "");
  finding.pass = "FoldConstant";
  EXPECT_EQ(BlameStep(ctx, subject, c, finding, never), false) << "it has a name";
  EXPECT_EQ(finding.pass, "FoldConstant");
}

TEST_F(BlamedStepTest, LooksAtWhatTheMoveMadeWhereOnlyThatGoesWrong) {
  WrongWhereFunctionsCall subject(ctx);
  EXPECT_EQ(Blamed(subject, Wrong("pipeline_differential")), "") << "the case's own module is built right";
  Finding finding = Wrong("equals_rewritten");
  EXPECT_EQ(Blamed(subject, finding), "LegalizeOps") << "behind all moves, one after the other";
  finding.facts.move = "outline";
  EXPECT_EQ(Blamed(subject, finding), "LegalizeOps");
}

// Of two compilers of which one loses what a later step of both needs.
TEST_F(BlamedStepTest, AStepThatFailsOnlyOnWhatTheOtherDoesNotLeaveIsNotToBlame) {
  NeedsProduct fork(ctx, "LegalizeOps"), release(ctx, "");
  Finding finding{"well_formed_after_pass", "FuseTIR", FindingClass::kInternal, "no product"};
  EXPECT_EQ(StepThatParts(fork, release, c, finding), "LegalizeOps");
  NeedsProduct first(ctx, "LambdaLift");
  EXPECT_EQ(StepThatParts(first, release, c, finding), "LambdaLift");
  EXPECT_EQ(StepThatParts(release, fork, c, finding), "") << "it does not fail";
  NeedsProduct both(ctx, "LegalizeOps");
  EXPECT_EQ(StepThatParts(fork, both, c, finding), "") << "the other fails as well";
  finding.pass = "FoldConstant";
  EXPECT_EQ(StepThatParts(fork, release, c, finding), "") << "this step goes through";
  finding.pass = "";
  NeedsProduct right(ctx, "");
  EXPECT_EQ(StepThatParts(right, release, c, finding), "") << "code generation goes through";
  fork.builds = false;
  EXPECT_EQ(StepThatParts(fork, release, c, finding), "LegalizeOps");
}

}  // namespace
}  // namespace assay
