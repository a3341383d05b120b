#include "ir/support/arena.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Arena, KeepsAlignmentAndValues) {
  Arena arena;
  arena.CopyText("x");
  auto* number = arena.New<double>(2.5);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(number) % alignof(double), 0u);
  EXPECT_EQ(*number, 2.5);
}

TEST(Arena, LargeObjectsGetTheirOwnBlockAndSmallOnesStillFit) {
  Arena arena;
  std::vector<int> big(1 << 20, 7);
  auto copy = arena.Copy(big);
  auto* small = arena.New<int>(3);
  EXPECT_EQ(copy.size(), big.size());
  EXPECT_EQ(copy.back(), 7);
  EXPECT_EQ(*small, 3);
  EXPECT_GE(arena.BytesReserved(), big.size() * sizeof(int));
}

TEST(Arena, EmptySequencesTakeNoSpace) {
  Arena arena;
  EXPECT_TRUE(arena.Copy(std::vector<int>()).empty());
  EXPECT_EQ(arena.BytesReserved(), 0u);
}

}  // namespace
}  // namespace assay
