// Which questions a case is put to, and when it is left.
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

using JudgeTest = OraclesTest;

TEST_F(JudgeTest, AnOracleThatDoesNotSuitTheSubjectIsAskedOnlyAlone) {
  Wrapper sound(ctx);
  const OracleSpec* alone = FindOracle("inference_agrees");
  EXPECT_FALSE(JudgeCase(ctx, sound, c, AllOracles()).tallies.contains("inference_agrees"));
  EXPECT_EQ(JudgeCase(ctx, sound, c, {&alone, 1}).tallies["inference_agrees"].skip, 1u);
}

TEST_F(JudgeTest, ABuildWithoutStepsOfItsOwnTakesModulesAsTheyAre) {
  struct Whole : Wrapper {
    using Wrapper::Wrapper;
    std::vector<PassCall> BuildPipeline() override { return {}; }
    Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override {
      BuildOptions all = o;
      all.lowered = false;
      return inner->Build(m, all);
    }
  } whole(ctx);
  // Has needs that the case's module does not meet, and no step that would.
  c.passes = {{FindPass("DeadCodeElimination"), {}}, {FindPass("VMShapeLower"), {}}};
  ASSERT_NE(c.passes[1].pass, nullptr);
  CaseReport report = JudgeCase(ctx, whole, c, AllOracles());
  EXPECT_TRUE(report.findings.empty()) << report.findings[0].oracle << ": " << report.findings[0].detail;
  EXPECT_EQ(report.tallies["interpreted_equals_compiled"].agree, 1u);
}

// Each further question would take the whole limit again.
TEST_F(JudgeTest, ACaseOnWhichTheSubjectHangsTwiceIsLeft) {
  struct Silent : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override {
      ++asked;
      return Refusal{RefusalKind::kHang, "no answer within 20 s", {}};
    }
    Answer<ModuleRef> ApplySequential(std::span<const PassCall>, const ModuleRef&) override {
      ++asked;
      return Refusal{RefusalKind::kHang, "no answer within 20 s", {}};
    }
    uint64_t Hangs() const override { return asked; }
    uint64_t asked = 0;
  } silent(ctx);
  c.passes = {{FindPass("DeadCodeElimination"), {}}, {FindPass("FoldConstant"), {}}, {FindPass("LegalizeOps"), {}}};
  CaseReport report = JudgeCase(ctx, silent, c, AllOracles());
  EXPECT_LE(silent.asked, 4u) << "as many as one question may ask behind the second";
  EXPECT_TRUE(report.skips.contains(SkipReasonFromText("not asked: the subject gave no answer in time twice before")));
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].klass, FindingClass::kHang);
}

// Without a draw, whoever looks at one case alone, asks all.
TEST_F(JudgeTest, ADrawAsksOneQuestionInSoMany) {
  OracleSettings settings;
  for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(settings.Asks(i, 3));
  std::set<size_t> asked;
  for (uint64_t draw = 0; draw < 32; ++draw) {
    settings.draw = draw;
    size_t count = 0;
    for (size_t i = 0; i < 3; ++i) {
      if (!settings.Asks(i, 3)) continue;
      ++count;
      asked.insert(i);
    }
    EXPECT_EQ(count, 1u);
  }
  EXPECT_EQ(asked.size(), 3u);
}

}  // namespace
}  // namespace assay
