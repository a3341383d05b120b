// Bytes are TVMScript. Four passes are put to their contracts on the module that it is: nothing written into the input,
// well-formed after it, Sequential as direct, twice as once, readable, of the form that the pass promises, and the same
// results.
#include "fuzzers/targets/judged.h"
#include "generators/moves/custom_mutator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  static const auto oracles = FindOracles({"input_unchanged", "well_formed_after_pass", "sequential_equals_direct",
                                           "deterministic", "idempotent", "round_trip", "frame_kept", "promised_form",
                                           "pass_preserves_results", "thread_races"});
  Context ctx;
  ByteSource choices = ChoicesFor(TextOf(data, size));
  std::optional<Case> c = CaseOfText(ctx, TextOf(data, size), choices);
  if (!c) return 0;
  DrawPasses(ctx, choices, AllPasses(), 4, *c);
  MustAgree(ctx, *c, oracles);
  return 0;
}
