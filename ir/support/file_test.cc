#include "ir/support/file.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "ir/support/temp_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

TEST(WholeFileTest, IsReadUpToTheLimit) {
  TempFolder folder;
  std::string path = folder.path() + "/file";
  ASSERT_TRUE(WriteFile(path, "12345").ok());
  EXPECT_EQ(*ReadFile(path, 5), "12345");
  Result<std::string> large = ReadFile(path, 4);
  EXPECT_EQ(large.error().kind, DiagKind::kTooLarge);
  EXPECT_EQ(large.error().message, path + ": is larger than 0 MiB");
  EXPECT_EQ(ReadFile("/dev/zero", 1000).error().kind, DiagKind::kTooLarge);
}

TEST(WholeFileTest, WhatCannotBeReadOrWrittenIsNamedWithTheSystemsWords) {
  TempFolder folder;
  std::string missing = folder.path() + "/none/file";
  EXPECT_EQ(ReadFile(missing).error().message, missing + ": No such file or directory");
  EXPECT_EQ(ReadFile(missing).error().kind, DiagKind::kIo);
  EXPECT_EQ(ReadFile(folder.path()).error().message, folder.path() + ": is a folder, not a file");
  for (Status (*write)(const std::string&, std::string_view) :
       {+[](const std::string& path, std::string_view text) { return WriteFile(path, text); },
        +[](const std::string& path, std::string_view text) { return WriteFile(path, text, Durability::kSynced); },
        +[](const std::string& path, std::string_view text) { return WriteWhole(path, text); }}) {
    EXPECT_EQ(write(missing, "x").error().message, missing + ": No such file or directory");
    EXPECT_EQ(write("/dev/full", "x").error().message, "/dev/full: No space left on device");
    EXPECT_EQ(write("/dev/full", "x").error().kind, DiagKind::kEnvironment);
    EXPECT_TRUE(write("/dev/null", "x").ok());
  }
}

TEST(WholeFileTest, WhatIsNotWholeLeavesWhatStoodThere) {
  TempFolder folder;
  std::string path = folder.path() + "/file";
  ASSERT_TRUE(WriteWhole(path, "first").ok());
  ASSERT_TRUE(WriteWhole(path, "second").ok());
  EXPECT_EQ(*ReadFile(path), "second");
  // A folder stands there: the name beside it is taken back.
  fs::create_directory(folder.path() + "/taken");
  EXPECT_FALSE(WriteWhole(folder.path() + "/taken", "text").ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 2);
}

}  // namespace
}  // namespace assay
