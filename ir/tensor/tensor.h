// Tensor: a dense row-major tensor on the heap. Like TVM's Tensor it is a handle: copies share the elements, Clone()
// does not. Elements are read and written as Scalar, or as typed spans by code that knows the dtype.
// Tested by tensor_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ir/support/check.h"
#include "ir/support/result.h"
#include "ir/tensor/dtype.h"
#include "ir/tensor/scalar.h"
#include "ir/tensor/tensor_view.h"

namespace assay {

// No tensor is larger; what asks for more gets a Diag kTooLarge.
inline constexpr int64_t kMaxTensorBytes = int64_t{1} << 30;

// Number of elements. Diag kTooLarge for a negative extent or a product beyond kMaxTensorBytes.
Result<int64_t> CheckedElementCount(std::span<const int64_t> shape);
// Bytes that a tensor of this dtype (vector lanes included) and shape takes; the same Diag.
Result<int64_t> CheckedByteCount(DType dtype, std::span<const int64_t> shape);

class Tensor {
 public:
  // No tensor: dtype void, shape empty, no data.
  Tensor() = default;
  // Zero-filled. The shape must pass CheckedByteCount; use Make where it comes from input.
  Tensor(DType dtype, std::vector<int64_t> shape);
  static Result<Tensor> Make(DType dtype, std::vector<int64_t> shape);
  // Shares memory that somebody allocated for many tensors; the caller has checked that the bytes are there.
  static Tensor InStorage(DType dtype, std::vector<int64_t> shape, std::shared_ptr<std::byte[]> storage,
                          int64_t offset);
  // Copies the elements of a view; a rank-0 tensor from one scalar; any shape from a list of values.
  static Tensor Copy(TensorView view);
  static Tensor Of(Scalar value);
  static Tensor Ints(DType dtype, std::vector<int64_t> shape, std::span<const int64_t> values);
  static Tensor Floats(DType dtype, std::vector<int64_t> shape, std::span<const double> values);

  DType dtype() const { return dtype_; }
  const std::vector<int64_t>& shape() const { return shape_; }
  int rank() const { return static_cast<int>(shape_.size()); }
  // Number of elements; lanes of a vector dtype count one each.
  int64_t size() const { return size_; }
  int64_t byte_count() const { return size_ * dtype_.ElementBytes(); }
  // True when there are no bytes behind it (default constructed).
  bool empty_handle() const { return dtype_.IsVoid(); }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  TensorView View() const { return {dtype_, shape_, data_}; }
  operator TensorView() const { return View(); }

  // Element by flat row-major index in [0, size()).
  Scalar At(int64_t index) const {
    ASSAY_CHECK(index >= 0 && index < size_);
    return LoadScalar(dtype_.Scalar(), data_ + index * dtype_.ElementBytes());
  }
  // The value's dtype must be the tensor's scalar dtype.
  void Set(int64_t index, Scalar value) {
    ASSAY_CHECK(index >= 0 && index < size_ && value.dtype == dtype_.Scalar());
    StoreScalar(data_ + index * dtype_.ElementBytes(), value);
  }
  // Typed access; the size of T must be that of an element.
  template <class T>
  std::span<T> As() {
    ASSAY_CHECK(static_cast<int>(sizeof(T)) == dtype_.ElementBytes());
    return {reinterpret_cast<T*>(data_), static_cast<size_t>(size_)};
  }
  template <class T>
  std::span<const T> As() const {
    return const_cast<Tensor*>(this)->As<T>();
  }

  Tensor Clone() const { return Copy(View()); }
  // The same elements under another shape of equal count.
  Tensor Reshaped(std::vector<int64_t> shape) const;

 private:
  DType dtype_;
  std::vector<int64_t> shape_;
  int64_t size_ = 0;
  std::byte* data_ = nullptr;
  std::shared_ptr<std::byte[]> storage_;
};

// Element of a view by flat row-major index; the caller keeps it in range.
inline Scalar ElementAt(TensorView view, int64_t index) {
  return LoadScalar(view.dtype.Scalar(), view.data + index * view.dtype.ElementBytes());
}

}  // namespace assay
