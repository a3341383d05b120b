// A small tensor's copy between guard pages, which machine code works on instead of the tensor. Tested by
// guards_test.cc.
#pragma once

#include <cstring>

#include "ir/support/guarded_memory.h"

namespace assay {

class GuardedCopy {
 public:
  // Less than kLeastGuardedBytes of them: larger ones are guarded where they are.
  GuardedCopy(std::byte* original, size_t bytes) : original_(original), memory_(GuardedMemory::Take(bytes)) {
    if (memory_) std::memcpy(memory_.data(), original, bytes);
  }

  const std::byte* original() const { return original_; }
  // The original where there are too many guards.
  std::byte* data() const { return memory_ ? memory_.data() : original_; }
  void CopyBack() const {
    if (memory_) std::memcpy(original_, memory_.data(), memory_.bytes());
  }
  const GuardedMemory& memory() const { return memory_; }

 private:
  std::byte* original_;
  GuardedMemory memory_;
};

}  // namespace assay
