// Which buffers lie row by row without gaps from the start of their memory, with dimensions that are known. Tested by
// vm/launch_loops_test.cc.
#pragma once

#include "ir/builder.h"
#include "ir/tir/node.h"

namespace assay {

// Strides may be written out: those of (2, 3) are (3, 1). Axis separators lie otherwise.
inline bool IsCompact(const Buffer& buffer) {
  const auto* offset = AsInt(buffer.elem_offset);
  if (!buffer.axis_separators.empty() || (buffer.elem_offset != nullptr && (offset == nullptr || offset->value != 0)))
    return false;
  if (!buffer.strides.empty() && buffer.strides.size() != buffer.shape.size()) return false;
  int64_t expected = 1;
  for (size_t i = buffer.shape.size(); i-- > 0;) {
    const IntImm* dim = AsInt(buffer.shape[i]);
    const IntImm* stride = buffer.strides.empty() ? nullptr : AsInt(buffer.strides[i]);
    if (dim == nullptr) return false;
    if (!buffer.strides.empty() && (stride == nullptr || stride->value != expected)) return false;
    if (__builtin_mul_overflow(expected, dim->value, &expected)) return false;
  }
  return true;
}

}  // namespace assay
