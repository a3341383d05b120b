// Vectors as LLVM vectors. A value is one where it was loaded in a row, and whatever is computed of it lane by lane
// alike; it is taken apart where lanes go different ways: divisions, functions, guards, indices.
#include <algorithm>

#include "ir/tensor/narrow_float.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

llvm::Type* NumberEmitter::Like(llvm::Type* scalar, llvm::Value* value) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return vector == nullptr ? scalar : llvm::FixedVectorType::get(scalar, vector->getNumElements());
}

Lanes NumberEmitter::Scalarize(Lanes lanes, int at_most) {
  if (!IsWhole(lanes)) return lanes;
  Lane whole = lanes.At(0);
  int count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(whole.value->getType())->getNumElements());
  Lanes apart;
  for (int i = 0; i < std::min(count, at_most); ++i)
    apart.Add({builder_.CreateExtractElement(whole.value, static_cast<uint64_t>(i)), whole.interval});
  return apart;
}

Lanes NumberEmitter::Whole(const Lanes& lanes, int count) {
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

void NumberEmitter::Meet(std::initializer_list<Lanes*> operands, bool at_once) {
  int count = 0;
  for (Lanes* lanes : operands) {
    if (IsWhole(*lanes))
      count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(lanes->At(0).value->getType())->getNumElements());
  }
  if (count == 0) return;
  for (Lanes* lanes : operands) *lanes = at_once ? Whole(*lanes, count) : Scalarize(std::move(*lanes));
}

}  // namespace assay
