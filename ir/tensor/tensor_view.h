// TensorView: a dense row-major tensor that somebody else owns (an arena, a Tensor, a file in memory).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ir/tensor/dtype.h"

namespace assay {

struct TensorView {
  DType dtype;
  std::span<const int64_t> shape;
  const std::byte* data = nullptr;

  int rank() const { return static_cast<int>(shape.size()); }
  int64_t ElementCount() const {
    // Beside an extent of 0 the others may be anything.
    uint64_t count = 1;
    for (int64_t extent : shape) count *= static_cast<uint64_t>(extent);
    return static_cast<int64_t>(count);
  }
  size_t ByteCount() const { return static_cast<size_t>(ElementCount() * dtype.ElementBytes()); }
};

}  // namespace assay
