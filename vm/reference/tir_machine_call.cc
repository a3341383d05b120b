// Calls of PrimFuncs by each other: a machine for each, on memories of its caller; and pointers into memories.
#include <fmt/format.h>

#include "vm/kernel_calls.h"
#include "vm/reference/tir_machine.h"

namespace assay {

// recursion: stops at kMaxKernelDepth
bool TirMachine::CallFunction(const Instruction& ins) {
  if (depth_ >= kMaxKernelDepth) return Stop(ins, TrapKind::kStackOverflow, "calls nest too deep");
  TirMachine callee(unit_, static_cast<size_t>(ins.extra), depth_ + 1, shadow_, meter_);
  callee.EnterCalled(*this, program_.operands.data() + ins.first);
  const Instruction* last = callee.Loop();
  meter_.Release(callee.allocated_);
  stop_ = std::move(callee.stop_);
  if (stop_) return false;
  At(ins.dst) = last->a < 0 ? Cell{.i = 0} : callee.At(last->a);
  return true;
}

void TirMachine::EnterCalled(TirMachine& caller, const int32_t* args) {
  Prepare();
  size_t scalars = 0;
  for (int32_t memory : program_.param_memory) {
    int32_t arg = *args++;
    if (memory < 0) {
      At(program_.signature_cells[scalars++]) = caller.At(arg);
      continue;
    }
    Memory& to = memories_[static_cast<size_t>(memory)];
    const Memory& from = caller.memories_[static_cast<size_t>(arg)];
    to.data = from.data;
    to.bytes = from.bytes;
    to.shadow = from.shadow;
    to.watched = from.watched;
    if (tracker_) tracker_->NoteParameter(memory, to.data, to.bytes);
  }
}

void TirMachine::Point(int32_t to, int32_t from, int64_t byte) {
  Memory& pointed = memories_[static_cast<size_t>(to)];
  const Memory& source = memories_[static_cast<size_t>(from)];
  pointed.data = source.data + byte;
  pointed.bytes = source.bytes - byte;
  pointed.shadow = source.shadow == nullptr ? nullptr : source.shadow + byte;
  pointed.watched = source.watched;
  pointed.watched.at += byte;
  pointed.tracked = source.tracked;
  pointed.tracked_at = source.tracked_at + byte;
}

bool TirMachine::Address(const Instruction& ins) {
  int64_t flat = Locate(ins, views_[static_cast<size_t>(ins.extra)]);
  if (flat < 0) return false;
  Point(ins.dst, program_.buffers[static_cast<size_t>(ins.extra)].memory,
        flat * program_.dtypes[ins.type].ElementBytes());
  return true;
}

bool TirMachine::Advance(const Instruction& ins) {
  uint64_t offset = At(ins.a).u;
  int64_t elements = memories_[static_cast<size_t>(ins.extra)].bytes / ins.b;
  if (offset > static_cast<uint64_t>(elements)) {
    return Stop(ins, TrapKind::kOutOfBounds,
                fmt::format("a pointer to element {} of a memory of {} elements", offset, elements));
  }
  Point(ins.dst, ins.extra, static_cast<int64_t>(offset) * ins.b);
  return true;
}

}  // namespace assay
