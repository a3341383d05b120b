// The values of kernels while they are emitted. Internal to vm/llvm.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "vm/llvm/interval.h"

namespace assay {

// One lane, or all lanes in one LLVM vector; then the interval holds for each. Integers have an LLVM type of their own
// width, bool is i1, float32 and float64 are themselves, and a narrower float is the double of equal value.
struct Lane {
  llvm::Value* value = nullptr;
  Interval interval;
};

// The lanes of a value; a single one stands for any number of equal ones.
class Lanes {
 public:
  Lanes() = default;
  Lanes(Lane only) { lanes_.push_back(only); }
  const Lane& At(int lane) const { return lanes_[static_cast<size_t>(lane) % lanes_.size()]; }
  int count() const { return static_cast<int>(lanes_.size()); }
  void Add(Lane lane) { lanes_.push_back(lane); }

 private:
  llvm::SmallVector<Lane, 1> lanes_;
};

}  // namespace assay
