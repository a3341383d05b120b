// What compiled kernels and their host share: the frame of one run, the places where code can trap, and the functions
// that code may call. Plain data, no LLVM. Tested by llvm_kernels_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/support/guarded_memory.h"
#include "vm/kernel.h"

namespace assay {

// Buffers of a higher rank are not compiled.
inline constexpr int kMaxCompiledRank = 32;

// What a kernel returns.
// kTooFewSteps: the budget ends the run somewhere, and nothing has been written yet.
enum class KernelCode : int32_t { kDone = 0, kTrap = 1, kOutOfBudget = 2, kTooFewSteps = 3 };

// One parameter's memory.
struct TensorArgument {
  void* data = nullptr;
  int64_t bytes = 0;
};

// Read and written by compiled code at fixed offsets.
struct Frame {
  // Counted down at the head of each loop, as Meter::Step does.
  int64_t* steps = nullptr;
  // The returned scalar as a Cell, and its dtype as an index into FramePlan::results; -1 for no value.
  int64_t result = 0;
  int64_t result_type = -1;
  // After a trap: index into FramePlan::sites, and the numbers for its message.
  int64_t site = 0;
  int64_t notes[2 * kMaxCompiledRank] = {};
};

// `number` says which of several kernels that share a function is meant.
using KernelEntry = int32_t (*)(const TensorArgument* tensors, const int64_t* vars, Frame* frame, int32_t number);

enum class SiteKind : uint8_t {
  // Notes: index and extent of each axis.
  kBounds,
  // Notes: flat element, elements of the memory.
  kCapacity,
  kDivision,
  kLoopStep,
  kTooLarge,
  kAssert,
};
// A place that can trap.
struct Site {
  SiteKind kind = SiteKind::kBounds;
  SourceSpan span;
  const Buffer* buffer = nullptr;
  // The message of an assertion.
  std::string text;
};

// What the host must know of a compiled kernel.
struct FramePlan {
  std::vector<Site> sites;
  std::vector<DType> results;
  // What the kernel allocates, by the numbers that it gives to Allocate.
  std::vector<const Buffer*> allocated;
  // Whether the kernel writes the tensor, one per parameter. One that it writes shares no memory with another one.
  std::vector<bool> written;
};

// The trap of a run that returned kTrap; words as the tree walker's.
Trap TrapOf(const FramePlan& plan, const Frame& frame);

// A frame and the memory that belongs to its run.
class FrameRun : public Frame {
 public:
  FrameRun(Meter& meter, size_t memories) : meter_(meter), memories_(memories) {
    steps = meter.steps();
  }
  ~FrameRun() { meter_.Release(allocated_); }
  FrameRun(const FrameRun&) = delete;
  FrameRun& operator=(const FrameRun&) = delete;
  // Poisoned memory between guard pages; nullptr when the budget does not allow it.
  std::byte* Allocate(int64_t memory, int64_t bytes);
  // The number of the memory whose guards the address lies in, and its bytes; empty when there is none.
  struct Strayed {
    size_t memory = 0;
    std::span<std::byte> bytes;
  };
  std::optional<Strayed> StraysFrom(uintptr_t address) const;

 private:
  struct Memory {
    GuardedMemory guarded;
    // When there are too many guards.
    std::unique_ptr<std::byte[]> plain;
    int64_t bytes = -1;
    // The most that it ever had, which is paid for.
    int64_t paid = 0;
  };
  static void Place(Memory& owned, int64_t bytes);

  Meter& meter_;
  std::vector<Memory> memories_;
  int64_t allocated_ = 0;
};

// A function that compiled code calls by name.
struct RuntimeSymbol {
  std::string_view name;
  void* address = nullptr;
};
std::span<const RuntimeSymbol> RuntimeSymbols();

// Bytes from the first to the last element of a buffer, 0 when it is empty, -1 when it is over the size limit.
int64_t BufferBytes(std::span<const int64_t> dims, std::span<const int64_t> strides, int64_t offset, int64_t width);

}  // namespace assay
