// A subject that takes modules in two ways: round_trip compares them, and what the subject did otherwise is counted.
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

using WaysInTest = OraclesTest;

TEST_F(WaysInTest, RoundTripSeesTwoWaysInThatMakeTwoModules) {
  struct Entered : Wrapper {
    using Wrapper::Wrapper;
    std::optional<Answer<ModuleRef>> ImportAsText(const Module& module) override {
      ++asked;
      return wrong ? inner->Import({}) : inner->Import(module);
    }
    bool wrong = false;
    int asked = 0;
  } entered(ctx);
  const OracleSpec* text = FindOracle("round_trip");
  auto judged = [&] {
    OracleContext oc(ctx, entered, c);
    return text->judge(nullptr, oc);
  };
  EXPECT_TRUE(std::holds_alternative<Agree>(judged()));
  EXPECT_EQ(entered.asked, 1);
  entered.wrong = true;
  Verdict verdict = judged();
  const auto* finding = std::get_if<Finding>(&verdict);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->klass, FindingClass::kDiffers);
  EXPECT_FALSE(finding->sides.empty());
  // Campaigns ask for it now and then.
  OracleSettings settings;
  entered.asked = 0;
  uint64_t findings = 0;
  for (settings.draw = 0; settings.draw < 64; ++*settings.draw)
    findings += JudgeCase(ctx, entered, c, {&text, 1}, settings).findings.size();
  EXPECT_EQ(entered.asked, 2);
  EXPECT_EQ(findings, 2u);
}

TEST_F(WaysInTest, WhatASubjectHadToDoOtherwiseIsCounted) {
  struct Notes : Wrapper {
    using Wrapper::Wrapper;
    std::vector<std::string> TakeNotes() override { return {"import: read as text", "import: read as text"}; }
  } notes(ctx);
  const OracleSpec* asked[] = {FindOracle("input_unchanged")};
  SkipReason note{.skip = {SkipKind::kNote, "import: read as text"}};
  EXPECT_EQ(JudgeCase(ctx, notes, c, asked).skips[note], 2u);
}

}  // namespace
}  // namespace assay
