// Bytes are a saved executable. What loads and passes the verifier must save and load again, to the same bytes.
#include <cstdlib>

#include "vm/bytecode/image.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  auto image = DecodeVm({data, size});
  if (!image.ok()) return 0;
  std::vector<uint8_t> saved = EncodeVm(*image);
  auto again = DecodeVm(saved);
  if (!again.ok() || EncodeVm(*again) != saved) std::abort();
  return 0;
}
