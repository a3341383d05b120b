// Bytes are a NumPy file or archive. What is read must be written and read back as the same tensors.
#include <cstdlib>

#include "ir/tensor/compare.h"
#include "ir/tensor/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (auto tensor = ReadNpy(bytes); tensor.ok()) {
    auto again = ReadNpy(WriteNpy(*tensor));
    if (!again.ok() || Compare(*again, *tensor, ErrorBound::Bits())) std::abort();
  }
  if (auto archive = ReadNpz(bytes); archive.ok()) {
    auto again = ReadNpz(WriteNpz(*archive));
    if (!again.ok() || again->size() != archive->size()) std::abort();
  }
  return 0;
}
