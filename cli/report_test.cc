// assay report over a folder with open, known and closed findings: every form says which is which, in the shape that
// its readers ask for.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "cli/files.h"
#include "cli/findings.h"
#include "cli/subprocess.h"
#include "fuzzers/campaign/store.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kModule =
    "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((2,), \"float32\")):\n        y = R.add(x, "
    "x)\n        return y\n";

// Five open findings (one of them flaky), three that the baseline knew and one that people closed.
class ReportMixTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = FreshFolder() + "/campaign";
    auto store = Store::Open(folder_, false);
    ASSERT_TRUE(store.ok());
    for (int i = 0; i < 9; ++i) {
      FindingRecord record;
      record.id = "0" + std::to_string(i);
      record.oracle = "idempotent";
      record.pass = "FuseOps";
      record.klass = FindingClass::kDiffers;
      record.signature = "idempotent|FuseOps|differs|op " + std::to_string(i);
      record.detail = "FuseOps applied twice is not FuseOps applied once\nonce: ]]> & <b>";
      record.reduced_lines = 6;
      record.also = {"deterministic"};
      record.flaky = i == 4;
      if (i >= 5 && i < 8) record.known_as = "last night";
      ASSERT_TRUE((*store)
                      ->Add(record, {{"reduced.py", kModule},
                                     {"module.py", kModule},
                                     {"case.json", "{}"},
                                     {"difference.json",
                                      R"({"titles": ["once", "twice"], "texts": ["a\nb", "a\nc"], "where": "main"})"}})
                      .ok());
    }
    ASSERT_TRUE((*store)->SaveProgress(10, 2).ok());
    ASSERT_TRUE(
        (*store)
            ->SaveFact("facts", R"([["Subject", "tvm 0.27"], ["Started", "2026-11-27 02:17 UTC"], ["Seed", "7"]])")
            .ok());
    ASSERT_TRUE(
        WriteWhole(folder_ + "/triage.json", R"({"08": {"name": "", "status": "closed", "note": "mended upstream"}})")
            .ok());
  }
  std::string Made(const std::string& format, const std::string& file) {
    ProgramRun run = RunAssay({"report", folder_, "--format", format});
    EXPECT_EQ(run.code, 0) << run.err;
    Result<std::string> text = ReadInput(folder_ + "/" + file);
    return text.ok() ? *text : "";
  }
  std::string folder_;
};

TEST_F(ReportMixTest, JUnitFailsWhatIsOpenAndSkipsTheRestWithAReason) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(Made("junit", "report.xml").c_str()));
  pugi::xml_node suite = document.child("testsuites").find_child_by_attribute("testsuite", "name", "findings");
  EXPECT_EQ(document.child("testsuites").attribute("failures").as_int(), 5);
  EXPECT_EQ(suite.attribute("failures").as_int(), 5);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 4);
  int failures = 0;
  std::string reasons;
  for (pugi::xml_node test : suite) {
    failures += test.child("failure") ? 1 : 0;
    if (test.child("skipped")) reasons += std::string(test.child("skipped").attribute("message").as_string()) + "; ";
  }
  EXPECT_EQ(failures, 5);
  EXPECT_EQ(reasons, "known: last night; known: last night; known: last night; closed: mended upstream; ");
}

TEST_F(ReportMixTest, SarifHasErrorsNotesAndASuppression) {
  json log = json::parse(Made("sarif", "report.sarif"), nullptr, false);
  ASSERT_TRUE(log.is_object());
  int errors = 0, notes = 0, suppressed = 0;
  std::set<std::string> places, fingerprints;
  for (const json& result : log["runs"][0]["results"]) {
    bool closed = result.contains("suppressions");
    errors += result["level"] == "error" ? 1 : 0;
    notes += result["level"] == "note" && !closed ? 1 : 0;
    suppressed += closed ? 1 : 0;
    if (closed) {
      EXPECT_EQ(result["suppressions"][0]["justification"], "mended upstream");
    }
    const json& place = result["locations"][0]["physicalLocation"];
    places.insert(place["artifactLocation"]["uri"].get<std::string>());
    fingerprints.insert(result["partialFingerprints"]["assaySignature/v1"].get<std::string>());
    EXPECT_THAT(place["region"]["snippet"]["text"].get<std::string>(), HasSubstr("R.add(x, x)"));
    // By the signature, not by the finding's id.
    EXPECT_THAT(place["artifactLocation"]["uri"].get<std::string>(),
                HasSubstr("findings/idempotent-FuseOps-differs-op-"));
  }
  EXPECT_EQ(errors, 5);
  EXPECT_EQ(notes, 3);
  EXPECT_EQ(suppressed, 1);
  EXPECT_EQ(places.size(), 9u);
  EXPECT_EQ(fingerprints.size(), 9u);
}

TEST_F(ReportMixTest, TextAndJsonSayEachStatus) {
  json report = json::parse(Made("json", "report.json"), nullptr, false);
  std::map<std::string, int> statuses;
  for (const json& finding : report["findings"]) ++statuses[finding["status"].get<std::string>()];
  EXPECT_EQ(statuses, (std::map<std::string, int>{{"open", 4}, {"flaky", 1}, {"known", 3}, {"closed", 1}}));
  std::string markdown = Made("md", "report.md");
  EXPECT_THAT(markdown, HasSubstr("10 runs in 2 s: 4 open findings, 1 flaky, 3 known, 1 closed."));
  EXPECT_THAT(markdown, HasSubstr("| 08 FuseOps differs | closed | idempotent | differs | mended upstream |"));
  EXPECT_THAT(markdown, HasSubstr("- Seed: `7`"));
}

TEST_F(ReportMixTest, ThePageHasEveryFindingWithItsStatusFilesAndDifference) {
  std::string page = Made("html", "report.html");
  size_t begin = page.find("id=\"data\">") + 10;
  json data = json::parse(page.substr(begin, page.find("</script>", begin) - begin), nullptr, false);
  ASSERT_TRUE(data.is_object());
  ASSERT_EQ(data["rows"].size(), 9u);
  EXPECT_EQ(data["rows"][0]["id"], "00");
  EXPECT_EQ(data["rows"][4]["status"], "flaky");
  EXPECT_EQ(data["rows"][5]["reason"], "last night");
  EXPECT_EQ(data["rows"][8]["status"], "closed");
  EXPECT_EQ(data["rows"][0]["links"][0], json::array({"reduced.py", "findings/00/reduced.py"}));
  EXPECT_EQ(data["rows"][0]["sides"][0]["texts"], json::array({"a\nb", "a\nc"}));
  EXPECT_EQ(data["rows"][0]["also"], json::array({"deterministic"}));
  EXPECT_THAT(page, HasSubstr("<dt>Started</dt><dd>2026-11-27 02:17 UTC</dd>"));
  EXPECT_THAT(page, Not(HasSubstr("http")));
  // Without a script, too.
  EXPECT_THAT(page, HasSubstr("<tr id=\"08\"><td>closed</td>"));
}

TEST_F(ReportMixTest, TheSameFolderGivesTheSameBytes) {
  for (const auto& [format, file] : {std::pair("html", "report.html"),
                                     {"md", "report.md"},
                                     {"junit", "report.xml"},
                                     {"sarif", "report.sarif"},
                                     {"json", "report.json"}}) {
    std::string first = Made(format, file);
    EXPECT_FALSE(first.empty()) << format;
    EXPECT_EQ(Made(format, file), first) << format;
  }
}

TEST_F(ReportMixTest, WhatTheFolderLacksIsNotedAndListedFromTheIndex) {
  ASSERT_TRUE(WriteWhole(folder_ + "/findings/00/case.json", "{").ok());
  ASSERT_TRUE(WriteWhole(folder_ + "/findings/01/case.json", "[]").ok());
  fs::remove_all(folder_ + "/findings/02");
  ProgramRun run = RunAssay({"report", folder_, "--format", "json"});
  EXPECT_EQ(run.code, 0);
  for (const char* said : {"/findings/00/case.json", "/findings/01/case.json: expected a JSON object",
                           "/findings/02 is missing: finding 02 is listed from the index alone"})
    EXPECT_THAT(run.err, HasSubstr(said));
  EXPECT_THAT(run.err, Not(HasSubstr("/findings/03")));
  EXPECT_EQ(json::parse(*ReadInput(folder_ + "/report.json"))["findings"].size(), 9u);
  fs::remove_all(folder_ + "/findings");
  run = RunAssay({"triage", folder_, "--json"});
  EXPECT_THAT(run.err, HasSubstr("/findings/08 is missing"));
  EXPECT_EQ(json::parse(run.out)["groups"][0]["findings"].size(), 9u);
}

TEST_F(ReportMixTest, TheFolderOfAReportIsMade) {
  std::string inside = folder_ + "/pages/of/today";
  ProgramRun made = RunAssay({"report", folder_, "--format", "md", "--out", inside});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_TRUE(ReadInput(inside + "/report.md").ok());
  ProgramRun refused = RunAssay({"report", folder_, "--format", "md", "--out", "/proc/pages"});
  EXPECT_EQ(refused.code, 4) << refused.err;
  EXPECT_THAT(refused.err, testing::HasSubstr("/proc/pages: "));
}

TEST_F(ReportMixTest, DamagedCountsAreSaid) {
  for (const char* text : {R"({"runs": -1})", R"({"skips": {"x": "y"}})", "[]", "{"}) {
    sqlite3* index = nullptr;
    ASSERT_EQ(sqlite3_open((folder_ + "/index.sqlite").c_str(), &index), SQLITE_OK);
    std::string sql = std::string("INSERT OR REPLACE INTO facts VALUES ('tally', '") + text + "')";
    EXPECT_EQ(sqlite3_exec(index, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(index);
    sqlite3_close(index);
    for (const std::vector<std::string>& command : {std::vector<std::string>{"report", folder_, "--format", "md"},
                                                    {"triage", folder_},
                                                    {"fuzz", "--out", folder_, "--resume", "--runs", "1"}}) {
      ProgramRun run = RunAssay(command);
      EXPECT_EQ(run.code, 3) << command[0] << run.err;
      EXPECT_THAT(run.err, testing::HasSubstr(folder_ + "/index.sqlite")) << command[0] << " " << text;
    }
  }
}

// An index of before findings said what they are known as.
TEST_F(ReportMixTest, AnOlderIndexIsReadAsOpen) {
  sqlite3* index = nullptr;
  ASSERT_EQ(sqlite3_open((folder_ + "/index.sqlite").c_str(), &index), SQLITE_OK);
  for (const char* sql : {"ALTER TABLE findings DROP COLUMN known_as", "ALTER TABLE findings DROP COLUMN also",
                          "ALTER TABLE findings DROP COLUMN detail", "DROP TABLE facts"}) {
    EXPECT_EQ(sqlite3_exec(index, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(index);
  }
  sqlite3_close(index);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(Made("junit", "report.xml").c_str()));
  EXPECT_EQ(document.child("testsuites").attribute("failures").as_int(), 8);
  auto campaign = ReadCampaign(folder_);
  ASSERT_TRUE(campaign.ok());
  EXPECT_EQ(campaign->findings.size(), 9u);
}

}  // namespace
}  // namespace assay
