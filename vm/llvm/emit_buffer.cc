// Buffers: which memory they read through, where in it an element lies, and the checks that keep every access inside.
#include <fmt/format.h>

#include <algorithm>

#include "vm/buffer_size.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/call_emitter.h"
#include "vm/llvm/expression_emitter.h"
#include "vm/llvm/fuel_emitter.h"
#include "vm/llvm/memory_tracker.h"
#include "vm/llvm/number_emitter.h"

namespace assay {
namespace {

bool IsOneStep(const Ramp& ramp) {
  const auto* stride = As<IntImm>(ramp.stride);
  return stride != nullptr && stride->value == 1 && DTypeOf(ramp.base) == DTypeOf(&ramp).Scalar() &&
         DTypeOf(&ramp).lanes > 1;
}

}  // namespace

Lane BufferEmitter::Wide(NodeKind kind, Lane a, Lane b) { return arithmetic_.BinaryLane(kind, DType::Int(64), a, b); }

std::vector<Lane> BufferEmitter::StridesOf(std::span<const Lane> dims, std::span<const Lane> stated) {
  std::vector<Lane> strides(dims.size());
  Lane stride{Int64(1), Interval::Of(1)};
  for (size_t axis = dims.size(); axis-- > 0;) {
    strides[axis] = stated.empty() ? stride : stated[axis];
    if (axis > 0 && stated.empty()) stride = Wide(NodeKind::kMul, stride, dims[axis]);
  }
  return strides;
}

BufferView BufferEmitter::MakeView(const Buffer* buffer, const KernelMemory& memory) {
  BufferView view{.buffer = buffer,
                  .memory = memory,
                  .element = buffer->dtype.Scalar(),
                  .lanes = 1,
                  .dims = {},
                  .strides = {},
                  .offset = {}};
  view.lanes = fn_.LanesOf(buffer, buffer->dtype);
  if (tracked_.IsPrivate(memory) && tracked_.WrittenAs(memory) != view.element) tracked_.MarkObservable(memory);
  if (numbers_.TypeOf(view.element) == nullptr)
    fn_.Fail(buffer, fmt::format("a buffer of {}", DTypeName(buffer->dtype)));
  if (buffer->shape.size() > static_cast<size_t>(kMaxCompiledRank)) fn_.FailTooLarge(buffer, "a buffer of this rank");
  for (const Expr* dim : buffer->shape) view.dims.push_back(exprs_.Index(dim));
  return view;
}

BufferView& BufferEmitter::Remember(BufferView view) {
  scope_.views.Set(view.buffer, view_store_.size());
  view_store_.push_back(std::make_unique<BufferView>(std::move(view)));
  return *view_store_.back();
}

BufferView& BufferEmitter::Declare(const Buffer* buffer, const KernelMemory& memory) {
  BufferView view = MakeView(buffer, memory);
  std::vector<Lane> stated;
  for (const Expr* stride : buffer->strides) stated.push_back(exprs_.Index(stride));
  if (!stated.empty() && stated.size() != view.dims.size()) {
    fn_.Fail(buffer, "strides of another rank than the shape");
    stated.clear();
  }
  view.strides = StridesOf(view.dims, stated);
  // A symbolic offset that nothing binds is 0, as for a parameter.
  const auto* offset_var = As<Var>(buffer->elem_offset);
  if (buffer->elem_offset != nullptr && (offset_var == nullptr || scope_.vars.Find(offset_var) != nullptr)) {
    view.offset = exprs_.Index(buffer->elem_offset);
  }
  return Remember(std::move(view));
}

const BufferView* BufferEmitter::ViewOf(const Buffer* buffer) {
  if (const size_t* found = scope_.views.Find(buffer)) return view_store_[*found].get();
  const KernelMemory* memory = scope_.memories.Find(buffer->data);
  if (memory != nullptr) return &Declare(buffer, KernelMemory(*memory));
  fn_.Fail(buffer, fmt::format("buffer {}, which nothing declares here", buffer->name.text()));
  return nullptr;
}

void BufferEmitter::DeclareOver(const DeclBuffer& decl) {
  KernelMemory memory = calls_.Pointer(decl.data == nullptr ? decl.buffer->data : decl.data);
  if (fn_.failed()) return;
  scope_.memories.Set(decl.buffer->data, memory);
  Declare(decl.buffer, memory);
}

// The size is computed while compiling where it can be; -1 says that it is over the limit.
llvm::Value* BufferEmitter::AllocationBytes(const BufferView& view, int64_t width, int64_t& known) {
  llvm::Type* wide = builder_.getInt64Ty();
  Lane offset = view.offset.value == nullptr ? Lane{Int64(0), Interval::Of(0)} : view.offset;
  std::vector<Lane> extents = view.dims;
  extents.insert(extents.end(), view.strides.begin(), view.strides.end());
  auto is_constant = [](const Lane& operand) { return llvm::isa<llvm::ConstantInt>(operand.value); };
  if (is_constant(offset) && std::ranges::all_of(extents, is_constant)) {
    std::vector<int64_t> values;
    for (const Lane& extent : extents) values.push_back(llvm::cast<llvm::ConstantInt>(extent.value)->getSExtValue());
    std::span<const int64_t> all = values;
    size_t rank = view.dims.size();
    known = BufferBytes(all.first(rank), all.subspan(rank), llvm::cast<llvm::ConstantInt>(offset.value)->getSExtValue(),
                        width);
    return Int64(known);
  }
  llvm::Value* slots = fn_.StackSlot(static_cast<int64_t>(extents.size()));
  for (size_t i = 0; i < extents.size(); ++i) {
    builder_.CreateStore(extents[i].value, builder_.CreateConstGEP1_64(wide, slots, i));
  }
  return fn_.CallRuntime("assay_kernel_bytes", wide,
                         {slots, Int64(static_cast<int64_t>(view.dims.size())), offset.value, Int64(width)},
                         /*pure=*/false);
}

void BufferEmitter::Allocate(const Buffer* buffer) {
  if (fn_.failed()) return;
  KernelMemory memory{Int64(0), Int64(0), 0, tracked_.AddMemory()};
  BufferView& view = Declare(buffer, memory);
  if (fn_.failed()) return;
  tracked_.MarkPrivate(memory, view.element);
  memory.bytes = AllocationBytes(view, int64_t{view.element.ElementBytes()} * view.lanes, memory.known_bytes);
  llvm::SmallVector<llvm::Value*, 8> extents;
  for (const Lane& dim : view.dims) extents.push_back(dim.value);
  fn_.TrapUnless(builder_.CreateICmpSGE(memory.bytes, Int64(0)),
                 {.kind = SiteKind::kTooLarge, .span = fn_.CurrentSpan(), .buffer = buffer, .text = {}}, extents);
  memory.data = CanBeGiven(memory.bytes) ? Given(memory.known_bytes) : AllocatedNow(memory.bytes);
  fn_.plan().allocated.push_back(buffer);
  view.memory = memory;
  scope_.memories.Set(buffer->data, memory);
}

// While the kernel has done nothing that can be seen, and could not have been here twice.
bool BufferEmitter::CanBeGiven(llvm::Value* bytes) const {
  return !fn_.called() && !fn_.code().iterations && builder_.GetInsertBlock() == fn_.code().entry &&
         llvm::isa<llvm::ConstantInt>(bytes) && fn_.plan().given.size() == fn_.plan().allocated.size() &&
         fn_.plan().sites.empty() && !fuel_.taken() && !tracked_.touched();
}

llvm::Value* BufferEmitter::Given(int64_t bytes) {
  size_t place = fn_.signature().func().params.size() + fn_.plan().given.size();
  fn_.plan().given.push_back(bytes);
  return builder_.CreateLoad(builder_.getPtrTy(), fn_.Argument(place));
}

llvm::Value* BufferEmitter::AllocatedNow(llvm::Value* bytes) {
  llvm::Value* data = fn_.CallRuntime(
      "assay_kernel_allocate", builder_.getPtrTy(),
      {fn_.code().frame, Int64(static_cast<int64_t>(fn_.plan().allocated.size())), bytes}, /*pure=*/false);
  fn_.OutOfBudgetUnless(builder_.CreateIsNotNull(data));
  // How many steps were taken before the bytes ran out can be seen.
  if (fuel_.taken()) fuel_.Uncountable();
  return data;
}

void BufferEmitter::BindIfFree(const Expr* e, Lane wide) {
  const auto* var = As<Var>(e);
  if (var == nullptr || scope_.vars.Find(var) != nullptr) return;
  if (!DTypeOf(var).IsInteger()) return fn_.Fail(var, "an extent that is no integer");
  scope_.vars.Set(var, Lane{numbers_.Narrow(DTypeOf(var), wide.value), Fit(wide.interval, DTypeOf(var))});
}

void BufferEmitter::BindRegionExtents(const MatchBufferRegion& match, size_t dropped) {
  const Buffer* view = match.buffer;
  for (size_t axis = 0; axis < view->shape.size() && axis + dropped < match.source->region.size(); ++axis) {
    const auto* var = As<Var>(view->shape[axis]);
    if (var == nullptr || scope_.vars.Find(var) != nullptr) continue;
    BindIfFree(var, exprs_.Index(match.source->region[axis + dropped]->extent));
  }
}

// A view of part of another buffer: same memory, offset by the region's first element. Leading source axes are dropped
// when the view has fewer.
void BufferEmitter::MatchRegion(const MatchBufferRegion& match) {
  if (fn_.failed()) return;
  const BufferView* found = ViewOf(match.source->buffer);
  Nodes<Range> region = match.source->region;
  if (found == nullptr || fn_.failed()) return;
  const BufferView source = *found;
  const Buffer* buffer = match.buffer;
  if (buffer->shape.size() > region.size() || region.size() != source.dims.size()) {
    return fn_.Fail(&match, "a matched region of higher rank than its source");
  }
  size_t dropped = region.size() - buffer->shape.size();
  BindRegionExtents(match, dropped);
  scope_.memories.Set(buffer->data, source.memory);
  BufferView view = MakeView(buffer, source.memory);
  Lane offset = source.offset.value == nullptr ? Lane{Int64(0), Interval::Of(0)} : source.offset;
  for (size_t axis = region.size(); axis-- > 0;) {
    Lane term = Wide(NodeKind::kMul, exprs_.Index(region[axis]->min), source.strides[axis]);
    offset = Wide(NodeKind::kAdd, offset, term);
  }
  view.strides.assign(source.strides.begin() + static_cast<int64_t>(dropped), source.strides.end());
  for (size_t axis = 0; axis < buffer->strides.size() && axis < view.strides.size(); ++axis) {
    BindIfFree(buffer->strides[axis], view.strides[axis]);
  }
  view.offset = offset;
  BindIfFree(buffer->elem_offset, offset);
  Remember(std::move(view));
}

BufferAccess BufferEmitter::AccessOf(const Node* place, const Buffer* buffer, Nodes<Expr> indices,
                                     const Expr* predicate) {
  BufferAccess access;
  int index_lanes = 1;
  for (const Expr* index : indices) {
    const auto* ramp = As<Ramp>(index);
    access.run = ramp != nullptr && index == indices.back() && IsOneStep(*ramp);
    access.indices.push_back(access.run ? exprs_.Expression(ramp->base) : numbers_.Scalarize(exprs_.Expression(index)));
    access.types.push_back(DTypeOf(index).Scalar());
    index_lanes = std::max<int>(index_lanes, DTypeOf(index).lanes);
    if (!access.types.back().IsInteger() && !access.types.back().IsBool())
      fn_.Fail(index, "an index that is no integer");
  }
  if (fn_.failed()) return access;
  access.view = ViewOf(buffer);
  if (fn_.failed()) return access;
  if (indices.size() != buffer->shape.size()) {
    fn_.Fail(buffer, fmt::format("{} indices into buffer {} of rank {}", indices.size(), buffer->name.text(),
                                 buffer->shape.size()));
  }
  access.lanes = index_lanes * access.view->lanes;
  if (predicate == nullptr) return access;
  access.mask = numbers_.Scalarize(exprs_.Expression(predicate));
  DType switches = DTypeOf(predicate);
  if (!switches.IsBool() || switches.lanes != access.lanes)
    fn_.Fail(place, "a predicate that is no bool for each lane");
  return access;
}

void BufferEmitter::CheckBounds(const BufferView& view, std::span<const Lane> indices) {
  llvm::Value* ok = builder_.getTrue();
  llvm::SmallVector<llvm::Value*, 8> notes;
  auto require = [&](llvm::Value* condition) { ok = builder_.CreateAnd(condition, ok); };
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    const Lane& index = indices[axis];
    const Lane& dim = view.dims[axis];
    notes.append({index.value, dim.value});
    if (index.interval.low >= 0 && index.interval.high < dim.interval.low) continue;
    if (dim.interval.low >= 0 && index.interval.low < 0) {
      // Unsigned, so that a negative index is too large as well.
      require(builder_.CreateICmpULT(index.value, dim.value));
      continue;
    }
    require(builder_.CreateICmpSLT(index.value, dim.value));
    if (index.interval.low < 0) require(builder_.CreateICmpSGE(index.value, Int64(0)));
  }
  fn_.TrapUnless(ok, {.kind = SiteKind::kBounds, .span = fn_.CurrentSpan(), .buffer = view.buffer, .text = {}}, notes);
}

void BufferEmitter::CheckCapacity(const BufferView& view, const Lane& flat) {
  if (view.covered) return;
  int64_t width = view.element.ElementBytes();
  if (flat.interval.low >= 0 && flat.interval.high < view.memory.known_bytes / width) return;
  llvm::Value* capacity = builder_.CreateUDiv(fn_.Bytes(view.memory), Int64(width));
  fn_.TrapUnless(builder_.CreateICmpULT(flat.value, capacity),
                 {.kind = SiteKind::kCapacity, .span = fn_.CurrentSpan(), .buffer = view.buffer, .text = {}},
                 {flat.value, capacity});
}

Lane BufferEmitter::IndexAt(const BufferAccess& access, size_t axis, int lane) {
  bool counts = access.run && axis + 1 == access.indices.size();
  int step = lane / access.view->lanes;
  Lane index = access.indices[axis].At(counts ? 0 : step);
  DType dtype = access.types[axis];
  if (counts && step > 0)
    index = arithmetic_.BinaryLane(NodeKind::kAdd, dtype, index, numbers_.Constant(Scalar::Int(dtype, step)));
  return {numbers_.Widen(dtype, index.value), index.interval};
}

Lane BufferEmitter::Flat(const BufferAccess& access, int lane) {
  const BufferView& view = *access.view;
  std::vector<Lane> indices;
  for (size_t axis = 0; axis < access.indices.size(); ++axis) indices.push_back(IndexAt(access, axis, lane));
  CheckBounds(view, indices);
  Lane flat = view.offset.value == nullptr ? Lane{Int64(0), Interval::Of(0)} : view.offset;
  for (size_t axis = 0; axis < indices.size(); ++axis) {
    Lane term = Wide(NodeKind::kMul, indices[axis], view.strides[axis]);
    flat = Wide(NodeKind::kAdd, flat, term);
  }
  if (view.lanes > 1) {
    flat = Wide(NodeKind::kMul, flat, {Int64(view.lanes), Interval::Of(view.lanes)});
    flat = Wide(NodeKind::kAdd, flat, {Int64(lane % view.lanes), Interval::Of(lane % view.lanes)});
  }
  return flat;
}

// An array of bytes has no padding, whatever the width.
llvm::Value* BufferEmitter::ElementAddress(const BufferView& view, const Lane& flat) {
  auto* element = llvm::ArrayType::get(builder_.getInt8Ty(), static_cast<uint64_t>(view.element.ElementBytes()));
  llvm::BasicBlock* here = builder_.GetInsertBlock();
  bool last = builder_.GetInsertPoint() == here->end() && !llvm::isa<llvm::Constant>(flat.value);
  // What is read and then written has one address.
  auto* recent = last && !here->empty() && !flat.value->use_empty()
                     ? llvm::dyn_cast<llvm::GetElementPtrInst>(*flat.value->user_begin())
                     : nullptr;
  bool same = recent != nullptr && recent->getParent() == here && recent->getPointerOperand() == view.memory.data &&
              recent->getOperand(1) == flat.value && recent->getSourceElementType() == element;
  return same ? recent : builder_.CreateGEP(element, view.memory.data, flat.value);
}

llvm::Value* BufferEmitter::Locate(const BufferAccess& access, int lane) {
  Lane flat = Flat(access, lane);
  CheckCapacity(*access.view, flat);
  return ElementAddress(*access.view, flat);
}

template <class Emit>
llvm::Value* BufferEmitter::WhereOn(llvm::Value* on, llvm::Value* otherwise, Emit&& emit) {
  auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(on);
  if (on == nullptr || (constant != nullptr && constant->isOne())) return emit();
  llvm::BasicBlock *before = builder_.GetInsertBlock(), *yes = fn_.NewBlock(), *end = fn_.NewBlock();
  builder_.CreateCondBr(on, yes, end);
  builder_.SetInsertPoint(yes);
  llvm::Value* value = emit();
  yes = builder_.GetInsertBlock();
  builder_.CreateBr(end);
  builder_.SetInsertPoint(end);
  if (otherwise == nullptr) return nullptr;
  llvm::PHINode* either = builder_.CreatePHI(otherwise->getType(), 2);
  either->addIncoming(value, yes);
  either->addIncoming(otherwise, before);
  return either;
}

llvm::Value* BufferEmitter::LoadLane(const BufferAccess& access, int lane) {
  DType element = access.view->element;
  return WhereOn(access.On(lane), numbers_.Zero(element).value,
                 [&] { return LoadElement(element, Locate(access, lane), access.view->memory); });
}

void BufferEmitter::StoreLane(const BufferAccess& access, int lane, llvm::Value* value) {
  WhereOn(access.On(lane), nullptr, [&]() -> llvm::Value* {
    StoreElement(access.view->element, Locate(access, lane), value, access.view->memory);
    return nullptr;
  });
}

}  // namespace assay
