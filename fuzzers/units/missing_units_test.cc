// What is yet to be done, as an array takes it.
#include "fuzzers/units/missing_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/merge.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

using testing::ElementsAre;
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

}  // namespace
}  // namespace assay
