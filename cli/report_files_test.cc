#include "cli/report_files.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

namespace assay {
namespace {

TEST(ReportFilesTest, EveryFormIsWrittenOnceAndNothingWithoutAFolder) {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / ("assay-report-" + std::to_string(getpid()));
  ReportedRun report{.title = "Trial", .subject = "native"};
  EXPECT_TRUE(WriteReports("", "trial", report, {}).ok());
  ASSERT_TRUE(CheckReportFolder(folder.string()).ok());
  ASSERT_TRUE(WriteReports(folder.string(), "trial", report, {{"ok", true}}).ok());
  for (const char* form : {"html", "md", "xml", "sarif", "json"}) EXPECT_TRUE(fs::exists(folder / ("trial." + std::string(form)))) << form;
  // A folder with something in it is not written over.
  EXPECT_FALSE(CheckReportFolder(folder.string()).ok());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace assay
