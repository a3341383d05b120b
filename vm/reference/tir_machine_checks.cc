// What the machine looks at when all undefined behaviour is asked for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "vm/reference/tir_machine.h"

namespace assay {

bool TirMachine::Track(const Instruction& ins) {
  auto depth = static_cast<size_t>(ins.b);
  switch (static_cast<TrackKind>(ins.a)) {
    case TrackKind::kEnterLoop: tracker_->EnterLoop(ins.extra); break;
    case TrackKind::kIterate: tracker_->Iterate(depth, ins.extra); break;
    case TrackKind::kEnterBlock:
      tracker_->EnterBlock(depth, ins.extra, cells_);
      return CheckAxes(ins, program_.blocks[static_cast<size_t>(ins.extra)]);
    case TrackKind::kLeave: tracker_->Leave(depth); break;
  }
  return true;
}

// Simplification takes an axis to lie in its domain, as TVM's does.
bool TirMachine::CheckAxes(const Instruction& ins, const TirBlock& block) {
  for (size_t i = 0; i < block.axes.size(); ++i) {
    const TirAxis& axis = block.axes[i];
    int64_t value = At(axis.value).i, min = At(axis.min).i, extent = At(axis.extent).i;
    // In an order that does not overflow: value >= min, so that their distance is no negative number of 64 bits.
    if (value >= min &&
        static_cast<uint64_t>(value) - static_cast<uint64_t>(min) < static_cast<uint64_t>(std::max<int64_t>(extent, 0)))
      continue;
    return Stop(
        ins, TrapKind::kAxisDomain,
        fmt::format("axis {} of block {} is {}, outside of its domain of {} from {} on",
                    block.block->iter_vars[i]->var->name.text(), block.block->name_hint.text(), value, extent, min));
  }
  return true;
}

bool TirMachine::CheckAccess(const Instruction& ins, int64_t flat, bool write) {
  const BufferSlot& slot = program_.buffers[static_cast<size_t>(ins.extra)];
  const View& view = views_[static_cast<size_t>(ins.extra)];
  std::vector<int64_t> index;
  for (size_t axis = 0; axis < view.dims.size(); ++axis) {
    index.push_back(At(program_.operands[static_cast<size_t>(ins.first) + axis]).i);
  }
  int64_t width = slot.element.ElementBytes();
  const Memory& memory = memories_[static_cast<size_t>(slot.memory)];
  AccessTracker::Access access{.slot = &slot,
                               .memory = slot.memory,
                               .tracked = memory.tracked,
                               .byte = memory.tracked_at + flat * width,
                               .bytes = width,
                               .address = view.data + flat * width,
                               .index = index.data(),
                               .write = write,
                               .changes = write};
  if (write) {
    std::array<std::byte, 8> value{};
    StoreScalar(value.data(), ScalarAt(ins.a, ins.type));
    access.changes = std::memcmp(value.data(), access.address, static_cast<size_t>(width)) != 0;
  }
  std::optional<Trap> trap = tracker_->Note(access);
  return !trap || Stop(ins, *std::move(trap));
}

bool TirMachine::CheckOverflow(const Instruction& ins, NodeKind kind, DType dtype) {
  if (!Overflows(kind, dtype, At(ins.a), At(ins.b))) return true;
  return Stop(ins, TrapKind::kIntegerOverflow, fmt::format("the result does not fit into {}", DTypeName(dtype)));
}

bool TirMachine::CheckArithmetic(const Instruction& ins) {
  DType wide = ins.kind == CellKind::kInt32 ? DType::Int(32) : DType::Int(64);
  bool whole = ins.kind == CellKind::kInt64 || ins.kind == CellKind::kInt32;
  switch (ins.op) {
    case Opcode::kAdd: return !whole || CheckOverflow(ins, NodeKind::kAdd, wide);
    case Opcode::kSub: return !whole || CheckOverflow(ins, NodeKind::kSub, wide);
    case Opcode::kMul: return !whole || CheckOverflow(ins, NodeKind::kMul, wide);
    case Opcode::kFloorDiv:
    case Opcode::kFloorMod: return CheckOverflow(ins, NodeKind::kFloorDiv, wide);
    case Opcode::kBinary:
    case Opcode::kDivide:
      return CheckOverflow(ins, program_.binary_kinds[static_cast<size_t>(ins.extra)], program_.dtypes[ins.type]);
    default: return true;
  }
}

bool TirMachine::CheckIntrinsic(const Instruction& ins) {
  const IntrinsicSpec& intrinsic = *program_.intrinsics[static_cast<size_t>(ins.extra)];
  DType dtype = program_.dtypes[ins.type];
  if (!ShiftsTooFar(intrinsic.id, dtype, At(ins.b))) return true;
  return Stop(ins, TrapKind::kShift, fmt::format("a {} is shifted by {} bits", DTypeName(dtype), At(ins.b).i));
}

bool TirMachine::CheckAlignment(const Instruction& ins) {
  const Buffer& buffer = *program_.buffers[static_cast<size_t>(ins.extra)].buffer;
  int64_t offset = views_[static_cast<size_t>(ins.extra)].offset;
  if (buffer.offset_factor <= 1 || offset % buffer.offset_factor == 0) return true;
  return Stop(ins, TrapKind::kMisaligned,
              fmt::format("buffer {} begins at element {}, no multiple of its offset_factor {}", buffer.name.text(),
                          offset, buffer.offset_factor));
}

}  // namespace assay
