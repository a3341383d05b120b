// Vectors as LLVM vectors. A value is one where it was loaded in a row, and whatever is computed of it lane by lane
// alike; it is taken apart where lanes go different ways: divisions, functions, guards, indices.
#include <algorithm>

#include "ir/tensor/narrow_float.h"
#include "vm/llvm/emit.h"

namespace assay {

llvm::Type* KernelEmitter::Like(llvm::Type* scalar, llvm::Value* value) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return vector == nullptr ? scalar : llvm::FixedVectorType::get(scalar, vector->getNumElements());
}

Lanes KernelEmitter::Scalarize(Lanes lanes, int at_most) {
  if (!IsWhole(lanes)) return lanes;
  Lane whole = lanes.At(0);
  int count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(whole.value->getType())->getNumElements());
  Lanes apart;
  for (int i = 0; i < std::min(count, at_most); ++i)
    apart.Add({builder_.CreateExtractElement(whole.value, static_cast<uint64_t>(i)), whole.interval});
  return apart;
}

Lanes KernelEmitter::Whole(const Lanes& lanes, int count) {
  if (IsWhole(lanes)) return lanes;
  Lane first = lanes.At(0);
  if (lanes.count() == 1)
    return Lane{builder_.CreateVectorSplat(static_cast<unsigned>(count), first.value), first.interval};
  llvm::Value* vector =
      llvm::PoisonValue::get(llvm::FixedVectorType::get(first.value->getType(), static_cast<unsigned>(count)));
  Interval all = first.interval;
  for (int i = 0; i < count; ++i) {
    vector = builder_.CreateInsertElement(vector, lanes.At(i).value, static_cast<uint64_t>(i));
    all = Union(all, lanes.At(i).interval);
  }
  return Lane{vector, all};
}

void KernelEmitter::Meet(std::initializer_list<Lanes*> operands, bool at_once) {
  int count = 0;
  for (Lanes* lanes : operands) {
    if (IsWhole(*lanes))
      count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(lanes->At(0).value->getType())->getNumElements());
  }
  if (count == 0) return;
  for (Lanes* lanes : operands) *lanes = at_once ? Whole(*lanes, count) : Scalarize(std::move(*lanes));
}

llvm::Value* KernelEmitter::RunAddress(const Access& access, llvm::Value** inside) {
  const View& view = *access.view;
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
Lanes KernelEmitter::LoadRun(const Access& access, llvm::Value* address, llvm::Value* inside) {
  const View& view = *access.view;
  if (inside != nullptr) {
    llvm::SmallVector<llvm::Value*, 8> notes;
    for (size_t axis = 0; axis < view.dims.size(); ++axis) {
      bool last = axis + 1 == view.dims.size();
      notes.append({last ? view.dims[axis].value : IndexAt(access, axis, 0).value, view.dims[axis].value});
    }
    TrapUnless(inside, {.kind = SiteKind::kBounds, .span = Place(), .buffer = view.buffer, .text = {}}, notes);
  }
  return Lane{LoadElement(view.element, address, view.memory, access.lanes), IntervalOf(view.element)};
}

// Lanes before the one that traps are written.
void KernelEmitter::StoreRun(const Access& access, llvm::Value* address, llvm::Value* inside, const Lanes& value) {
  const View& view = *access.view;
  Lanes whole = Whole(value, access.lanes);
  if (inside != nullptr) {
    llvm::BasicBlock* one_by_one = NewBlock();
    BranchToCold(inside, one_by_one);
    code_.cold.push_back(one_by_one);
    llvm::BasicBlock* all = builder_.GetInsertBlock();
    llvm::IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(one_by_one);
    Lanes apart = Scalarize(whole);
    for (int i = 0; i < access.lanes; ++i) StoreLane(access, i, apart.At(i).value);
    builder_.CreateBr(all);
  }
  StoreElement(view.element, address, whole.At(0).value, view.memory);
}

}  // namespace assay
