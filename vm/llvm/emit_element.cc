// Elements in memory: one lane, or all lanes of an access that lie in a row.
#include "ir/tensor/narrow_float.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/memory_tracker.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

// Elements may lie at any byte, so nothing is said about alignment.
llvm::Value* BufferEmitter::LoadElement(DType dtype, llvm::Value* address, const KernelMemory& memory, int lanes) {
  bool as_it_is = dtype.IsFloating() && !IsNarrowFloat(dtype);
  llvm::Type* stored =
      as_it_is ? numbers_.TypeOf(dtype) : builder_.getIntNTy(static_cast<unsigned>(dtype.ElementBytes()) * 8);
  if (lanes > 1) stored = llvm::FixedVectorType::get(stored, static_cast<unsigned>(lanes));
  llvm::LoadInst* raw = builder_.CreateAlignedLoad(stored, address, llvm::Align(1));
  tracked_.Touches(raw, memory);
  if (as_it_is) return raw;
  if (dtype.IsBool()) return builder_.CreateICmpNE(raw, numbers_.Int(stored, 0));
  if (dtype.IsFloating()) return arithmetic_.FromRawBits(dtype, raw);
  return builder_.CreateTrunc(raw, numbers_.Like(numbers_.TypeOf(dtype), raw));
}

void BufferEmitter::StoreElement(DType dtype, llvm::Value* address, llvm::Value* value, const KernelMemory& memory) {
  llvm::Type* stored = numbers_.Like(builder_.getIntNTy(static_cast<unsigned>(dtype.ElementBytes()) * 8), value);
  bool hidden = dtype.IsFloating() && !IsNarrowFloat(dtype) && tracked_.IsPrivate(memory);
  if (dtype.IsFloating() && !hidden) {
    value = IsNarrowFloat(dtype) ? builder_.CreateTrunc(arithmetic_.RawBits(dtype, value), stored)
                                 : arithmetic_.CanonicalToStore(value);
  } else if (!dtype.IsFloating()) {
    value = dtype.IsInt() ? builder_.CreateSExt(value, stored) : builder_.CreateZExt(value, stored);
  }
  llvm::StoreInst* store = builder_.CreateAlignedStore(value, address, llvm::Align(1));
  if (hidden) tracked_.NotePrivate(memory, store);
  tracked_.Touches(store, memory);
}

llvm::Value* BufferEmitter::RunAddress(const BufferAccess& access, llvm::Value** inside) {
  const BufferView& view = *access.view;
  if (!access.run || access.mask.count() != 0 || view.lanes != 1 || IsNarrowFloat(view.element)) return nullptr;
  bool whole_bytes = view.element.IsBool() || view.element.ElementBytes() * 8 == view.element.bits;
  auto* stride = llvm::dyn_cast<llvm::ConstantInt>(view.strides.back().value);
  const Lane& dim = view.dims.back();
  // Indices of a type that the dimension exceeds could wrap within the row.
  bool fits = dim.interval.high <= IntervalOf(access.types.back()).high;
  if (!whole_bytes || !fits || stride == nullptr || !stride->isOne()) return nullptr;
  Lane flat = Flat(access, 0);
  int64_t more = access.lanes - 1;
  int64_t known = view.memory.known_bytes / view.element.ElementBytes();
  bool covered = view.covered || (flat.interval.low >= 0 && flat.interval.high < known - more);
  if (!covered) return nullptr;
  Lane first = IndexAt(access, access.indices.size() - 1, 0);
  // The first lane is inside, so that nothing overflows here.
  bool certain = first.interval.low >= 0 && first.interval.high < dim.interval.low - more;
  *inside = certain ? nullptr : builder_.CreateICmpSLT(first.value, builder_.CreateSub(dim.value, Int64(more)));
  return ElementAddress(view, flat);
}

// Of the lanes outside the first one has the index that is the dimension.
Lanes BufferEmitter::LoadRun(const BufferAccess& access, llvm::Value* address, llvm::Value* inside) {
  const BufferView& view = *access.view;
  if (inside != nullptr) {
    llvm::SmallVector<llvm::Value*, 8> notes;
    for (size_t axis = 0; axis < view.dims.size(); ++axis) {
      bool last = axis + 1 == view.dims.size();
      notes.append({last ? view.dims[axis].value : IndexAt(access, axis, 0).value, view.dims[axis].value});
    }
    fn_.TrapUnless(inside, {.kind = SiteKind::kBounds, .span = fn_.CurrentSpan(), .buffer = view.buffer, .text = {}},
                   notes);
  }
  return Lane{LoadElement(view.element, address, view.memory, access.lanes), IntervalOf(view.element)};
}

// Lanes before the one that traps are written.
void BufferEmitter::StoreRun(const BufferAccess& access, llvm::Value* address, llvm::Value* inside,
                             const Lanes& value) {
  const BufferView& view = *access.view;
  Lanes whole = numbers_.Whole(value, access.lanes);
  if (inside != nullptr) {
    llvm::BasicBlock* one_by_one = fn_.NewBlock();
    fn_.BranchToCold(inside, one_by_one);
    fn_.code().cold.push_back(one_by_one);
    llvm::BasicBlock* all = builder_.GetInsertBlock();
    llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(one_by_one);
    Lanes apart = numbers_.Scalarize(whole);
    for (int i = 0; i < access.lanes; ++i) StoreLane(access, i, apart.At(i).value);
    builder_.CreateBr(all);
  }
  StoreElement(view.element, address, whole.At(0).value, view.memory);
}

}  // namespace assay
