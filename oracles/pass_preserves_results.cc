// pass_preserves_results: a module gives the same results after a pass as before.
#include "oracles/results.h"

namespace assay {
extern const OracleSpec kPassPreservesResults;
namespace {

bool InPipeline(const PassCall& pass, OracleContext& oc) {
  for (const PassCall& step : oc.subject.BuildPipeline()) {
    if (step.pass->run == pass.pass->run) return true;
  }
  return false;
}

Verdict Judge(const Case& c, const PassCall* pass, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(c, *pass);
  if (!output.ok()) return FromRefusal(kPassPreservesResults, pass, output.refusal());
  // A graph-level pass is run as it is; a step of the build is built on from there.
  const char* engine = InPipeline(*pass, oc) ? "vm" : "relax-reference";
  return CompareRunsWithReference(kPassPreservesResults, pass, c, *output, {.engine = engine}, oc);
}

}  // namespace

const OracleSpec kPassPreservesResults = {
    .name = "pass_preserves_results",
    .doc = "Results of the module before and after a pass agree within derived bounds, on several inputs. Cannot see "
           "faults that these inputs do not reach.",
    .scope = OracleScope::kPass,
    .applies = [](const PassSpec& pass) { return pass.signatures != Signatures::kChanged && ResultsCompare(pass.exact); },
    .judge = Judge,
};

}  // namespace assay
