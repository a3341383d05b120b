#include "ir/support/guarded_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace assay {
namespace {

uintptr_t AddressOf(const std::byte* place) { return reinterpret_cast<uintptr_t>(place); }

TEST(GuardedMemoryTest, EndsAtAGuardAndBeginsBehindAnother) {
  for (size_t bytes : {size_t{0}, size_t{1}, size_t{4095}, size_t{4096}, size_t{4097}}) {
    GuardedMemory memory = GuardedMemory::Take(bytes);
    ASSERT_TRUE(memory);
    std::memset(memory.data(), 1, bytes);
    EXPECT_TRUE(memory.Strays(AddressOf(memory.data() + bytes)));
    EXPECT_FALSE(memory.Strays(AddressOf(memory.data() + bytes) - 1) && bytes != 0);
    EXPECT_FALSE(memory.Strays(AddressOf(memory.data()) + (size_t{1} << 40)));
  }
  EXPECT_DEATH(GuardedMemory::Take(8).data()[8] = std::byte{1}, "");
  EXPECT_DEATH(GuardedMemory::Take(8).data()[-4096] = std::byte{1}, "");
}

TEST(GuardedMemoryTest, FreedMappingsAreUsedAgain) {
  std::byte* first = GuardedMemory::Take(100).data();
  EXPECT_EQ(GuardedMemory::Take(100).data(), first);
  EXPECT_NE(GuardedMemory::Take(5000).data(), first);
}

TEST(GuardedMemoryTest, WhatIsKeptIsBounded) {
  std::vector<GuardedMemory> memories;
  for (int i = 0; i < 20; ++i) memories.push_back(GuardedMemory::Take(8 << 20));
  memories.clear();
  EXPECT_GT(KeptBytes(), 0u);
  EXPECT_LE(KeptBytes(), kMostKeptBytes);
  // More than is ever kept does not push everything out and stay itself.
  GuardedMemory::Take(kMostKeptBytes + 1);
  EXPECT_LE(KeptBytes(), kMostKeptBytes);
}

TEST(GuardedMemoryTest, TooManyAreRefused) {
  std::vector<GuardedMemory> memories;
  while (GuardedMemory memory = GuardedMemory::Take(1)) {
    memories.push_back(std::move(memory));
    ASSERT_LT(memories.size(), 100'000u);
  }
  EXPECT_GT(memories.size(), 1000u);
  // Tensors do without.
  std::shared_ptr<std::byte[]> bytes = MakeTensorBytes(kLeastGuardedBytes);
  std::memset(bytes.get(), 0, kLeastGuardedBytes);
  memories.clear();
  EXPECT_TRUE(GuardedMemory::Take(1));
}

TEST(TensorBytesTest, LargeOnesAreFoundByTheirGuards) {
  std::shared_ptr<std::byte[]> bytes = MakeTensorBytes(kLeastGuardedBytes), small = MakeTensorBytes(8);
  uintptr_t end = AddressOf(bytes.get()) + kLeastGuardedBytes;
  EXPECT_EQ(LargeMemoryBeside(end).data(), bytes.get());
  EXPECT_EQ(LargeMemoryBeside(end).size(), kLeastGuardedBytes);
  EXPECT_TRUE(LargeMemoryBeside(end - 1).empty());
  EXPECT_TRUE(LargeMemoryBeside(AddressOf(small.get()) + 8).empty());
  bytes.reset();
  EXPECT_TRUE(LargeMemoryBeside(end).empty());
}

}  // namespace
}  // namespace assay
