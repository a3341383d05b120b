#include "oracles/core/divergence.h"

#include <gmock/gmock.h>

#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

// One step of the build uses another operator on its way.
struct WrongStep : Wrapper {
  WrongStep(Context& context, std::string_view pass) : Wrapper(context), step(pass) {}
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    if (pass.pass->name != step) return inner->ApplyDirect(pass, module);
    std::string text = Print(module);
    size_t at = text.find("R.multiply(");
    if (at == std::string::npos) return inner->ApplyDirect(pass, module);
    ++times;
    return inner->ApplyDirect(pass, *Parse(text.replace(at, 11, "R.subtract(")));
  }
  std::string step;
  int times = 0;
};

class DivergenceTest : public OraclesTest {
 protected:
  BuildDivergence In(Subject& subject, const Budget& budget = {.steps = 1'000'000, .bytes = 1 << 20}) {
    auto reference = RunReference(ctx, c.module, c.entry, c.inputs, {.steps = 1'000'000, .bytes = 1 << 20});
    EXPECT_TRUE(reference.ok());
    auto found = FindDivergenceIn(ctx, subject, c.module, c.entry, c.inputs[0], (*reference)[0], budget);
    EXPECT_TRUE(found.ok());
    return found.ok() ? *found : BuildDivergence{};
  }
};

TEST_F(DivergenceTest, NamesTheStepThatChangesResultsWhicheverItIs) {
  int steps = 0;
  for (const PassCall& pass : Wrapper(ctx).BuildPipeline()) {
    std::string_view step = pass.pass->name;
    WrongStep subject(ctx, step);
    BuildDivergence seen = In(subject);
    // Once operators are kernels there is none to change.
    if (subject.times == 0) continue;
    ++steps;
    ASSERT_TRUE(seen.first.has_value()) << step;
    EXPECT_EQ(seen.first->pass, step);
    EXPECT_THAT(seen.first->where, testing::HasSubstr("[0, 0]: got 1, want 2"));
    EXPECT_FALSE(seen.first->ends);
  }
  EXPECT_GE(steps, 2);
}

TEST_F(DivergenceTest, ARightBuildHasNone) {
  Wrapper subject(ctx);
  EXPECT_FALSE(In(subject).first.has_value());
}

TEST_F(DivergenceTest, AStepThatRefusesEndsTheBuild) {
  struct Refuses : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
      if (pass.pass->name == "LegalizeOps") return Refusal{RefusalKind::kUnsupported, "no rule"};
      return inner->ApplyDirect(pass, module);
    }
  } subject(ctx);
  BuildDivergence seen = In(subject);
  ASSERT_TRUE(seen.first.has_value());
  EXPECT_EQ(seen.first->pass, "LegalizeOps");
  EXPECT_TRUE(seen.first->ends);
}

TEST_F(DivergenceTest, AStepBeyondTheBudgetEndsTheSearch) {
  Wrapper subject(ctx);
  BuildDivergence seen = In(subject, {.steps = 1, .bytes = 1 << 20});
  EXPECT_FALSE(seen.first.has_value());
  EXPECT_TRUE(seen.spent.has_value());
  EXPECT_FALSE(seen.unfinished.empty());
}

}  // namespace
}  // namespace assay
