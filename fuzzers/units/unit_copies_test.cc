// Which of several copies of a unit stay.
#include "fuzzers/units/unit_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

// A trail by one letter for each case; '-' for one that the clock gave up.
std::string Trail(const std::string& letters) {
  std::string trail;
  for (char letter : letters) trail += std::string(8, letter) + "\n";
  return trail;
}

struct Row {
  const char* one;
  const char* other;
  std::optional<uint64_t> differs;
  bool covered, covers;
};

TEST(UnitCopiesTest, TrailsCoverEachOtherOrDiffer) {
  for (const Row& row :
       {Row{"abc", "abc", {}, true, true}, Row{"ab", "abc", {}, true, false}, Row{"", "abc", {}, true, false},
        Row{"abc", "axc", 1, false, false}, Row{"ab", "xbc", 0, false, false}, Row{"a-c", "abc", {}, true, false},
        Row{"a-c", "ab-", {}, false, false}, Row{"a-cd", "abc", {}, false, false}, Row{"a-x", "abc", 2, false, false},
        Row{"--", "--", {}, true, true}}) {
    TrailRelation relation = CompareTrails(Trail(row.one), Trail(row.other));
    EXPECT_EQ(relation.differs, row.differs) << row.one << " " << row.other;
    EXPECT_EQ(relation.covered, row.covered) << row.one << " " << row.other;
    EXPECT_EQ(relation.covers, row.covers) << row.one << " " << row.other;
  }
}

class CopiesTest : public testing::Test {
 protected:
  // Letters of the trail stand as the place.
  CopyKey Copy(const std::string& letters, const std::string& digest, const std::string& id = "id") {
    auto clocked = static_cast<uint64_t>(std::ranges::count(letters, '-'));
    return {.unit = 3, .id = id, .digest = digest, .cases = letters.size(), .clocked = clocked, .place = letters};
  }
  std::vector<std::string> Kept() const {
    std::vector<std::string> places;
    for (const CopyKey& copy : copies_.units().at(3)) places.push_back(copy.place);
    return places;
  }
  UnitCopies copies_{10, [](const CopyKey& copy) { return Result<std::string>(Trail(copy.place)); }};
};

TEST_F(CopiesTest, OneThatSaysMoreTakesThePlaceOfOneThatSaysLess) {
  EXPECT_TRUE(*copies_.Add(Copy("ab", "1")));
  EXPECT_FALSE(copies_.replaced());
  EXPECT_TRUE(*copies_.Add(Copy("abcd", "2")));
  EXPECT_TRUE(copies_.replaced());
  EXPECT_FALSE(*copies_.Add(Copy("abc", "3")));
  EXPECT_FALSE(*copies_.Add(Copy("a-cd", "4")));
  EXPECT_FALSE(*copies_.Add(Copy("abcd", "2")));
  EXPECT_THAT(Kept(), testing::ElementsAre("abcd"));
  EXPECT_THAT(*copies_.Differing(), testing::IsEmpty());
}

TEST_F(CopiesTest, OnesThatSayOtherwiseStayBothAndDiffer) {
  EXPECT_TRUE(*copies_.Add(Copy("abcd", "1")));
  EXPECT_TRUE(*copies_.Add(Copy("abx", "2")));
  EXPECT_THAT(Kept(), testing::ElementsAre("abcd", "abx"));
  auto differing = copies_.Differing();
  ASSERT_EQ(differing->size(), 1u);
  EXPECT_EQ((*differing)[0].run, 32u);
  // Of other bytes, though they agree on each case.
  EXPECT_TRUE(*copies_.Add(Copy("abcd", "3")));
  EXPECT_EQ(copies_.Differing()->size(), 3u);
}

TEST_F(CopiesTest, OtherWorkSaysNothing) {
  EXPECT_TRUE(*copies_.Add(Copy("ab", "1", "with a snapshot")));
  EXPECT_TRUE(*copies_.Add(Copy("xyz", "2", "without")));
  EXPECT_THAT(Kept(), testing::ElementsAre("xyz", "ab"));
  EXPECT_THAT(*copies_.Differing(), testing::IsEmpty());
}

TEST_F(CopiesTest, ATrailThatCannotBeReadIsAnError) {
  UnitCopies copies(10,
                    [](const CopyKey&) { return Result<std::string>(Diag{DiagKind::kCorrupt, {}, "gone", "", {}}); });
  EXPECT_TRUE(*copies.Add(Copy("ab", "1")));
  EXPECT_FALSE(copies.Add(Copy("abc", "2")).ok());
}

}  // namespace
}  // namespace assay
