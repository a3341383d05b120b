// The machine's memory: binding views, allocation, and the checked access to one element.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "vm/buffer_size.h"
#include "vm/reference/tir_machine.h"

namespace assay {
namespace {

// No element is wider.
constexpr std::array kReadable = [] {
  std::array<ByteState, 8> states{};
  states.fill(ByteState::kWritten);
  return states;
}();

}  // namespace

void TirMachine::Bind(const Instruction& ins) {
  const BufferSlot& slot = program_.buffers[static_cast<size_t>(ins.extra)];
  const Memory& memory = memories_[static_cast<size_t>(slot.memory)];
  View& view = views_[static_cast<size_t>(ins.extra)];
  view.data = memory.data;
  view.shadow = memory.shadow;
  view.capacity = memory.bytes / slot.element.ElementBytes();
  view.offset = slot.offset < 0 ? 0 : At(slot.offset).i;
  view.dims.resize(slot.dims.size());
  view.strides.resize(slot.dims.size());
  int64_t stride = 1;
  for (size_t axis = slot.dims.size(); axis-- > 0;) {
    view.dims[axis] = At(slot.dims[axis]).i;
    view.strides[axis] = slot.strides.empty() ? stride : At(slot.strides[axis]).i;
    stride = static_cast<int64_t>(static_cast<uint64_t>(stride) * static_cast<uint64_t>(view.dims[axis]));
  }
}

bool TirMachine::Allocate(const Instruction& ins) {
  const BufferSlot& slot = program_.buffers[static_cast<size_t>(ins.extra)];
  View& view = views_[static_cast<size_t>(ins.extra)];
  int64_t wanted = BufferBytes(view.dims, view.strides, view.offset, int64_t{slot.element.ElementBytes()} * slot.lanes);
  if (wanted < 0) {
    const Node* place = program_.places[static_cast<size_t>(&ins - program_.code.data())];
    stop_ = BufferTooLarge(*slot.buffer, view.dims, place->span);
    return false;
  }
  MemorySpace space = program_.spaces[static_cast<size_t>(slot.memory)];
  bool together = space == MemorySpace::kShared || space == MemorySpace::kWarp;
  if (grid_ != nullptr && together) return AttachShared(ins, wanted);
  Memory& memory = memories_[static_cast<size_t>(slot.memory)];
  auto bytes = static_cast<size_t>(wanted);
  if (bytes > memory.owned.size()) {
    int64_t growth = static_cast<int64_t>(bytes - memory.owned.size());
    if (!meter_.Allocate(growth)) {
      stop_ = meter_.Spent();
      return false;
    }
    allocated_ += growth;
    memory.owned.resize(bytes);
  }
  memory.owned_shadow.assign(bytes, ByteState::kUnwritten);
  if (tracker_) tracker_->Forget(memory.tracked);
  memory.data = memory.owned.data();
  memory.shadow = memory.owned_shadow.data();
  memory.bytes = static_cast<int64_t>(bytes);
  Bind(ins);
  return true;
}

int64_t TirMachine::Locate(const Instruction& ins, const View& view) {
  const BufferSlot& slot = program_.buffers[static_cast<size_t>(ins.extra)];
  const int32_t* index_cells = program_.operands.data() + ins.first;
  uint64_t flat = static_cast<uint64_t>(view.offset);
  for (size_t axis = 0; axis < view.dims.size(); ++axis) {
    int64_t index = At(index_cells[axis]).i;
    if (static_cast<uint64_t>(index) >= static_cast<uint64_t>(std::max<int64_t>(view.dims[axis], 0))) {
      Stop(ins, TrapKind::kOutOfBounds,
           fmt::format("index {} of axis {} of buffer {} is outside [0, {})", index, axis, slot.buffer->name.text(),
                       view.dims[axis]));
      return -1;
    }
    flat += static_cast<uint64_t>(index) * static_cast<uint64_t>(view.strides[axis]);
  }
  flat = flat * static_cast<uint64_t>(slot.lanes) + static_cast<uint64_t>(ins.b);
  if (flat >= static_cast<uint64_t>(view.capacity)) {
    Stop(ins, TrapKind::kOutOfBounds,
         fmt::format("element {} of buffer {} is outside its memory of {} elements", flat, slot.buffer->name.text(),
                     view.capacity));
    return -1;
  }
  return static_cast<int64_t>(flat);
}

bool TirMachine::StopLost(const Instruction& ins, int64_t byte, bool write) {
  const BufferSlot& slot = program_.buffers[static_cast<size_t>(ins.extra)];
  const StorageShadow::Found& watched = memories_[static_cast<size_t>(slot.memory)].watched;
  return Stop(ins, write ? TrapKind::kStaleWrite : TrapKind::kStaleRead,
              fmt::format("buffer {} is {} at {}", slot.buffer->name.text(), write ? "written" : "read",
                          LostText(*watched.tenant, watched.at + byte)));
}

bool TirMachine::StopUnreadable(const Instruction& ins, int64_t flat, int64_t width) {
  const BufferSlot& slot = program_.buffers[static_cast<size_t>(ins.extra)];
  const ByteState* first = views_[static_cast<size_t>(ins.extra)].shadow + flat * width;
  const ByteState* lost = std::find(first, first + width, ByteState::kLost);
  if (lost != first + width) return StopLost(ins, flat * width + (lost - first), false);
  const Tenant* tenant = memories_[static_cast<size_t>(slot.memory)].watched.tenant;
  std::string_view buffer = slot.buffer->name.text();
  Trap trap = MakeTrap(TrapKind::kReadBeforeWrite,
                       fmt::format("element {} of buffer {}{} is read before it is written", flat, buffer,
                                   tenant == nullptr ? "" : fmt::format(", which is {},", tenant->name)));
  trap.buffer = buffer;
  return Stop(ins, std::move(trap));
}

bool TirMachine::Load(const Instruction& ins) {
  const View& view = views_[static_cast<size_t>(ins.extra)];
  int64_t flat = Locate(ins, view);
  if (flat < 0 || (tracker_ && !CheckAccess(ins, flat, false))) return false;
  DType element = program_.dtypes[ins.type];
  int64_t width = element.ElementBytes();
  int64_t byte = flat * width;
  if (view.shadow != nullptr && std::memcmp(view.shadow + byte, kReadable.data(), static_cast<size_t>(width)) != 0) {
    return StopUnreadable(ins, flat, width);
  }
  const std::byte* place = view.data + byte;
  Cell& dst = At(ins.dst);
  switch (ins.kind) {
    case CellKind::kInt64: std::memcpy(&dst.i, place, 8); break;
    case CellKind::kInt32: {
      int32_t value = 0;
      std::memcpy(&value, place, 4);
      dst.i = value;
      break;
    }
    case CellKind::kFloat32:
    case CellKind::kFloat64:
    case CellKind::kOther: dst.u = LoadScalar(element, place).u; break;
  }
  return true;
}

bool TirMachine::Store(const Instruction& ins) {
  const View& view = views_[static_cast<size_t>(ins.extra)];
  int64_t flat = Locate(ins, view);
  if (flat < 0 || (tracker_ && !CheckAccess(ins, flat, true))) return false;
  DType element = program_.dtypes[ins.type];
  int64_t width = element.ElementBytes();
  int64_t byte = flat * width;
  if (view.shadow != nullptr) {
    ByteState* end = view.shadow + byte + width;
    const ByteState* lost = std::find(view.shadow + byte, end, ByteState::kLost);
    if (lost != end) return StopLost(ins, lost - view.shadow, true);
    std::fill(view.shadow + byte, end, ByteState::kWritten);
  }
  StoreScalar(view.data + byte, ScalarAt(ins.a, ins.type));
  return true;
}

}  // namespace assay
