// What is yet to be done, as an array takes it.
#include "fuzzers/units/missing_units.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/merge.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(MissingUnitsTest, Arrays) {
  EXPECT_EQ(ArrayOf({}), "");
  EXPECT_EQ(ArrayOf({3}), "3");
  EXPECT_EQ(ArrayOf({3, 7, 8, 9}), "3,7-9");
  EXPECT_EQ(ArrayOf({0, 1, 3, 4, 6}), "0-1,3-4,6");
}

TEST(MissingUnitsTest, OfFoldersAndOfTheirMerge) {
  TempFolder folder;
  MadeUnits made;
  for (uint64_t unit : {0, 2, 5})
    ASSERT_TRUE(WriteUnit(folder.path() + "/units/" + std::to_string(unit), made.Files(unit, unit == 2 ? 9 : 40)).ok());
  ASSERT_TRUE(Merge(folder.path() + "/out", {folder.path() + "/units"}).ok());
  for (const char* place : {"/units", "/out"}) {
    auto done = UnitsIn({folder.path() + place});
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_EQ(done->campaign, made.Campaign());
    UnitsLeft left = LeftOf(*done, 8, 40);
    EXPECT_THAT(left.missing, ElementsAre(1, 3, 4, 6, 7));
    EXPECT_THAT(left.parts, ElementsAre(Pair(2, 9)));
    EXPECT_EQ(ArrayOf(left.All()), "1-4,6-7");
  }
  EXPECT_FALSE(UnitsIn({folder.path() + "/nowhere"}).ok());
}

// A head alone does not make a unit.
TEST(MissingUnitsTest, ADamagedUnitIsNotDone) {
  TempFolder folder;
  MadeUnits made;
  for (const char* unit : {"0", "1", "2"})
    ASSERT_TRUE(WriteUnit(folder.path() + "/units/" + unit, made.Files(unit[0] - '0', 40)).ok());
  fs::path entries = folder.path() + "/units/1/corpus";
  ASSERT_TRUE(WriteFile(fs::directory_iterator(entries)->path().string(), "else").ok());
  auto done = UnitsIn({folder.path() + "/units"});
  ASSERT_TRUE(done.ok());
  ASSERT_THAT(done->refused, ElementsAre(HasSubstr("units/1/corpus/")));
  EXPECT_THAT(LeftOf(*done, 3, 40).missing, ElementsAre(1));
}

TEST(MissingUnitsTest, WhatIsNotLookedIntoIsSaid) {
  TempFolder folder;
  MadeUnits made;
  std::string units = folder.path() + "/units";
  ASSERT_TRUE(WriteUnit(units + "/0", made.Files(0, 40)).ok());
  ASSERT_TRUE(WriteUnit(folder.path() + "/elsewhere/1", made.Files(1, 40)).ok());
  fs::create_symlink(folder.path() + "/elsewhere", units + "/link");
  fs::create_directories(units + "/a/b/c/d");
  auto done = UnitsIn({units});
  ASSERT_TRUE(done.ok());
  EXPECT_THAT(done->refused, ElementsAre(HasSubstr("units/link: a link"), HasSubstr("a/b/c/d: more than 3 folders")));
  EXPECT_THAT(done->cases, ElementsAre(Pair(0, 40)));
  // Of an empty folder there is nothing to say but that.
  fs::create_directories(folder.path() + "/empty");
  auto none = UnitsIn({folder.path() + "/empty"});
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(LeftOf(*none, 3, 0).missing.size(), 3u);
}

}  // namespace
}  // namespace assay
