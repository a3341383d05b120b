// NumPy files: .npy (one array) and .npz (a zip archive of them, stored or deflated), read from and written to bytes in
// memory. Input is not trusted: sizes are checked before anything is allocated. Tested by npy_test.cc.
// dtypes without a NumPy type: bfloat16 is written as "|V2" and read back from it; 4- and 1-bit integers and the 8-, 6-
// and 4-bit floats are written as their byte ("|u1" or "|i1"); what ml_dtypes writes of its 8-bit floats ("<f1", "|V1")
// is read as that byte. The reader's caller re-types them by WithDType.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/result.h"
#include "ir/tensor/tensor.h"

namespace assay {

// An archive holds at most this many arrays.
inline constexpr size_t kMaxNpzEntries = 4096;

struct NamedTensor {
  // The member's name without ".npy".
  std::string name;
  Tensor tensor;
};

std::string WriteNpy(TensorView tensor);
// Diag kCorrupt for bytes that are not such a file, kUnsupported for object or structured dtypes and big-endian data,
// kTooLarge beyond kMaxTensorBytes. Column-major arrays are transposed into row-major ones.
Result<Tensor> ReadNpy(std::string_view bytes);
std::string WriteNpz(std::span<const NamedTensor> tensors);
Result<std::vector<NamedTensor>> ReadNpz(std::string_view bytes);

// One byte an element, and no NumPy type that would say what it means: arrays hold the bytes.
bool HasNoNumpyType(DType dtype);
// The same bytes as elements of another dtype of equal ElementBytes(); Diag kTypeMismatch otherwise.
Result<Tensor> WithDType(const Tensor& tensor, DType dtype);

}  // namespace assay
