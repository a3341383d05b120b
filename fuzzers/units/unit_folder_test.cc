// A unit's folder appears whole, in the place of what stood there, or not at all. Hostile folders: merge_test.cc.
#include "fuzzers/units/unit_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

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
