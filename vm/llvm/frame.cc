// The host's side of compiled code: allocation, symbols, and traps put into words.
#include "vm/llvm/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "ir/support/check.h"
#include "ir/tensor/math.h"
#include "ir/tensor/narrow_float.h"
#include "vm/buffer_size.h"
#include "vm/kernel_calls.h"
#include "vm/llvm/relax_run.h"
#include "vm/llvm/vector_math.h"

namespace assay {
namespace {

Trap BoundsTrap(const Site& site, const int64_t* notes) {
  size_t rank = site.buffer->shape.size();
  size_t axis = 0;
  while (axis + 1 < rank && notes[2 * axis] >= 0 && notes[2 * axis] < notes[2 * axis + 1]) ++axis;
  return MakeTrap(TrapKind::kOutOfBounds,
                  fmt::format("index {} of axis {} of buffer {} is outside [0, {})", notes[2 * axis], axis,
                              site.buffer->name.text(), notes[2 * axis + 1]),
                  site.span);
}

Trap CapacityTrap(const Site& site, const int64_t* notes) {
  return MakeTrap(TrapKind::kOutOfBounds,
                  fmt::format("element {} of buffer {} is outside its memory of {} elements",
                              static_cast<uint64_t>(notes[0]), site.buffer->name.text(), notes[1]),
                  site.span);
}

}  // namespace

Trap TrapOf(const FramePlan& plan, const KernelFrame& frame) {
  const Site& site = plan.sites[static_cast<size_t>(frame.site)];
  switch (site.kind) {
    case SiteKind::kBounds: return BoundsTrap(site, frame.notes);
    case SiteKind::kCapacity: return CapacityTrap(site, frame.notes);
    case SiteKind::kDivision: return MakeTrap(TrapKind::kDivisionByZero, "an integer is divided by zero", site.span);
    case SiteKind::kLoopStep: return MakeTrap(TrapKind::kLoopStep, "a loop's step is not positive", site.span);
    case SiteKind::kTooLarge: return BufferTooLarge(*site.buffer, {frame.notes, site.buffer->shape.size()}, site.span);
    case SiteKind::kAssert: return MakeTrap(TrapKind::kAssert, site.text, site.span);
    case SiteKind::kStack: return MakeTrap(TrapKind::kStackOverflow, "calls nest too deep", site.span);
    case SiteKind::kPointer:
      return MakeTrap(TrapKind::kOutOfBounds,
                      fmt::format("a pointer to element {} of a memory of {} elements",
                                  static_cast<uint64_t>(frame.notes[0]), frame.notes[1]),
                      site.span);
  }
  ASSAY_UNREACHABLE();
}

std::byte* FrameRun::Allocate(int64_t memory, int64_t bytes) {
  Memory& owned = memories_[static_cast<size_t>(memory)];
  if (bytes > owned.paid) {
    if (!meter_.Allocate(bytes - owned.paid)) return nullptr;
    allocated_ += bytes - owned.paid;
    owned.paid = bytes;
  }
  if (bytes != owned.bytes) Place(owned, bytes);
  std::byte* data = owned.guarded ? owned.guarded.data() : owned.plain.get();
  std::memset(data, poison_, static_cast<size_t>(bytes));
  return data;
}

// The old memory goes back first, so that it may be the new one.
void FrameRun::Place(Memory& owned, int64_t bytes) {
  owned = {.guarded = {}, .plain = {}, .bytes = bytes, .paid = owned.paid};
  owned.guarded = GuardedMemory::Take(static_cast<size_t>(bytes));
  // An empty buffer has an address too: null means "out of budget".
  if (!owned.guarded) owned.plain = std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(bytes) + 1);
}

void FrameRun::NoteFault(const CaughtSignal& signal) {
  fault_ = Fault{signal, 0, {}};
  for (size_t i = 0; i < memories_.size(); ++i) {
    const GuardedMemory& guarded = memories_[i].guarded;
    if (guarded.Strays(signal.memory)) fault_ = Fault{signal, i, {guarded.data(), guarded.bytes()}};
  }
}

bool FrameRun::Enter() {
  if (callers_.size() >= static_cast<size_t>(kMaxKernelDepth)) return false;
  size_t count = memories_.size();
  callers_.push_back({std::exchange(memories_, std::vector<Memory>(count)), std::exchange(allocated_, 0)});
  return true;
}

void FrameRun::Leave() {
  meter_.Release(allocated_);
  memories_ = std::move(callers_.back().memories);
  allocated_ = callers_.back().allocated;
  callers_.pop_back();
}

}  // namespace assay

extern "C" {
static void* assay_kernel_allocate(assay::KernelFrame* frame, int64_t memory, int64_t bytes) {
  return static_cast<assay::FrameRun*>(frame)->Allocate(memory, bytes);
}
static int32_t assay_kernel_iterations(assay::KernelFrame* frame, assay::KernelEntry iterations, const void* around,
                                       int64_t count) {
  return static_cast<int32_t>(static_cast<assay::FrameRun*>(frame)->InParallel(iterations, around, count));
}
static int32_t assay_kernel_enter(assay::KernelFrame* frame) {
  return static_cast<assay::FrameRun*>(frame)->Enter() ? 1 : 0;
}
static void assay_kernel_leave(assay::KernelFrame* frame) { static_cast<assay::FrameRun*>(frame)->Leave(); }
// `extents` holds all dimensions, then all strides.
static int64_t assay_kernel_bytes(const int64_t* extents, int64_t rank, int64_t offset, int64_t width) {
  auto count = static_cast<size_t>(rank);
  return assay::BufferBytes({extents, count}, {extents + count, count}, offset, width);
}
}

namespace assay {
namespace {

template <class F>
RuntimeSymbol Symbol(std::string_view name, F* function) {
  return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

std::span<const RuntimeSymbol> RuntimeSymbols() {
  static const std::vector<RuntimeSymbol>* const symbols = [] {
    auto* made = new std::vector<RuntimeSymbol>{
        Symbol("assay_kernel_allocate", assay_kernel_allocate), Symbol("assay_kernel_bytes", assay_kernel_bytes),
        Symbol("assay_kernel_iterations", assay_kernel_iterations), Symbol("assay_kernel_enter", assay_kernel_enter),
        Symbol("assay_kernel_leave", assay_kernel_leave), Symbol("assay_decode_narrow", assay_decode_narrow),
        Symbol("assay_encode_narrow", assay_encode_narrow), Symbol("assay_round_narrow", assay_round_narrow),
        Symbol("assay_narrow_from_i64", assay_narrow_from_i64), Symbol("assay_narrow_from_u64", assay_narrow_from_u64),
        // Code generation itself may call these.
        Symbol("memcpy", std::memcpy), Symbol("memmove", std::memmove), Symbol("memset", std::memset)};
    for (const RuntimeSymbol& symbol : RelaxSymbols()) made->push_back(symbol);
    for (const MathFunction& function : MathFunctions()) {
      made->push_back({function.symbol_f32, function.address_f32});
      made->push_back({function.symbol_f64, function.address_f64});
    }
    for (const VectorFunction& function : VectorFunctions()) made->push_back({function.vector, function.address});
    return made;
  }();
  return *symbols;
}

}  // namespace assay
