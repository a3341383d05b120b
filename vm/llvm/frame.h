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
#include "vm/poison.h"

namespace assay {

class ThreadPool;

// Buffers of a higher rank are not compiled.
inline constexpr int kMaxCompiledRank = 32;

// What a kernel returns.
// kOutOfFuel: the budget ends the run somewhere, and nothing has been written yet.
// kFault: a signal ended iterations of a parallel loop, see FrameRun::fault.
enum class KernelCode : int32_t { kDone = 0, kTrap = 1, kOutOfBudget = 2, kOutOfFuel = 3, kFault = 4 };

// One parameter's memory.
struct TensorArgument {
  void* data = nullptr;
  int64_t bytes = 0;
};

// Read and written by compiled code at fixed offsets.
struct KernelFrame {
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
using KernelEntry = int32_t (*)(const TensorArgument* tensors, const int64_t* vars, KernelFrame* frame, int32_t number);

// A signal in generated code.
struct CaughtSignal {
  int signal = 0;
  // Of the instruction, and of the memory that it touched.
  uintptr_t code = 0;
  uintptr_t memory = 0;
};

enum class SiteKind : uint8_t {
  // Notes: index and extent of each axis.
  kBounds,
  // Notes: flat element, elements of the memory.
  kCapacity,
  kDivision,
  kLoopStep,
  // Notes: the extents.
  kTooLarge,
  kAssert,
  // Calls nest too deep.
  kStack,
  // Notes: element, elements of the memory.
  kPointer,
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
  // Bytes of the first of these, which the kernel needs before it does anything: the host allocates them, and where
  // they are follows the parameters.
  std::vector<int64_t> given;
  // Whether the kernel writes the tensor, one per parameter. One that it writes shares no memory with another one.
  std::vector<bool> written;
};

// The trap of a run that returned kTrap; words as the reference interpreter's.
Trap TrapOf(const FramePlan& plan, const KernelFrame& frame);

// A frame and the memory that belongs to its run.
class FrameRun : public KernelFrame {
 public:
  // With a pool, its threads share the iterations of parallel loops.
  // `poison` is what its memory holds at first.
  FrameRun(Meter& meter, size_t memories, ThreadPool* pool, uint8_t poison = KernelPoison(0))
      : meter_(meter), memories_(memories), pool_(pool), poison_(poison) {
    steps = meter.steps();
  }
  ~FrameRun() {
    meter_.Release(allocated_);
    for (const Level& caller : callers_) meter_.Release(caller.allocated);
  }
  FrameRun(const FrameRun&) = delete;
  FrameRun& operator=(const FrameRun&) = delete;
  // Poisoned memory between guard pages; nullptr when the budget does not allow it.
  std::byte* Allocate(int64_t memory, int64_t bytes);
  // Around the call of a function, which has memory of its own. False when calls nest too deep.
  bool Enter();
  void Leave();

  // What the function of a parallel loop's iterations gives for all of them, run in order or by the pool's threads: the
  // same, as far as results, traps and budget go. Behind a trap, more may have been written than in order.
  // frame_parallel.cc
  KernelCode InParallel(KernelEntry iterations, const void* around, int64_t count);

  // A signal with the number and bytes of the own memory that it strayed from, if any; the bytes may be gone.
  struct Fault {
    CaughtSignal signal;
    size_t memory = 0;
    std::span<std::byte> own;
  };
  void NoteFault(const CaughtSignal& signal);
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  struct Memory {
    GuardedMemory guarded;
    // When there are too many guards.
    std::unique_ptr<std::byte[]> plain;
    int64_t bytes = -1;
    // The most that it ever had, which is paid for.
    int64_t paid = 0;
  };
  struct Level {
    std::vector<Memory> memories;
    int64_t allocated = 0;
  };
  // A run of some iterations, with a budget of its own; what was paid for stays paid for.
  FrameRun(const FrameRun& around, Meter& meter);
  // Ends this run as iterations that come next in order ended, and takes what they took. kDone: it goes on.
  KernelCode Append(const FrameRun& iterations, int64_t steps, KernelCode code);
  static void Place(Memory& owned, int64_t bytes);

  Meter& meter_;
  std::vector<Memory> memories_;
  int64_t allocated_ = 0;
  // What open calls have allocated.
  std::vector<Level> callers_;
  ThreadPool* pool_ = nullptr;
  uint8_t poison_;
  std::optional<Fault> fault_;
};

// A function that compiled code calls by name.
struct RuntimeSymbol {
  std::string_view name;
  void* address = nullptr;
};
std::span<const RuntimeSymbol> RuntimeSymbols();

}  // namespace assay
