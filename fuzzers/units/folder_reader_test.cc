// A folder from elsewhere is read without leaving it.
#include "fuzzers/units/folder_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class FolderReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(Path("in/a/b"));
    fs::create_directories(Path("out"));
    ASSERT_TRUE(WriteFile(Path("in/one.txt"), "one").ok());
    ASSERT_TRUE(WriteFile(Path("in/a/b/two.txt"), "two").ok());
    ASSERT_TRUE(WriteFile(Path("out/secret.txt"), "secret").ok());
  }
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  FolderReader Reader() {
    auto reader = FolderReader::Open(Path("in"));
    EXPECT_TRUE(reader.ok());
    return *std::move(reader);
  }
  TempFolder folder_;
};

TEST_F(FolderReaderTest, ReadsAndListsWhatIsBelow) {
  FolderReader reader = Reader();
  EXPECT_EQ(*reader.Read("one.txt", 100), "one");
  EXPECT_EQ(*reader.Read("a/b/two.txt", 3), "two");
  EXPECT_THAT(*reader.List(10), ElementsAre("a/b/two.txt", "one.txt"));
  EXPECT_THAT(reader.NamesIn()->folders, ElementsAre("a"));
  EXPECT_THAT(reader.NamesIn()->files, ElementsAre("one.txt"));
  EXPECT_FALSE(FolderReader::Open(Path("in/one.txt")).ok());
  EXPECT_FALSE(FolderReader::Open(Path("nowhere")).ok());
}

TEST_F(FolderReaderTest, NothingLeadsOut) {
  fs::create_symlink(Path("out/secret.txt"), Path("in/link.txt"));
  fs::create_symlink(Path("out"), Path("in/linked"));
  fs::create_symlink("a", Path("in/inside"));
  FolderReader reader = Reader();
  for (const char* path : {"../out/secret.txt", "a/../../out/secret.txt", "link.txt", "linked/secret.txt",
                           "inside/b/two.txt", "/etc/passwd", "nothing.txt", "a", ""}) {
    auto read = reader.Read(path, 100);
    EXPECT_FALSE(read.ok()) << path;
    if (!read.ok()) EXPECT_THAT(read.error().message, HasSubstr(Path("in") + "/" + path)) << path;
  }
  EXPECT_EQ(*reader.Read("a/../one.txt", 100), "one");
  auto list = reader.List(10);
  ASSERT_FALSE(list.ok());
  EXPECT_THAT(list.error().message, HasSubstr("expected a file, got a link"));
  EXPECT_THAT(reader.NamesIn()->folders, ElementsAre("a"));
  EXPECT_THAT(reader.NamesIn()->links, ElementsAre("inside", "linked"));
}

TEST_F(FolderReaderTest, LimitsHold) {
  FolderReader reader = Reader();
  auto large = reader.Read("one.txt", 2);
  ASSERT_FALSE(large.ok());
  EXPECT_THAT(large.error().message, HasSubstr("expected at most 2 bytes, got 3"));
  EXPECT_FALSE(reader.List(1).ok());
  EXPECT_TRUE(reader.List(10, 3).ok());
  EXPECT_THAT(reader.List(10, 2).error().message, HasSubstr("a/b: expected a file, got a folder"));
  ASSERT_EQ(mkfifo(Path("in/a/pipe").c_str(), 0600), 0);
  auto pipe = reader.Read("a/pipe", 100);
  ASSERT_FALSE(pipe.ok());
  EXPECT_THAT(pipe.error().message, HasSubstr("expected a file, got a pipe"));
  EXPECT_THAT(reader.List(10).error().message, HasSubstr("a/pipe: expected a file, got a pipe"));
}

TEST_F(FolderReaderTest, PackedFilesAreAFolder) {
  ASSERT_TRUE(WriteFile(Path("in/packed"), PackedText({{"b/two.txt", "two"}, {"a.txt", "one"}})).ok());
  auto packed = FolderReader::OpenPacked(Path("in/packed"), 100);
  ASSERT_TRUE(packed.ok()) << packed.error().message;
  EXPECT_EQ(packed->folder(), Path("in/packed"));
  EXPECT_THAT(*packed->List(10), ElementsAre("a.txt", "b/two.txt"));
  EXPECT_EQ(*packed->Read("b/two.txt", 3), "two");
  EXPECT_THAT(packed->Read("b/two.txt", 2).error().message,
              HasSubstr("packed/b/two.txt: expected at most 2 bytes, got 3"));
  EXPECT_THAT(packed->Read("../one.txt", 100).error().message, HasSubstr("packed/../one.txt: No such file"));
  EXPECT_THAT(FolderReader::OpenPacked(Path("in/packed"), 10).error().message, HasSubstr("expected at most 10 bytes"));
  EXPECT_THAT(FolderReader::OpenPacked(Path("in/one.txt"), 100).error().message,
              HasSubstr("expected 'assay packed 1'"));
  fs::create_symlink("packed", Path("in/link"));
  EXPECT_THAT(FolderReader::OpenPacked(Path("in/link"), 100).error().message, HasSubstr("expected a file, got a link"));
  EXPECT_FALSE(FolderReader::OpenPacked(Path("nowhere/packed"), 100).ok());
}

}  // namespace
}  // namespace assay
