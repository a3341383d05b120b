#include "vm/buffer_size.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/tensor/tensor.h"

namespace assay {

int64_t BufferBytes(std::span<const int64_t> dims, std::span<const int64_t> strides, int64_t offset, int64_t width) {
  int64_t last = offset;
  bool empty = false, wraps = false;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    int64_t reach = 0;
    wraps = wraps || __builtin_mul_overflow(dims[axis] - 1, strides[axis], &reach) ||
            __builtin_add_overflow(last, reach, &last);
    empty = empty || dims[axis] <= 0;
  }
  if (empty) return 0;
  return wraps || last < -1 || last >= kMaxTensorBytes / width ? -1 : (last + 1) * width;
}

Trap BufferTooLarge(const Buffer& buffer, std::span<const int64_t> dims, SourceSpan span) {
  Result<int64_t> bytes = CheckedByteCount(buffer.dtype, dims);
  std::string why = bytes.ok() ? fmt::format(
                                     "{}[{}] takes more than 1 GiB with its strides and offset, the most that "
                                     "one tensor holds",
                                     DTypeName(buffer.dtype), fmt::join(dims, ", "))
                               : bytes.error().message;
  // A block says of several where they are allocated; each has its own line.
  SourceSpan at = buffer.span.file == 0 ? span : buffer.span;
  return MakeTrap(TrapKind::kOutOfMemory, fmt::format("buffer {}: {}", buffer.name.text(), why), at);
}

}  // namespace assay
