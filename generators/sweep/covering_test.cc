// Every pair that can be made stands in a row; those that cannot are counted, and nothing is left open.
#include "generators/sweep/covering.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

RowAnswer Echo(const Levels& asked, uint32_t, Levels& shown) {
  shown = asked;
  return RowAnswer::kMade;
}

// The pairs that stand in rows, looked for anew.
std::set<std::array<int, 4>> PairsIn(const CoveringResult& result) {
  std::set<std::array<int, 4>> pairs;
  for (const CoveringRow& row : result.rows) {
    for (size_t f = 0; f < row.shown.size(); ++f) {
      for (size_t g = f + 1; g < row.shown.size(); ++g) {
        if (row.shown[f] != kAnyLevel && row.shown[g] != kAnyLevel)
          pairs.insert({static_cast<int>(f), row.shown[f], static_cast<int>(g), row.shown[g]});
      }
    }
  }
  return pairs;
}

TEST(Covering, AllPairsStandInRows) {
  const std::vector<size_t> sizes{5, 3, 7, 2, 4};
  CoveringResult result = CoverPairs(sizes, Echo);
  size_t pairs = 0;
  for (size_t f = 0; f < sizes.size(); ++f) {
    for (size_t g = f + 1; g < sizes.size(); ++g) pairs += sizes[f] * sizes[g];
  }
  EXPECT_EQ(PairsIn(result).size(), pairs);
  EXPECT_EQ(result.covered, pairs);
  EXPECT_EQ(result.uncovered, 0u);
  // At least the product of the two largest; not far above it.
  EXPECT_GE(result.rows.size(), 35u);
  EXPECT_LE(result.rows.size(), 55u);
}

TEST(Covering, PairsThatAreRefusedAreCounted) {
  // Levels 0 of the first two factors refuse each other, and nothing else.
  auto make = [](const Levels& asked, uint32_t attempt, Levels& shown) {
    if (asked[0] == 0 && asked[1] == 0) return RowAnswer::kRefused;
    return Echo(asked, attempt, shown);
  };
  const std::vector<size_t> sizes{3, 3, 3};
  CoveringResult result = CoverPairs(sizes, make);
  EXPECT_EQ(result.refused, 1u);
  EXPECT_EQ(result.covered, 26u);
  EXPECT_EQ(PairsIn(result).size(), 26u);
  EXPECT_EQ(result.uncovered, 0u);
}

TEST(Covering, AnotherFactorThatRefusesIsFilledOtherwise) {
  // The last factor's first level is refused beside almost everything, which must not cost other pairs.
  auto make = [](const Levels& asked, uint32_t attempt, Levels& shown) {
    if (asked[2] == 0 && (asked[0] != 1 || asked[1] != 1)) return RowAnswer::kRefused;
    return Echo(asked, attempt, shown);
  };
  const std::vector<size_t> sizes{6, 6, 2};
  CoveringResult result = CoverPairs(sizes, make);
  std::set<std::array<int, 4>> pairs = PairsIn(result);
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b) EXPECT_TRUE(pairs.contains({0, a, 1, b})) << a << " " << b;
  }
  EXPECT_EQ(result.uncovered, 0u);
}

TEST(Covering, ALevelThatNothingShowsIsGivenUp) {
  auto make = [](const Levels& asked, uint32_t attempt, Levels& shown) {
    Echo(asked, attempt, shown);
    if (shown[1] == 2) shown[1] = kAnyLevel;
    return RowAnswer::kMade;
  };
  const std::vector<size_t> sizes{40, 4};
  CoveringResult result = CoverPairs(sizes, make);
  EXPECT_EQ(result.absent, 40u);
  EXPECT_EQ(result.covered, 120u);
  // Far fewer than the twelve tries that each of the 40 would have.
  EXPECT_LT(result.asked, 120u + 120u);
}

TEST(Covering, TheSameAnswersGiveTheSameRows) {
  const std::vector<size_t> sizes{4, 5, 3};
  CoveringResult a = CoverPairs(sizes, Echo), b = CoverPairs(sizes, Echo);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (size_t i = 0; i < a.rows.size(); ++i) EXPECT_EQ(a.rows[i].asked, b.rows[i].asked);
}

TEST(Covering, ALoneFactorShowsEachLevel) {
  CoveringResult result = CoverPairs(std::vector<size_t>{4}, Echo);
  EXPECT_EQ(result.rows.size(), 4u);
}

}  // namespace
}  // namespace assay
