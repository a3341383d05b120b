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
    int64_t count = 1;
    for (int64_t extent : shape) count *= extent;
    return count;
  }
  size_t ByteCount() const { return static_cast<size_t>(ElementCount() * dtype.ElementBytes()); }
};

}  // namespace assay
