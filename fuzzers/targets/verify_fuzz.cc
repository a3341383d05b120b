// Bytes are TVMScript. Whatever module it is, the checker says each violation by its rule and with a place, says the
// same of the module saved and loaded again, and leaves the module as it was.
#include <cstdlib>
#include <set>

#include "generators/moves/custom_mutator.h"
#include "ir/check/well_formed.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/text/parse.h"

namespace {

// Rules that are broken: how often depends on places, by which violations are told apart and which loading loses.
std::set<std::string> Broken(assay::Context& ctx, const assay::Module& module) {
  assay::DiagSink sink;
  CheckWellFormed(ctx, module, sink);
  std::set<std::string> rules;
  for (const assay::Diag& diag : sink.diags()) {
    if (diag.message.empty() || diag.rule.empty() || Render(diag, ctx.sources).empty()) std::abort();
    rules.insert(diag.rule);
  }
  if (sink.ok() != rules.empty()) std::abort();
  return rules;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  auto module = ParseModule(ctx, "fuzz.py", std::string(TextOf(data, size)));
  if (!module.ok()) return 0;
  std::vector<uint8_t> before = Serialize(*module);
  std::set<std::string> broken = Broken(ctx, *module);
  if (Serialize(*module) != before) std::abort();
  auto loaded = Deserialize(ctx, before, OpOfFullName);
  if (!loaded.ok() || Broken(ctx, *loaded) != broken) std::abort();
  return 0;
}
