// Bytes decide kernels, functions that call them, and TIR passes, which keep what they promise; engines agree on what
// is built.
#include "fuzzers/targets/judged.h"
#include "passes/tir/tir_passes.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  static const auto oracles = FindOracles({"input_unchanged", "well_formed_after_pass", "sequential_equals_direct",
                                           "idempotent", "round_trip", "refuse_or_compile", "pass_preserves_results",
                                           "interpreted_equals_compiled", "optimisation_levels"});
  Context ctx;
  ByteSource bytes{std::span<const uint8_t>(data, size)};
  uint64_t input_seed = bytes.Below(256);
  GenOptions options;
  options.profile = Profile::kTir;
  options.bindings = 2;
  Case c{Generate(ctx, bytes, options), "main", {}, {}};
  c.inputs.push_back(MakeInputs(c.module, c.entry, input_seed));
  DrawPasses(ctx, bytes, TirPasses(), 3, c);
  MustAgree(ctx, c, oracles);
  return 0;
}
