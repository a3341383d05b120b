#include "cli/files.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

TEST(FilesTest, ReadsUpToTheLimit) {
  std::string path = FreshFolder() + "/file";
  ASSERT_TRUE(WriteWhole(path, "12345").ok());
  EXPECT_EQ(*ReadInput(path, 5), "12345");
  EXPECT_EQ(ReadInput(path, 4).error().kind, DiagKind::kTooLarge);
  EXPECT_EQ(ReadInput("/dev/zero", 1000).error().kind, DiagKind::kTooLarge);
  EXPECT_EQ(ReadInput(path + "x").error().kind, DiagKind::kIo);
}

TEST(FilesTest, AFolderAppearsWhenItIsCommitted) {
  std::string base = FreshFolder(), path = base + "/out";
  {
    auto folder = OutFolder::Create(path);
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(folder->Write("a", "1").ok());
    EXPECT_FALSE(fs::exists(path));
    ASSERT_TRUE(folder->Commit().ok());
  }
  EXPECT_TRUE(fs::exists(path + "/a"));
  EXPECT_EQ(OutFolder::Create(path).error().kind, DiagKind::kBadArgument);
}

TEST(FilesTest, WhatIsNotCommittedLeavesNothing) {
  std::string base = FreshFolder();
  {
    auto folder = OutFolder::Create(base + "/out/");
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(folder->Write("a", "1").ok());
  }
  EXPECT_TRUE(fs::is_empty(base));
}

// As where two commands write to one folder: the second is told the same as one that starts afterwards.
TEST(FilesTest, AFolderThatIsFilledMeanwhileIsInUse) {
  std::string base = FreshFolder();
  for (bool as_folder : {true, false}) {
    std::string path = base + (as_folder ? "/folder" : "/file");
    auto folder = OutFolder::Create(path);
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(folder->Write("a", "1").ok());
    if (as_folder) fs::create_directory(path);
    // Whole files are built beside their place, under the name that the folder has already.
    ASSERT_TRUE(WriteFile(as_folder ? path + "/b" : path, "2").ok());
    Status done = folder->Commit();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().kind, DiagKind::kBadArgument);
    EXPECT_EQ(done.error().message, OutFolder::Create(path).error().message);
  }
}

// As a volume of a container: no folder can take its place.
TEST(FilesTest, AFolderThatIsMountedIsFilled) {
  std::string path = FreshFolder() + "/mounted";
  fs::create_directories(path);
  constexpr int kMayNotMount = 77;
  pid_t child = fork();
  if (child == 0) {
    bool mounted = unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                   mount("none", path.c_str(), "tmpfs", 0, nullptr) == 0;
    if (!mounted) _exit(kMayNotMount);
    auto folder = OutFolder::Create(path);
    bool good = folder.ok() && folder->Write("a", "1").ok() && folder->Commit().ok();
    _exit(good && fs::exists(path + "/a") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kMayNotMount) GTEST_SKIP() << "nothing may be mounted here";
  EXPECT_EQ(status, 0);
}

TEST(FilesTest, AnEmptyFolderIsTaken) {
  std::string base = FreshFolder();
  auto folder = OutFolder::Create(base);
  ASSERT_TRUE(folder.ok());
  ASSERT_TRUE(folder->Write("a", "1").ok());
  ASSERT_TRUE(folder->Commit().ok());
  EXPECT_TRUE(fs::exists(base + "/a"));
}

TEST(FilesTest, AFailedWriteKeepsTheOldFile) {
  std::string folder = FreshFolder() + "/x";
  EXPECT_EQ(WriteWhole(folder + "/missing/file", "text").error().kind, DiagKind::kEnvironment);
  EXPECT_EQ(OutFolder::Create("/dev/null").error().kind, DiagKind::kBadArgument);
  EXPECT_EQ(OutFolder::Create("/proc/out").error().kind, DiagKind::kEnvironment);
}

}  // namespace
}  // namespace assay
