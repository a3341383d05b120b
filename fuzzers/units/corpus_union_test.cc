// For each feature the smallest entry stays, whatever the order.
#include "fuzzers/units/corpus_union.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/support/byte_source.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::Key;

bool Yes() { return true; }

TEST(CorpusUnionTest, TheSmallestOfEachFeatureStays) {
  CorpusUnion all;
  all.Offer("c", 30, {1, 2, 3}, "p/c", Yes);
  all.Offer("a", 20, {2}, "p/a", Yes);
  all.Offer("b", 20, {2, 3}, "p/b", Yes);
  EXPECT_THAT(all.Entries(), ElementsAre(Key("a"), Key("b"), Key("c")));
  all.Offer("d", 10, {1, 3}, "p/d", Yes);
  EXPECT_THAT(all.Entries(), ElementsAre(Key("a"), Key("d")));
  EXPECT_EQ(all.Entries()["d"], "p/d");
  EXPECT_EQ(all.features(), 3u);
}

TEST(CorpusUnionTest, WhatIsNoModuleIsAskedForOnlyWhereItWouldStay) {
  CorpusUnion all;
  all.Offer("a", 10, {1}, "p/a", Yes);
  int asked = 0;
  auto no = [&] { return ++asked > 100; };
  all.Offer("b", 20, {1}, "p/b", no);
  EXPECT_EQ(asked, 0);
  all.Offer("c", 5, {1}, "p/c", no);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(all.left_out(), 1u);
  EXPECT_THAT(all.Entries(), ElementsAre(Key("a")));
}

TEST(CorpusUnionTest, AnyOrderAndAnyGroupingIsTheSame) {
  struct Given {
    std::string digest;
    uint64_t size;
    Reached reached;
  };
  ByteSource bytes = ByteSource::FromSeed(3);
  std::vector<Given> given;
  for (int i = 0; i < 60; ++i) {
    Given one{std::to_string(i), 1 + bytes.Below(20), {}};
    for (uint32_t feature = 0; feature < 40; ++feature) {
      if (bytes.Chance(1, 6)) one.reached.push_back(feature);
    }
    given.push_back(one);
  }
  auto united = [](const std::vector<Given>& of) {
    CorpusUnion all;
    for (const Given& one : of) all.Offer(one.digest, one.size, one.reached, one.digest, Yes);
    return all.Entries();
  };
  const std::map<std::string, std::string> expected = united(given);
  for (int order = 0; order < 50; ++order) {
    for (size_t i = given.size(); i > 1; --i) std::swap(given[i - 1], given[bytes.Below(i)]);
    EXPECT_EQ(united(given), expected);
    // What stays of a part, with the rest.
    std::vector<Given> part(given.begin(), given.begin() + 30), rest(given.begin() + 20, given.end());
    std::map<std::string, std::string> kept = united(part);
    for (const Given& one : part) {
      if (kept.contains(one.digest)) rest.push_back(one);
    }
    EXPECT_EQ(united(rest), expected);
  }
}

TEST(CorpusUnionTest, FeaturesStandInTheFirstLine) {
  EXPECT_EQ(FeaturesInText("# reaches 1f a 1f\nx"), (Reached{10, 31}));
  EXPECT_EQ(FeaturesInText("# reaches\n"), Reached());
  for (const char* text : {"", "# reaches 1", "# reaches x\n", "# reaches 1  2\n", "# reaches1\n", "reaches 1\n",
                           "# reaches 1ffffffff\n", "# reaches -1\n"})
    EXPECT_FALSE(FeaturesInText(text).has_value()) << text;
}

}  // namespace
}  // namespace assay
