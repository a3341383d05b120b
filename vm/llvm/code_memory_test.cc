#include "vm/llvm/code_memory.h"

#include <cstring>

#include <gtest/gtest.h>

namespace assay {
namespace {

using llvm::orc::ExecutorAddr;
using llvm::orc::MemProt;

constexpr auto kCode =
    static_cast<MemProt>(static_cast<unsigned>(MemProt::Read) | static_cast<unsigned>(MemProt::Exec));

// An allocation of one segment with these bytes of code, at the start of what was reserved.
llvm::orc::MemoryMapper::AllocInfo SegmentAt(ExecutorAddr base, size_t content, size_t zeros, MemProt protection) {
  llvm::orc::MemoryMapper::AllocInfo info;
  info.MappingBase = base;
  info.Segments.push_back({0, base.toPtr<char*>(), content, zeros, llvm::orc::AllocGroup(protection)});
  return info;
}

ExecutorAddr Reserve(CodeMemory& memory, size_t bytes) {
  ExecutorAddr at;
  memory.reserve(
      bytes, [&](llvm::Expected<llvm::orc::ExecutorAddrRange> range) { at = llvm::cantFail(std::move(range)).Start; });
  return at;
}

ExecutorAddr Initialize(CodeMemory& memory, llvm::orc::MemoryMapper::AllocInfo info) {
  ExecutorAddr at;
  memory.initialize(info, [&](llvm::Expected<ExecutorAddr> done) { at = llvm::cantFail(std::move(done)); });
  return at;
}

// Machine code has no record of its type in front, for which sanitizers look where a pointer to a function is called.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
int Call(int (*code)()) {
  return code();
}

TEST(CodeMemory, CodeRuns) {
  CodeMemory memory;
  ExecutorAddr base = Reserve(memory, size_t{1} << 16);
  // mov eax, 42; ret
  const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
  std::memcpy(memory.prepare(base, sizeof code), code, sizeof code);
  ExecutorAddr at = Initialize(memory, SegmentAt(base, sizeof code, 0, kCode));
  EXPECT_EQ(Call(at.toPtr<int (*)()>()), 42);
}

TEST(CodeMemory, NothingIsKeptOfWhatWasGivenBack) {
  CodeMemory memory;
  ExecutorAddr base = Reserve(memory, size_t{1} << 16);
  for (int iteration = 0; iteration < 1000; ++iteration) {
    std::memset(memory.prepare(base, 64), iteration, 64);
    ExecutorAddr at = Initialize(memory, SegmentAt(base, 32, 32, MemProt::Read));
    EXPECT_EQ(at.toPtr<const char*>()[40], 0) << "the rest of a segment is zero";
    EXPECT_EQ(memory.live(), 1u);
    memory.deinitialize({at}, [](llvm::Error error) { llvm::cantFail(std::move(error)); });
    EXPECT_EQ(memory.live(), 0u);
  }
}

TEST(CodeMemory, WhatIsNotThereIsAnError) {
  CodeMemory memory;
  auto fails = [](llvm::Error error) { EXPECT_FALSE(llvm::toString(std::move(error)).empty()); };
  memory.deinitialize({ExecutorAddr(4096)}, fails);
  memory.release({ExecutorAddr(4096)}, fails);
  bool refused = false;
  memory.reserve(size_t{1} << 62, [&](llvm::Expected<llvm::orc::ExecutorAddrRange> range) {
    refused = !range;
    llvm::consumeError(range.takeError());
  });
  EXPECT_TRUE(refused);
}

TEST(CodeMemory, ReleaseTakesWhatLiesInside) {
  CodeMemory memory;
  ExecutorAddr base = Reserve(memory, size_t{1} << 16);
  Initialize(memory, SegmentAt(base, 16, 0, MemProt::Read));
  memory.release({base}, [](llvm::Error error) { llvm::cantFail(std::move(error)); });
  EXPECT_EQ(memory.live(), 0u);
}

}  // namespace
}  // namespace assay
