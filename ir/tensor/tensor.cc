// Allocation with checked sizes, and copies.
#include "ir/tensor/tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "ir/support/guarded_memory.h"

namespace assay {
namespace {

// `bytes` where they can be counted.
Diag TooLarge(std::span<const int64_t> shape, std::optional<int64_t> bytes = std::nullopt) {
  static_assert(kMaxTensorBytes == int64_t{1} << 30);
  auto negative = std::ranges::find_if(shape, [](int64_t extent) { return extent < 0; });
  std::string why =
      negative != shape.end()
          ? fmt::format("expected extents of 0 or more, got {} (axis {})", *negative, negative - shape.begin())
          : fmt::format("expected at most 1 GiB, the most that one tensor holds, got {}",
                        bytes ? fmt::format("{:.1f} GiB", static_cast<double>(*bytes) / kMaxTensorBytes) : "more");
  return {.kind = DiagKind::kTooLarge,
          .span = {},
          .message = fmt::format("invalid tensor shape [{}]: {}", fmt::join(shape, ", "), why),
          .rule = {},
          .labels = {}};
}

int Lanes(DType dtype) { return std::max<int>(dtype.lanes, 1); }

}  // namespace

Result<int64_t> CheckedElementCount(std::span<const int64_t> shape) {
  int64_t count = 1;
  bool too_large = false;
  bool any_zero = false;
  for (int64_t extent : shape) {
    if (extent < 0) return TooLarge(shape);
    any_zero = any_zero || extent == 0;
    too_large = too_large || __builtin_mul_overflow(count, extent, &count) || count > kMaxTensorBytes;
  }
  // An extent of 0 makes every product 0, whatever stands before it.
  if (any_zero) return int64_t{0};
  if (too_large) return TooLarge(shape);
  return count;
}

Result<int64_t> CheckedByteCount(DType dtype, std::span<const int64_t> shape) {
  ASSAY_TRY(int64_t count, CheckedElementCount(shape));
  int64_t bytes = count * dtype.ElementBytes() * Lanes(dtype);
  if (bytes > kMaxTensorBytes) return TooLarge(shape, bytes);
  return bytes;
}

Tensor::Tensor(DType dtype, std::vector<int64_t> shape) : dtype_(dtype), shape_(std::move(shape)) {
  Result<int64_t> bytes = CheckedByteCount(dtype_, shape_);
  ASSAY_CHECK(bytes.ok() && dtype_.lanes >= 0, "an unchecked shape");
  size_ = dtype_.IsVoid() ? 0 : *bytes / dtype_.ElementBytes();
  storage_ = MakeTensorBytes(static_cast<size_t>(*bytes));
  data_ = storage_.get();
  std::memset(data_, 0, static_cast<size_t>(*bytes));
}

Result<Tensor> Tensor::Make(DType dtype, std::vector<int64_t> shape) {
  ASSAY_TRY(int64_t bytes, CheckedByteCount(dtype, shape));
  static_cast<void>(bytes);
  return Tensor(dtype, std::move(shape));
}

Tensor Tensor::InStorage(DType dtype, std::vector<int64_t> shape, std::shared_ptr<std::byte[]> storage,
                         int64_t offset) {
  Result<int64_t> bytes = CheckedByteCount(dtype, shape);
  ASSAY_CHECK(bytes.ok(), "an unchecked shape");
  Tensor result;
  result.dtype_ = dtype;
  result.shape_ = std::move(shape);
  result.size_ = *bytes / dtype.ElementBytes();
  result.data_ = storage.get() + offset;
  result.storage_ = std::move(storage);
  return result;
}

Tensor Tensor::Copy(TensorView view) {
  std::vector<int64_t> shape(view.shape.begin(), view.shape.end());
  Result<int64_t> bytes = CheckedByteCount(view.dtype, shape);
  ASSAY_CHECK(bytes.ok() && view.dtype.lanes >= 0, "an unchecked shape");
  Tensor result;
  if (!view.dtype.IsVoid()) {
    // Not filled with zeros first.
    result = InStorage(view.dtype, std::move(shape), MakeTensorBytes(static_cast<size_t>(*bytes)), 0);
  }
  if (result.size_ > 0) std::memcpy(result.data_, view.data, static_cast<size_t>(result.byte_count()));
  return result;
}

Tensor Tensor::Of(Scalar value) {
  Tensor result(value.dtype, {});
  result.Set(0, value);
  return result;
}

Tensor Tensor::Ints(DType dtype, std::vector<int64_t> shape, std::span<const int64_t> values) {
  Tensor result(dtype, std::move(shape));
  ASSAY_CHECK(static_cast<int64_t>(values.size()) == result.size_);
  for (int64_t i = 0; i < result.size_; ++i) result.Set(i, Scalar::Int(dtype.Scalar(), values[static_cast<size_t>(i)]));
  return result;
}

Tensor Tensor::Floats(DType dtype, std::vector<int64_t> shape, std::span<const double> values) {
  Tensor result(dtype, std::move(shape));
  ASSAY_CHECK(static_cast<int64_t>(values.size()) == result.size_);
  for (int64_t i = 0; i < result.size_; ++i) {
    result.Set(i, Scalar::Float(dtype.Scalar(), values[static_cast<size_t>(i)]));
  }
  return result;
}

Tensor Tensor::Reshaped(std::vector<int64_t> shape) const {
  Tensor result = *this;
  // Beside an extent of 0 the others may be anything.
  auto count = static_cast<uint64_t>(Lanes(dtype_));
  for (int64_t extent : shape) count *= static_cast<uint64_t>(extent);
  ASSAY_CHECK(static_cast<int64_t>(count) == size_);
  result.shape_ = std::move(shape);
  return result;
}

}  // namespace assay
