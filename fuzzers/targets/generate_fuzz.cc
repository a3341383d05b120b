// Bytes decide a module, its passes and its inputs; every oracle judges it.
#include "fuzzers/targets/judged.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  ByteSource bytes{std::span<const uint8_t>(data, size)};
  uint64_t input_seed = bytes.Below(256);
  GenOptions options;
  options.bindings = 5;
  Case c{Generate(ctx, bytes, options), "main", {}, {}};
  c.inputs.push_back(MakeInputs(c.module, c.entry, input_seed));
  DrawPasses(ctx, bytes, AllPasses(), 2, c);
  MustAgree(ctx, c, AllOracles());
  return 0;
}
