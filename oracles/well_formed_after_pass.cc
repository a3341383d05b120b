// well_formed_after_pass: what a pass makes of a well-formed module is well-formed, for each pass of the case and for each
// step of the build pipeline.
#include "oracles/pass_oracles.h"

namespace assay {
extern const OracleSpec kWellFormedAfterPass;
namespace {

Verdict JudgeOutput(const PassCall& pass, Answer<ModuleRef>& output, OracleContext& oc) {
  if (!output.ok()) return FromRefusal(kWellFormedAfterPass, &pass, output.refusal());
  std::vector<std::string> violations = oc.subject.Violations(*output);
  if (violations.empty()) return Agree{};
  return MakeFinding(kWellFormedAfterPass, &pass, "ill_formed",
                     fmt::format("after {}: {}\n{}", pass.pass->name, fmt::join(violations, "; "), oc.subject.Print(*output)));
}

Verdict JudgePass(const Case& c, const PassCall& pass, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(c, pass);
  return JudgeOutput(pass, output, oc);
}

Verdict JudgePipeline(const Case& c, OracleContext& oc) {
  Answer<ModuleRef> module = oc.Fresh(c);
  if (!module.ok()) return FromRefusal(kWellFormedAfterPass, nullptr, module.refusal());
  for (const PassCall& pass : oc.subject.BuildPipeline()) {
    module = oc.subject.ApplyDirect(pass, *module);
    Verdict verdict = JudgeOutput(pass, module, oc);
    if (!std::holds_alternative<Agree>(verdict)) return verdict;
  }
  return Agree{};
}

Verdict Judge(const Case& c, const PassCall* pass, OracleContext& oc) {
  return pass == nullptr ? JudgePipeline(c, oc) : JudgePass(c, *pass, oc);
}

}  // namespace

const OracleSpec kWellFormedAfterPass = {
    .name = "well_formed_after_pass",
    .doc = "A pass turns a well-formed module into a well-formed one, alone and as a step of the build pipeline. Cannot see "
           "what the well-formedness rules do not speak of.",
    .scope = OracleScope::kBoth,
    .judge = Judge,
};

}  // namespace assay
