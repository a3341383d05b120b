#include "ir/support/byte_source.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(ByteSource, SameSeedSameChoices) {
  ByteSource a = ByteSource::FromSeed(42), b = ByteSource::FromSeed(42), c = ByteSource::FromSeed(43);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    uint64_t x = a.Below(1000);
    EXPECT_EQ(x, b.Below(1000));
    EXPECT_LT(x, 1000u);
    differs |= x != c.Below(1000);
  }
  EXPECT_TRUE(differs);
}

TEST(ByteSource, ExhaustedBytesAnswerZeroAndNo) {
  std::vector<uint8_t> bytes = {5};
  ByteSource source(bytes);
  EXPECT_EQ(source.Below(10), 5u);
  EXPECT_TRUE(source.exhausted());
  EXPECT_EQ(source.Below(10), 0u);
  EXPECT_FALSE(source.Chance(9, 10));
  EXPECT_TRUE(source.Chance(1, 1));
  EXPECT_EQ(source.Between(-3, 3), -3);
}

TEST(ByteSource, OneByteDecidesASmallChoice) {
  std::vector<uint8_t> bytes = {200, 1};
  ByteSource source(bytes);
  EXPECT_EQ(source.Below(7), 200u % 7);
  EXPECT_EQ(source.Below(7), 1u);
}

TEST(ByteSource, ChanceIsCloseToItsRatio) {
  ByteSource source = ByteSource::FromSeed(1);
  int hits = 0;
  for (int i = 0; i < 10000; ++i) hits += source.Chance(1, 4);
  EXPECT_NEAR(hits, 2500, 250);
}

}  // namespace
}  // namespace assay
