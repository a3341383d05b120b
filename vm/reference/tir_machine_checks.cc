// What the machine looks at when all undefined behaviour is asked for.
#include <fmt/format.h>

#include "vm/reference/tir_machine.h"

namespace assay {

void TirMachine::Track(const Instruction& ins) {
  auto depth = static_cast<size_t>(ins.b);
  switch (static_cast<TrackKind>(ins.a)) {
    case TrackKind::kEnterLoop:
      return tracker_->EnterLoop(ins.extra);
    case TrackKind::kIterate:
      return tracker_->Iterate(depth, ins.extra);
    case TrackKind::kEnterBlock:
      return tracker_->EnterBlock(depth, ins.extra, cells_);
    case TrackKind::kLeave:
      return tracker_->Leave(depth);
  }
}

bool TirMachine::CheckAccess(const Instruction& ins, int64_t flat, bool write) {
  const BufferSlot& slot = program_.buffers[static_cast<size_t>(ins.extra)];
  const View& view = views_[static_cast<size_t>(ins.extra)];
  std::vector<int64_t> index;
  for (size_t axis = 0; axis < view.dims.size(); ++axis) {
    index.push_back(At(program_.operands[static_cast<size_t>(ins.first) + axis]).i);
  }
  int64_t width = slot.element.ElementBytes();
  std::optional<Trap> trap = tracker_->Note({&slot, slot.memory, flat * width, width, view.data + flat * width, index.data(), write});
  return !trap || Stop(ins, *std::move(trap));
}

bool TirMachine::CheckOverflow(const Instruction& ins, NodeKind kind, DType dtype) {
  if (!Overflows(kind, dtype, At(ins.a), At(ins.b))) return true;
  return Stop(ins, "integer_overflow", fmt::format("the result does not fit into {}", DTypeName(dtype)));
}

bool TirMachine::CheckArithmetic(const Instruction& ins) {
  DType wide = ins.kind == CellKind::kInt32 ? DType::Int(32) : DType::Int(64);
  bool whole = ins.kind == CellKind::kInt64 || ins.kind == CellKind::kInt32;
  switch (ins.op) {
    case Opcode::kAdd:
      return !whole || CheckOverflow(ins, NodeKind::kAdd, wide);
    case Opcode::kSub:
      return !whole || CheckOverflow(ins, NodeKind::kSub, wide);
    case Opcode::kMul:
      return !whole || CheckOverflow(ins, NodeKind::kMul, wide);
    case Opcode::kFloorDiv:
    case Opcode::kFloorMod:
      return CheckOverflow(ins, NodeKind::kFloorDiv, wide);
    case Opcode::kBinary:
    case Opcode::kDivide:
      return CheckOverflow(ins, program_.binary_kinds[static_cast<size_t>(ins.extra)], program_.dtypes[ins.type]);
    default:
      return true;
  }
}

bool TirMachine::CheckIntrinsic(const Instruction& ins) {
  const ScalarIntrinsic& intrinsic = *program_.intrinsics[static_cast<size_t>(ins.extra)];
  DType dtype = program_.dtypes[ins.type];
  if (!ShiftsTooFar(intrinsic.name, dtype, At(ins.b))) return true;
  return Stop(ins, "shift", fmt::format("a {} is shifted by {} bits", DTypeName(dtype), At(ins.b).i));
}

bool TirMachine::CheckAlignment(const Instruction& ins) {
  const Buffer& buffer = *program_.buffers[static_cast<size_t>(ins.extra)].buffer;
  int64_t offset = views_[static_cast<size_t>(ins.extra)].offset;
  if (buffer.offset_factor <= 1 || offset % buffer.offset_factor == 0) return true;
  return Stop(ins, "misaligned", fmt::format("buffer {} begins at element {}, no multiple of its offset_factor {}",
                                             buffer.name.text(), offset, buffer.offset_factor));
}

}  // namespace assay
