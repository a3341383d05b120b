// A unit's folder appears whole, in the place of what stood there, or not at all. Hostile folders: merge_test.cc.
#include "fuzzers/units/unit_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

size_t EntriesIn(const fs::path& folder) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(UnitFolderTest, AppearsWholeInThePlaceOfWhatStoodThere) {
  TempFolder folder;
  std::string place = folder.path() + "/deep/er/3";
  MadeUnits made;
  ASSERT_TRUE(WriteUnit(place, made.Files(3, 10)).ok());
  EXPECT_EQ(ReadUnit(place)->copy.head.summary.cases, 10u);
  // A slash at its end means the same folder.
  ASSERT_TRUE(WriteUnit(place + "/", made.Files(3, 40)).ok());
  EXPECT_EQ(ReadUnit(place)->copy.head.summary.cases, 40u);
  EXPECT_EQ(EntriesIn(folder.path() + "/deep/er"), 1u);
  EXPECT_TRUE(LooksLikeUnit(place));
  EXPECT_FALSE(LooksLikeUnit(folder.path()));
}

TEST(UnitFolderTest, WhatStandsThereIsTheUnitOrStays) {
  TempFolder folder;
  std::string place = folder.path() + "/3";
  MadeUnits made;
  CampaignIdentity identity = made.Campaign();
  auto says = [&](uint64_t unit) {
    Result<std::optional<UnitHead>> at = UnitAt(place, identity, unit);
    return !at.ok() ? at.error().message : *at ? "unit" : "nothing";
  };
  EXPECT_EQ(says(3), "nothing");
  ASSERT_TRUE(fs::create_directory(place));
  EXPECT_EQ(says(3), "nothing");
  ASSERT_TRUE(WriteUnit(place, made.Files(3, 10)).ok());
  EXPECT_EQ(says(3), "unit");
  EXPECT_THAT(says(4), HasSubstr("it is unit 3"));
  identity.seed += 1;
  EXPECT_THAT(says(3), HasSubstr("it is a unit of another campaign"));
  identity = made.Campaign();
  // Each file that is damaged, gone or one too many, has the unit done again.
  for (const auto& [path, text] : made.Files(3, 10)) {
    if (path == kUnitName) continue;
    for (bool gone : {false, true}) {
      ASSERT_TRUE(WriteUnit(place, made.Files(3, 10)).ok());
      gone ? static_cast<void>(fs::remove(fs::path(place) / path))
           : fs::resize_file(fs::path(place) / path, text.size() / 2);
      EXPECT_EQ(says(3), "nothing") << path;
    }
  }
  ASSERT_TRUE(WriteUnit(place, made.Files(3, 10)).ok());
  std::ofstream(place + "/corpus/more.py") << "x";
  EXPECT_EQ(says(3), "nothing");
  std::ofstream(place + "/" + kUnitName) << "{";
  EXPECT_THAT(says(3), HasSubstr("it is a damaged unit; remove it"));
  fs::remove_all(place);
  std::ofstream(place + "") << "a file";
  EXPECT_THAT(says(3), HasSubstr("it is not a folder"));
  fs::remove_all(place);
  ASSERT_TRUE(fs::create_directory(place));
  std::ofstream(place + "/thesis.txt") << "a year";
  EXPECT_THAT(says(3), HasSubstr("it is not empty, and no unit"));
}

TEST(UnitFolderTest, APlaceThatCannotBeWrittenIsToldBefore) {
  TempFolder folder;
  EXPECT_TRUE(CheckUnitPlace(folder.path() + "/a/b/").ok());
  EXPECT_EQ(EntriesIn(folder.path() + "/a"), 0u);
  std::ofstream(folder.path() + "/file") << "x";
  for (const std::string& place :
       {folder.path() + "/file/3", std::string("/proc/x"), folder.path() + "/" + std::string(300, 'u')}) {
    Status status = CheckUnitPlace(place);
    ASSERT_FALSE(status.ok()) << place;
    EXPECT_EQ(status.error().kind, DiagKind::kEnvironment);
    EXPECT_THAT(status.error().message, HasSubstr(place));
  }
}

// A file that may grow no further is a disk that is full.
TEST(UnitFolderTest, ADiskThatIsFullLeavesWhatWasThere) {
  TempFolder folder;
  std::string place = folder.path() + "/3";
  MadeUnits made;
  ASSERT_TRUE(WriteUnit(place, made.Files(3, 10)).ok());
  pid_t pid = fork();
  if (pid == 0) {
    signal(SIGXFSZ, SIG_IGN);
    rlimit limit{300, 300};
    setrlimit(RLIMIT_FSIZE, &limit);
    Status written = WriteUnit(place, made.Files(3, 40));
    bool told = !written.ok() && written.error().kind == DiagKind::kEnvironment &&
                written.error().message.find(place) != std::string::npos &&
                written.error().message.find("draft") == std::string::npos;
    _exit(told ? 0 : 1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(EntriesIn(folder.path()), 1u);
  auto unit = ReadUnit(place);
  ASSERT_TRUE(unit.ok()) << unit.error().message;
  EXPECT_EQ(unit->copy.head.summary.cases, 10u);
}

}  // namespace
}  // namespace assay
