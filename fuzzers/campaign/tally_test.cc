// Sums over workers, the way through JSON, and the object that the command prints.
#include "fuzzers/campaign/tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/campaign/progress.h"
#include "fuzzers/campaign/report.h"

namespace assay {
namespace {

Tally Sample() {
  Tally tally;
  tally.runs = 10;
  tally.generated = 10;
  tally.generate_seconds = 0.5;
  tally.questions = {{"apply", {3, 0.125}}, {"parse", {1, 0.125}}};
  tally.oracles["interpreted_equals_compiled"] = {6, 4, 0, 1.5};
  tally.skips[SkipReasonFromText("interpreted_equals_compiled: refused (unsupported): sort")] = 2;
  tally.skips[SkipReasonFromText("interpreted_equals_compiled: out of budget")] = 2;
  tally.op_coverage = {"add float32 static", "add int32 static", "nn.relu float32 symbolic"};
  tally.moves["commute"] = {5, 2};
  tally.kept = 3;
  tally.seeds["tried"] = 2;
  tally.passes["LegalizeOps"] = {4, 3, {{"idempotent", {4, 0, 0, 0.1}}}};
  return tally;
}

TEST(Tally, AddsUpAndSurvivesJson) {
  Tally sum = Sample();
  sum.Add(Sample());
  EXPECT_EQ(sum.runs, 20u);
  EXPECT_EQ(sum.oracles["interpreted_equals_compiled"].agree, 12u);
  EXPECT_EQ(sum.op_coverage.size(), 3u);
  EXPECT_EQ(sum.moves["commute"].made, 10u);
  EXPECT_EQ(sum.kept, 6u);
  EXPECT_EQ(sum.questions["apply"].asked, 6u);
  EXPECT_DOUBLE_EQ(SubjectSeconds(sum), 0.5);
  EXPECT_EQ(sum.seeds["tried"], 4u);
  EXPECT_EQ(sum.passes["LegalizeOps"].changed, 6u);
  EXPECT_EQ(Total(sum.passes["LegalizeOps"]).agree, 8u);
  EXPECT_DOUBLE_EQ(ChangedPercent(sum.passes["LegalizeOps"]), 75);
  Tally copy = TallyFromJson(TallyToJson(sum));
  EXPECT_EQ(TallyToJson(copy), TallyToJson(sum));
}

// Whatever stands where a count, a time or a text is to be: it is refused, and the message names the key.
TEST(Tally, ADamagedOneIsRefused) {
  Tally whole = Sample();
  whole.growth[3] = 4;
  whole.code = ReachSummary{.total = {"all", 1, 1, 2, 2}, .areas = {{"area", 1, 1, 2, 2}}};
  const nlohmann::json sound = TallyToJson(whole), flat = sound.flatten();
  ASSERT_TRUE(ParseTally(sound.dump(), "here").ok()) << ParseTally(sound.dump(), "here").error().message;
  for (const auto& [pointer, value] : flat.items()) {
    // Of an empty object or list there is nothing to damage.
    if (value.is_null()) continue;
    for (const nlohmann::json& wrong : {nlohmann::json(-1), nlohmann::json(true), nlohmann::json({{"x", "y"}})}) {
      nlohmann::json damaged = sound;
      damaged[nlohmann::json::json_pointer(pointer)] = wrong;
      Result<Tally> tally = ParseTally(damaged.dump(), "here");
      ASSERT_FALSE(tally.ok()) << pointer << " " << wrong;
      EXPECT_EQ(tally.error().kind, DiagKind::kCorrupt);
      std::string key = pointer.substr(1, pointer.find('/', 1) - 1);
      EXPECT_THAT(tally.error().message, testing::HasSubstr("under tally." + key)) << pointer;
    }
  }
  for (const char* text : {"", "[]", "3", "{\"runs\": "}) EXPECT_FALSE(ParseTally(text, "here").ok()) << text;
  // Keys of others are not looked at.
  EXPECT_EQ(ParseTally(R"({"runs": 3, "findings": -1})", "here")->runs, 3u);
}

TEST(Tally, RefusalsAreNotOtherSkips) {
  EXPECT_DOUBLE_EQ(CompiledShare(Sample()), 0.75);
  EXPECT_EQ(Refusals(Sample()).size(), 1u);
  EXPECT_DOUBLE_EQ(CompiledShare(Tally{}), 1);
  // What is asked of passes is no module.
  Tally tally = Sample();
  tally.oracles["refuse_or_compile"] = {9, 4, 0, 1};
  tally.passes["LegalizeOps"].oracles["refuse_or_compile"] = {6, 3, 0, 1};
  tally.skips[SkipReasonFromText("refuse_or_compile of passes: refused (needs): order")] = 3;
  tally.skips[SkipReasonFromText("refuse_or_compile: refused (unsupported): sort; add")] = 1;
  EXPECT_DOUBLE_EQ(CompiledShare(tally), 0.75);
  EXPECT_THAT(NotCompiled(tally), testing::ElementsAre(testing::Pair("sort", 1)));
  // Nor can be compiled what nothing runs.
  tally.skips[SkipReasonFromText("refuse_or_compile: no engine runs it: window; sort")] = 5;
  EXPECT_DOUBLE_EQ(CompiledShare(tally), 0.75);
  EXPECT_EQ(NotCompiled(tally).at("no engine runs it: window"), 5U);
  tally.oracles["refuse_or_compile"].agree = 6;
  EXPECT_DOUBLE_EQ(CompiledShare(tally), 0);
}

TEST(Tally, AFindingIsSeenByItsOracleAndByThoseBeside) {
  FindingRecord finding;
  finding.oracle = "equals_rewritten";
  finding.also = {"memory_plan"};
  EXPECT_TRUE(finding.SeenBy({"idempotent", "equals_rewritten"}));
  EXPECT_TRUE(finding.SeenBy({"memory_plan"}));
  EXPECT_FALSE(finding.SeenBy({"idempotent"}));
  EXPECT_FALSE(finding.SeenBy({}));
}

TEST(Tally, TheObjectHasWhatIsDocumented) {
  FindingRecord finding;
  finding.id = "01";
  nlohmann::json json = CampaignJson(Sample(), 2, {finding});
  for (const char* key :
       {"runs", "seconds", "findings", "oracles", "skips", "compiled_share", "refusals", "rates", "coverage"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"id", "oracle", "pass", "class", "signature", "reduced_lines", "path"}) {
    EXPECT_TRUE(json["findings"][0].contains(key)) << key;
  }
  EXPECT_EQ(json["rates"]["iterations_per_second"], 5);
  EXPECT_EQ(json["rates"]["modules_per_second"], 20);
  EXPECT_EQ(json["coverage"]["operators"], 2);
  EXPECT_EQ(json["subject_seconds"], 0.25);
  EXPECT_EQ(json["questions"]["apply"]["asked"], 3);
}

TEST(Progress, SaysWhatMatters) {
  ProgressNow now;
  now.new_findings = 2;
  EXPECT_EQ(ProgressLine(Sample(), 65, now), "01:05  runs 10 (9/min)  agree 6  skip 4  new 2");
  now.known_findings = 1;
  now.workers = 2;
  now.subject = "tvm:0.27";
  now.seconds_left = 125;
  EXPECT_EQ(ProgressLine(Sample(), 5, now),
            "00:05  runs 10 (2/s)  agree 6  skip 4  new 2  known 1  asking tvm:0.27  02:05 left");
  now.reducing = 1;
  EXPECT_EQ(ProgressLine(Sample(), 5, now),
            "00:05  runs 10 (2/s)  agree 6  skip 4  new 2  known 1  reducing 1 of 2  02:05 left");
}

TEST(Report, NamesFindingsAndEscapes) {
  FindingRecord finding;
  finding.id = "0123";
  finding.klass = FindingClass::kUnreadable;
  finding.oracle = "a<b";
  ReportedRun report = CampaignReport({"title", Sample(), 2, {finding}});
  EXPECT_THAT(MarkdownReport(report), testing::HasSubstr("| 0123 unreadable | open | a<b |"));
  EXPECT_THAT(HtmlReport(report), testing::HasSubstr("a&lt;b"));
  EXPECT_THAT(HtmlReport(report), testing::Not(testing::HasSubstr("http")));
}

}  // namespace
}  // namespace assay
