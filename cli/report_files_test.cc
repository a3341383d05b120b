#include "cli/report_files.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/files.h"
#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

TEST(ReportFilesTest, EveryFormIsWrittenOnceAndNothingWithoutAFolder) {
  std::string folder = FreshFolder() + "/report";
  ReportedRun report{.title = "Trial", .subject = "native"};
  EXPECT_TRUE(WriteReports("", "trial", report, {}).ok());
  ASSERT_TRUE(CheckReportFolder(folder, "trial").ok());
  ASSERT_TRUE(WriteReports(folder, "trial", report, {{"suites", nlohmann::json::object()}}).ok());
  for (const char* form : {"html", "md", "xml", "sarif", "json"})
    EXPECT_TRUE(fs::exists(folder + "/trial." + form)) << form;
}

TEST(ReportFilesTest, AnEarlierReportIsReplacedAndNothingElseIs) {
  std::string folder = FreshFolder() + "/report";
  ReportedRun first{.title = "First", .subject = "native"}, second{.title = "Second", .subject = "native"};
  nlohmann::json json{{"cases", nlohmann::json::array()}};
  ASSERT_TRUE(WriteReports(folder, "trial", first, json).ok());
  ASSERT_TRUE(WriteWhole(folder + "/notes.txt", "mine").ok());
  ASSERT_TRUE(CheckReportFolder(folder, "trial").ok());
  ASSERT_TRUE(WriteReports(folder, "trial", second, json).ok());
  EXPECT_THAT(*ReadInput(folder + "/trial.html"), testing::HasSubstr("Second"));
  EXPECT_EQ(*ReadInput(folder + "/notes.txt"), "mine");
  // A report of something else, and a file that only has the name, are foreign.
  EXPECT_EQ(CheckReportFolder(folder, "other").error().kind, DiagKind::kBadArgument);
  std::string foreign = FreshFolder();
  ASSERT_TRUE(WriteWhole(foreign + "/trial.json", "[1]").ok());
  EXPECT_EQ(CheckReportFolder(foreign, "trial").error().kind, DiagKind::kBadArgument);
  EXPECT_EQ(WriteReports(foreign, "trial", second, json).error().kind, DiagKind::kBadArgument);
  EXPECT_EQ(*ReadInput(foreign + "/trial.json"), "[1]");
}

}  // namespace
}  // namespace assay
