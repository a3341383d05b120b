// The size of a buffer that a kernel allocates: the same numbers and words for the reference interpreter and for
// machine code. Tested by llvm/llvm_kernels_test.cc and reference/tir_eval_test.cc.
#pragma once

#include <cstdint>
#include <span>

#include "vm/engine.h"

namespace assay {

// Bytes from the first to the last element of a buffer, 0 when it is empty, -1 when it is over the size limit.
int64_t BufferBytes(std::span<const int64_t> dims, std::span<const int64_t> strides, int64_t offset, int64_t width);

// What a kernel does that allocates one over the limit: the trap of a tensor of this size, with the buffer's name.
Trap BufferTooLarge(const Buffer& buffer, std::span<const int64_t> dims, SourceSpan span);

}  // namespace assay
