// Buffers: which memory they read through, and where in it an element lies.
#include <fmt/format.h>

#include <algorithm>

#include "vm/reference/tir_compiler.h"

namespace assay {

void TirCompiler::DeclareParameters() {
  const PrimFunc& func = signature_.func();
  for (const Var* var : signature_.vars()) program_.signature_cells.push_back(DefineVar(var).first);
  for (size_t i = 0; i < func.params.size(); ++i) {
    const Buffer* buffer = func.buffers[i];
    bool is_scalar = buffer == nullptr && vars_.contains(func.params[i]);
    program_.param_memory.push_back(is_scalar ? -1 : program_.memories++);
    if (is_scalar) continue;
    memory_[func.params[i]] = program_.param_memory.back();
    if (buffer == nullptr) continue;
    memory_[buffer->data] = program_.param_memory.back();
    Declare(buffer, program_.param_memory.back());
  }
}

int32_t TirCompiler::Declare(const Buffer* buffer, int32_t memory) {
  BufferSlot slot{
      .buffer = buffer, .memory = memory, .element = buffer->dtype.Scalar(), .lanes = 1, .dims = {}, .strides = {}};
  slot.lanes = LanesOf(buffer, buffer->dtype);
  slot.block_depth = block_depth_;
  for (const Expr* dim : buffer->shape) slot.dims.push_back(Expression(dim).first);
  for (const Expr* stride : buffer->strides) slot.strides.push_back(Expression(stride).first);
  if (!slot.strides.empty() && slot.strides.size() != slot.dims.size())
    Fail(buffer, "strides of another rank than the shape");
  // A symbolic offset that nothing binds is 0, as for a parameter.
  const auto* offset_var = As<Var>(buffer->elem_offset);
  if (buffer->elem_offset != nullptr && (offset_var == nullptr || vars_.contains(offset_var))) {
    slot.offset = Expression(buffer->elem_offset).first;
  }
  auto [found, fresh] = slots_.try_emplace(buffer, static_cast<int32_t>(program_.buffers.size()));
  if (fresh) {
    program_.buffers.push_back(std::move(slot));
  } else {
    program_.buffers[static_cast<size_t>(found->second)] = std::move(slot);
  }
  Emit({.op = Opcode::kBind, .extra = found->second});
  return found->second;
}

int32_t TirCompiler::SlotOf(const Buffer* buffer) {
  auto found = slots_.find(buffer);
  if (found != slots_.end()) return found->second;
  auto memory = memory_.find(buffer->data);
  if (memory == memory_.end()) {
    Fail(buffer, fmt::format("buffer {}, which nothing declares", buffer->name.text()));
    return 0;
  }
  // Not remembered: this place may not dominate the next use.
  int32_t slot = Declare(buffer, memory->second);
  slots_.erase(buffer);
  return slot;
}

void TirCompiler::Allocate(const Buffer* buffer) {
  auto [memory, fresh] = memory_.try_emplace(buffer->data, program_.memories);
  if (fresh) ++program_.memories;
  NoteSpace(buffer, memory->second);
  int32_t slot = Declare(buffer, memory->second);
  Emit({.op = Opcode::kAllocate, .extra = slot});
}

// A view of part of another buffer: same memory, offset by the region's first element. Leading source axes are dropped
// when the view has fewer.
void TirCompiler::MatchRegion(const MatchBufferRegion& match) {
  const Buffer* source = match.source->buffer;
  const Node* outer = std::exchange(place_, match.buffer->span.file == 0 ? place_ : match.buffer);
  int32_t source_slot = SlotOf(source);
  if (failure_) return;
  const Buffer* view = match.buffer;
  size_t dropped = match.source->region.size() - std::min(match.source->region.size(), view->shape.size());
  for (size_t axis = 0; axis < view->shape.size() && axis + dropped < match.source->region.size(); ++axis) {
    const auto* var = As<Var>(view->shape[axis]);
    if (var == nullptr || vars_.contains(var)) continue;
    Cells extent = Expression(match.source->region[axis + dropped]->extent);
    Emit({.op = Opcode::kMove, .dst = DefineVar(var).first, .a = extent.first});
  }
  memory_[view->data] = program_.buffers[static_cast<size_t>(source_slot)].memory;
  BufferSlot slot{.buffer = view,
                  .memory = memory_[view->data],
                  .element = view->dtype.Scalar(),
                  .lanes = 1,
                  .dims = {},
                  .strides = {}};
  slot.lanes = LanesOf(view, view->dtype);
  slot.block_depth = block_depth_;
  for (const Expr* dim : view->shape) slot.dims.push_back(Expression(dim).first);
  // Offset and strides are computed here from the source's own strides: stride of axis k is the product of the extents
  // behind it, or what the source states.
  DType wide = DType::Int(64);
  int32_t stride = Constant(wide, Cell{.i = 1}).first;
  int32_t offset = Constant(wide, Cell{.i = 0}).first;
  const BufferSlot from = program_.buffers[static_cast<size_t>(source_slot)];
  if (from.offset >= 0) offset = from.offset;
  std::vector<int32_t> strides(from.dims.size());
  for (size_t axis = from.dims.size(); axis-- > 0;) {
    strides[axis] = from.strides.empty() ? stride : from.strides[axis];
    Cells min = Expression(match.source->region[axis]->min);
    int32_t term = NewCells(1);
    int32_t sum = NewCells(1);
    int32_t next = NewCells(1);
    EmitBinary(NodeKind::kMul, wide, term, min.first, strides[axis]);
    EmitBinary(NodeKind::kAdd, wide, sum, offset, term);
    EmitBinary(NodeKind::kMul, wide, next, stride, from.dims[axis]);
    offset = sum;
    stride = next;
  }
  slot.strides.assign(strides.begin() + static_cast<int64_t>(dropped), strides.end());
  for (size_t axis = 0; axis < view->strides.size(); ++axis) {
    const auto* var = As<Var>(view->strides[axis]);
    if (var == nullptr || vars_.contains(var)) continue;
    Emit({.op = Opcode::kMove, .dst = DefineVar(var).first, .a = slot.strides[axis]});
  }
  slot.offset = offset;
  if (const auto* var = As<Var>(view->elem_offset))
    Emit({.op = Opcode::kMove, .dst = DefineVar(var).first, .a = offset});
  if (slot.strides.size() != slot.dims.size()) Fail(&match, "a matched region of higher rank than its source");
  auto [found, fresh] = slots_.try_emplace(view, static_cast<int32_t>(program_.buffers.size()));
  if (fresh) {
    program_.buffers.push_back(std::move(slot));
  } else {
    program_.buffers[static_cast<size_t>(found->second)] = std::move(slot);
  }
  Emit({.op = Opcode::kBind, .extra = found->second});
  place_ = outer;
}

TirCompiler::Access TirCompiler::AccessOf(const Node* place, const Buffer* buffer, Nodes<Expr> indices,
                                          const Expr* predicate) {
  Access access;
  for (const Expr* index : indices) {
    access.indices.push_back(Expression(index));
    access.index_lanes = std::max(access.index_lanes, access.indices.back().lanes);
  }
  access.slot = SlotOf(buffer);
  if (failure_) return access;
  if (indices.size() != buffer->shape.size()) {
    Fail(buffer, fmt::format("{} indices into buffer {} of rank {}", indices.size(), buffer->name.text(),
                             buffer->shape.size()));
  }
  access.lanes = access.index_lanes * program_.buffers[static_cast<size_t>(access.slot)].lanes;
  if (predicate == nullptr) return access;
  access.mask = Expression(predicate);
  DType switches = DTypeOf(predicate);
  if (!switches.IsBool() || switches.lanes != access.lanes) Fail(place, "a predicate that is no bool for each lane");
  return access;
}

void TirCompiler::EmitAccess(Opcode op, const Access& access, int32_t lane, int32_t cell) {
  if (failure_) return;
  int32_t per_element = program_.buffers[static_cast<size_t>(access.slot)].lanes;
  auto first = static_cast<int32_t>(program_.operands.size());
  for (const Cells& index : access.indices) program_.operands.push_back(index.At(lane / per_element));
  DType element = program_.buffers[static_cast<size_t>(access.slot)].element;
  int32_t off = access.mask ? Emit({.op = Opcode::kJumpUnless, .a = access.mask->At(lane)}) : -1;
  // b is the lane inside a vector element.
  Emit({.op = op,
        .kind = CellKindOf(element),
        .type = TypeIndex(element),
        .extra = access.slot,
        .dst = cell,
        .a = cell,
        .b = lane % per_element,
        .first = first});
  if (off >= 0) Land(off);
}

}  // namespace assay
