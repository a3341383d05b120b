// Allocation with checked sizes, and copies.
#include "ir/tensor/tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "ir/support/guarded_memory.h"

namespace assay {
namespace {

static_assert(kMaxTensorBytes == int64_t{1} << 30);
constexpr std::string_view kMost = "expected at most 1 GiB, the most that one tensor holds";

int Lanes(DType dtype) { return std::max<int>(dtype.lanes, 1); }

// "64 EiB", "1.5 GiB"; bytes where they are few more than may be.
std::string BytesText(double bytes) {
  constexpr std::array kUnits = {"GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"};
  double units = bytes / static_cast<double>(kMaxTensorBytes);
  if (units < 1.5) return fmt::format("{:.0f} bytes", bytes);
  size_t unit = 0;
  for (; units >= 1024 && unit + 1 < kUnits.size(); ++unit) units /= 1024;
  if (units >= 1e6) return fmt::format("{:.1e} {}", units, kUnits[unit]);
  std::string text = fmt::format("{:.1f}", units);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return fmt::format("{} {}", text, kUnits[unit]);
}

// Of a tensor of the dtype, where there is one.
Diag TooLarge(std::span<const int64_t> shape, std::optional<DType> dtype = std::nullopt) {
  auto negative = std::ranges::find_if(shape, [](int64_t extent) { return extent < 0; });
  std::string message;
  if (negative != shape.end()) {
    message = fmt::format("invalid tensor shape [{}]: expected extents of 0 or more, got {} (axis {})",
                          fmt::join(shape, ", "), *negative, negative - shape.begin());
  } else if (dtype) {
    double bytes = dtype->ElementBytes() * Lanes(*dtype);
    for (int64_t extent : shape) bytes *= static_cast<double>(extent);
    message = fmt::format("{}[{}] takes {}: {}", DTypeName(*dtype), fmt::join(shape, ", "), BytesText(bytes), kMost);
  } else {
    message = fmt::format("invalid tensor shape [{}]: {}, got more", fmt::join(shape, ", "), kMost);
  }
  return {.kind = DiagKind::kTooLarge, .span = {}, .message = std::move(message), .rule = {}, .labels = {}};
}

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
  Result<int64_t> count = CheckedElementCount(shape);
  int64_t bytes = count.ok() ? *count * dtype.ElementBytes() * Lanes(dtype) : 0;
  if (!count.ok() || bytes > kMaxTensorBytes) return TooLarge(shape, dtype);
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
