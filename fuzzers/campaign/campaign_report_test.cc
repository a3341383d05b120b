// A campaign as a report: statuses, coverage tables, paths that stay, and the history that one campaign hands to the
// next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/coverage_tables.h"
#include "fuzzers/campaign/ledger.h"
#include "fuzzers/campaign/report.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const ReportedTable* TableOf(const std::vector<ReportedTable>& tables, std::string_view title) {
  auto found = std::ranges::find(tables, title, &ReportedTable::title);
  return found == tables.end() ? nullptr : &*found;
}

TEST(CampaignReport, CoverageIsInTablesThatStayNarrow) {
  Tally tally;
  tally.oracles["idempotent"] = {8, 1, 1, 0.5};
  tally.passes["FuseOps"] = {.tried = 4, .changed = 1, .oracles = {{"idempotent", {3, 0, 0, 0}}}};
  tally.passes["FuseTIR"] = {.tried = 2, .changed = 2, .oracles = {{"idempotent", {1, 0, 1, 0}}}};
  tally.skips = {{SkipReasonFromText("idempotent: not applicable: no kernel"), 2},
                 {SkipReasonFromText("round_trip: not applicable: no kernel"), 3}};
  tally.op_coverage = {"add float32 static", "add float32 symbolic", "add int8 static"};
  std::vector<ReportedTable> tables = CoverageTables(tally);
  const ReportedTable* passes = TableOf(tables, "Passes");
  ASSERT_NE(passes, nullptr);
  // What was found stands first.
  EXPECT_EQ(passes->rows[0][0].text, "FuseTIR");
  EXPECT_EQ(passes->rows[1][2].text, "25.0 %");
  EXPECT_LE(std::ranges::count_if(passes->columns, [](const ReportedColumn& column) { return !column.page_only; }), 6);
  const ReportedTable* operators = TableOf(tables, "Operators and dtypes");
  ASSERT_NE(operators, nullptr);
  auto add = std::ranges::find_if(operators->rows, [](const auto& row) { return row[0].text == "add"; });
  ASSERT_NE(add, operators->rows.end());
  // By a number, and the shade with it.
  EXPECT_EQ((*add)[1].text, "3");
  EXPECT_EQ((*add)[2].text, "2");
  EXPECT_EQ((*add)[2].shade, 2);
  const ReportedTable* skips = TableOf(tables, "Skips by reason");
  ASSERT_NE(skips, nullptr);
  ASSERT_EQ(skips->rows.size(), 1u);
  EXPECT_EQ(skips->rows[0][0].text, "5");
  EXPECT_EQ(skips->rows[0][1].text, "not applicable");
  EXPECT_EQ(skips->rows[0][2].text, "no kernel");
  EXPECT_EQ(TableOf(tables, "Seeds"), nullptr);
}

TEST(CampaignReport, ThePathOfAFindingIsThatOfItsSignature) {
  FindingRecord one, other, again;
  one.id = "01";
  one.signature = "results|FuseOps|nn.conv2d+add";
  other.signature = "results|FuseOps|nn.conv2d,add";
  again.id = "99";
  again.signature = one.signature;
  EXPECT_THAT(StablePath(one),
              testing::MatchesRegex("findings/results-FuseOps-nn\\.conv2d-add-[0-9a-f]{8}/reduced\\.py"));
  EXPECT_EQ(StablePath(one), StablePath(again));
  EXPECT_NE(StablePath(one), StablePath(other));
  FindingRecord long_one;
  long_one.signature = std::string(5000, 'x');
  EXPECT_LT(StablePath(long_one).size(), 100u);
}

TEST(CampaignReport, WhatIsOnFileAsACaseStandsThere) {
  FindingRecord finding;
  finding.signature = "a|b";
  finding.known_as = "a-slug";
  TempFolder elsewhere;
  finding.known_path = elsewhere.path();
  ASSERT_TRUE(WriteFile(elsewhere.path() + "/module.py", "x").ok());
  EXPECT_THAT(StablePath(finding), HasSubstr("findings/a-b-")) << "a place that other machines have not";
  std::error_code error;
  fs::path inside = fs::current_path(error) / "oracles/report";
  finding.known_path = inside.string();
  EXPECT_THAT(StablePath(finding), HasSubstr("findings/a-b-")) << "no module there";
}

FindingMessage Seen(const char* signature) {
  FindingMessage message;
  message.finding = {"idempotent", "", FindingClass::kDiffers, "it differs", {}};
  message.finding.sides = {.expected_title = "once", .got_title = "twice", .expected = "a", .got = "b"};
  message.signature = signature;
  message.module = "m";
  message.reduced = signature;
  return message;
}

// Runs one campaign that sees these, with another one on file.
std::vector<RunSummary> HistoryAfter(const std::string& folder, const std::vector<std::string>& on_file,
                                     const std::vector<const char*>& signatures) {
  CampaignOptions options;
  options.out = folder;
  options.quiet = true;
  options.known = on_file;
  options.facts = {{"Started", "on the day of " + folder.substr(folder.rfind('/') + 1)}};
  Progress progress(options.quiet);
  Result<KnownBugs> known = KnownBugs::Load(on_file, "native");
  EXPECT_TRUE(known.ok());
  Ledger ledger(options, *known, progress);
  EXPECT_TRUE(ledger.Open().ok());
  for (const char* signature : signatures) EXPECT_TRUE(ledger.Accept(Seen(signature), 1).ok());
  EXPECT_TRUE(ledger.WriteReports(Tally(), 1).ok());
  return HistoryFromJson(nlohmann::json::parse(Store::FactsOf(folder)[kHistoryName]));
}

TEST(CampaignReport, OneCampaignHandsItsHistoryToTheNext) {
  TempFolder folder;
  std::string first = folder.path() + "/first", second = folder.path() + "/second";
  ASSERT_EQ(HistoryAfter(first, {}, {"internal|a", "internal|b"}).size(), 1u);
  std::vector<RunSummary> history = HistoryAfter(second, {first}, {"internal|b", "internal|c", "internal|d"});
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[0].when, "on the day of first");
  EXPECT_EQ(history[0].failing, 2u);
  EXPECT_EQ(history[1].fresh, 2u);
  EXPECT_EQ(history[1].still, 1u);
  EXPECT_EQ(history[1].gone, 1u);
  std::string page = *ReadFile(second + "/report.html");
  EXPECT_THAT(page, HasSubstr("Failures from run to run"));
  // What was expected and what came went with the finding.
  EXPECT_THAT(page, HasSubstr(R"("texts":["a","b"],"titles":["once","twice"])"));
  EXPECT_THAT(*ReadFile(second + "/report.md"), HasSubstr("| on the day of second | native | 3 | 2 | 1 | 1 |"));
}

}  // namespace
}  // namespace assay
