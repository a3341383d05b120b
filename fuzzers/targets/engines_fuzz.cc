// Bytes are TVMScript. The module that it is gives the same on every engine: read by the reference, built and
// interpreted, as machine code plain and optimised, and compiled whole; and types hold what they say.
#include "fuzzers/targets/judged.h"
#include "generators/moves/custom_mutator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  static const auto oracles =
      FindOracles({"type_sound", "refuse_or_compile", "memory_plan", "interpreted_equals_compiled", "execution_modes",
                   "optimisation_levels", "serialised_equals_loaded"});
  Context ctx;
  ByteSource choices = ChoicesFor(TextOf(data, size));
  std::optional<Case> c = CaseOfText(ctx, TextOf(data, size), choices);
  if (c) MustAgree(ctx, *c, oracles);
  return 0;
}
