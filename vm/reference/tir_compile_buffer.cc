#include "vm/reference/tir_compile_buffer.h"

#include <fmt/format.h>

#include <algorithm>

#include "vm/reference/tir_compile_expr.h"
#include "vm/reference/tir_compile_threads.h"

namespace assay {

void TirBufferCompiler::DeclareParameters() {
  const PrimFunc& func = state_.signature.func();
  for (const Var* var : state_.signature.vars()) state_.program.signature_cells.push_back(state_.DefineVar(var).first);
  for (size_t i = 0; i < func.params.size(); ++i) {
    const Buffer* buffer = func.buffers[i];
    bool is_scalar = buffer == nullptr && state_.vars.contains(func.params[i]);
    state_.program.param_memory.push_back(is_scalar ? -1 : state_.program.memories++);
    if (is_scalar) continue;
    state_.memory[func.params[i]] = state_.program.param_memory.back();
    if (buffer == nullptr) continue;
    state_.memory[buffer->data] = state_.program.param_memory.back();
    Declare(buffer, state_.program.param_memory.back());
  }
}

int32_t TirBufferCompiler::Declare(const Buffer* buffer, int32_t memory) {
  BufferSlot slot{
      .buffer = buffer, .memory = memory, .element = buffer->dtype.Scalar(), .lanes = 1, .dims = {}, .strides = {}};
  slot.lanes = state_.LanesOf(buffer, buffer->dtype);
  slot.block_depth = state_.block_depth;
  for (const Expr* dim : buffer->shape) slot.dims.push_back(TirExprCompiler(state_).Expression(dim).first);
  for (const Expr* stride : buffer->strides) slot.strides.push_back(TirExprCompiler(state_).Expression(stride).first);
  if (!slot.strides.empty() && slot.strides.size() != slot.dims.size())
    state_.Fail(buffer, "strides of another rank than the shape");
  // A symbolic offset that nothing binds is 0, as for a parameter.
  const auto* offset_var = As<Var>(buffer->elem_offset);
  if (buffer->elem_offset != nullptr && (offset_var == nullptr || state_.vars.contains(offset_var))) {
    slot.offset = TirExprCompiler(state_).Expression(buffer->elem_offset).first;
  }
  auto [found, fresh] = state_.slots.try_emplace(buffer, static_cast<int32_t>(state_.program.buffers.size()));
  if (fresh) {
    state_.program.buffers.push_back(std::move(slot));
  } else {
    state_.program.buffers[static_cast<size_t>(found->second)] = std::move(slot);
  }
  state_.Emit({.op = Opcode::kBind, .extra = found->second});
  return found->second;
}

int32_t TirBufferCompiler::SlotOf(const Buffer* buffer) {
  auto found = state_.slots.find(buffer);
  if (found != state_.slots.end()) return found->second;
  auto memory = state_.memory.find(buffer->data);
  if (memory == state_.memory.end()) {
    state_.Fail(buffer, fmt::format("buffer {}, which nothing declares", buffer->name.text()));
    return 0;
  }
  // Not remembered: this place may not dominate the next use.
  int32_t slot = Declare(buffer, memory->second);
  state_.slots.erase(buffer);
  return slot;
}

void TirBufferCompiler::Allocate(const Buffer* buffer) {
  auto [memory, fresh] = state_.memory.try_emplace(buffer->data, state_.program.memories);
  if (fresh) ++state_.program.memories;
  TirThreadCompiler(state_).NoteSpace(buffer, memory->second);
  int32_t slot = Declare(buffer, memory->second);
  state_.Emit({.op = Opcode::kAllocate, .extra = slot});
}

// A view of part of another buffer: same memory, offset by the region's first element. Leading source axes are dropped
// when the view has fewer.
void TirBufferCompiler::MatchRegion(const MatchBufferRegion& match) {
  const Buffer* source = match.source->buffer;
  const Node* outer = std::exchange(state_.place, match.buffer->span.file == 0 ? state_.place : match.buffer);
  int32_t source_slot = SlotOf(source);
  if (state_.failure) return;
  const Buffer* view = match.buffer;
  size_t dropped = match.source->region.size() - std::min(match.source->region.size(), view->shape.size());
  for (size_t axis = 0; axis < view->shape.size() && axis + dropped < match.source->region.size(); ++axis) {
    const auto* var = As<Var>(view->shape[axis]);
    if (var == nullptr || state_.vars.contains(var)) continue;
    Cells extent = TirExprCompiler(state_).Expression(match.source->region[axis + dropped]->extent);
    state_.Emit({.op = Opcode::kMove, .dst = state_.DefineVar(var).first, .a = extent.first});
  }
  state_.memory[view->data] = state_.program.buffers[static_cast<size_t>(source_slot)].memory;
  BufferSlot slot{.buffer = view,
                  .memory = state_.memory[view->data],
                  .element = view->dtype.Scalar(),
                  .lanes = 1,
                  .dims = {},
                  .strides = {}};
  slot.lanes = state_.LanesOf(view, view->dtype);
  slot.block_depth = state_.block_depth;
  for (const Expr* dim : view->shape) slot.dims.push_back(TirExprCompiler(state_).Expression(dim).first);
  // Offset and strides are computed here from the source's own strides: stride of axis k is the product of the extents
  // behind it, or what the source states.
  DType wide = DType::Int(64);
  int32_t stride = state_.Constant(wide, Cell{.i = 1}).first;
  int32_t offset = state_.Constant(wide, Cell{.i = 0}).first;
  const BufferSlot from = state_.program.buffers[static_cast<size_t>(source_slot)];
  if (from.offset >= 0) offset = from.offset;
  std::vector<int32_t> strides(from.dims.size());
  for (size_t axis = from.dims.size(); axis-- > 0;) {
    strides[axis] = from.strides.empty() ? stride : from.strides[axis];
    Cells min = TirExprCompiler(state_).Expression(match.source->region[axis]->min);
    int32_t term = state_.NewCells(1);
    int32_t sum = state_.NewCells(1);
    int32_t next = state_.NewCells(1);
    TirExprCompiler(state_).EmitBinary(NodeKind::kMul, wide, term, min.first, strides[axis]);
    TirExprCompiler(state_).EmitBinary(NodeKind::kAdd, wide, sum, offset, term);
    TirExprCompiler(state_).EmitBinary(NodeKind::kMul, wide, next, stride, from.dims[axis]);
    offset = sum;
    stride = next;
  }
  slot.strides.assign(strides.begin() + static_cast<int64_t>(dropped), strides.end());
  for (size_t axis = 0; axis < view->strides.size(); ++axis) {
    const auto* var = As<Var>(view->strides[axis]);
    if (var == nullptr || state_.vars.contains(var)) continue;
    state_.Emit({.op = Opcode::kMove, .dst = state_.DefineVar(var).first, .a = slot.strides[axis]});
  }
  slot.offset = offset;
  if (const auto* var = As<Var>(view->elem_offset))
    state_.Emit({.op = Opcode::kMove, .dst = state_.DefineVar(var).first, .a = offset});
  if (slot.strides.size() != slot.dims.size()) state_.Fail(&match, "a matched region of higher rank than its source");
  auto [found, fresh] = state_.slots.try_emplace(view, static_cast<int32_t>(state_.program.buffers.size()));
  if (fresh) {
    state_.program.buffers.push_back(std::move(slot));
  } else {
    state_.program.buffers[static_cast<size_t>(found->second)] = std::move(slot);
  }
  state_.Emit({.op = Opcode::kBind, .extra = found->second});
  state_.place = outer;
}

TirBufferCompiler::Access TirBufferCompiler::AccessOf(const Node* place, const Buffer* buffer, Nodes<Expr> indices,
                                                      const Expr* predicate) {
  Access access;
  for (const Expr* index : indices) {
    access.indices.push_back(TirExprCompiler(state_).Expression(index));
    access.index_lanes = std::max(access.index_lanes, access.indices.back().lanes);
  }
  access.slot = SlotOf(buffer);
  if (state_.failure) return access;
  if (indices.size() != buffer->shape.size()) {
    state_.Fail(buffer, fmt::format("{} indices into buffer {} of rank {}", indices.size(), buffer->name.text(),
                                    buffer->shape.size()));
  }
  access.lanes = access.index_lanes * state_.program.buffers[static_cast<size_t>(access.slot)].lanes;
  if (predicate == nullptr) return access;
  access.mask = TirExprCompiler(state_).Expression(predicate);
  DType switches = DTypeOf(predicate);
  if (!switches.IsBool() || switches.lanes != access.lanes)
    state_.Fail(place, "a predicate that is no bool for each lane");
  return access;
}

void TirBufferCompiler::EmitAccess(Opcode op, const Access& access, int32_t lane, int32_t cell) {
  if (state_.failure) return;
  int32_t per_element = state_.program.buffers[static_cast<size_t>(access.slot)].lanes;
  auto first = static_cast<int32_t>(state_.program.operands.size());
  for (const Cells& index : access.indices) state_.program.operands.push_back(index.At(lane / per_element));
  DType element = state_.program.buffers[static_cast<size_t>(access.slot)].element;
  int32_t off = access.mask ? state_.Emit({.op = Opcode::kJumpUnless, .a = access.mask->At(lane)}) : -1;
  // b is the lane inside a vector element.
  state_.Emit({.op = op,
               .kind = CellKindOf(element),
               .type = state_.TypeIndex(element),
               .extra = access.slot,
               .dst = cell,
               .a = cell,
               .b = lane % per_element,
               .first = first});
  if (off >= 0) state_.Land(off);
}

}  // namespace assay
