// optimisation_levels: machine code gives the same to the bit, or the same trap, at every level of optimisation.
#include "oracles/core/modes.h"

namespace assay {
extern const OracleSpec kOptimisationLevels;
namespace {

Verdict Judge(const PassCall*, OracleContext& oc) {
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
  Answer<ModuleRef> module = oc.LoweredOf();
  if (!module.ok()) return FromRefusal(kOptimisationLevels, nullptr, module.refusal());
  std::vector<Mode> modes;
  for (int level : oc.settings.opt_levels) {
    Answer<ProgramRef> program = oc.subject.Build(*module, {.engine = "vm-llvm", .opt_level = level, .lowered = true});
    std::string name = fmt::format("vm-llvm at O{}", level);
    if (program.ok()) {
      modes.push_back({name, *program});
    } else if (modes.empty() && !oc.subject.Build(*module, Compiled(oc)).ok()) {
      return FromRefusal(kOptimisationLevels, nullptr, program.refusal());
    } else {
      return WithSides(
          MakeFinding(kOptimisationLevels, nullptr, FindingClass::kOneRefuses,
                      fmt::format("{} takes the module and {} does not: {}",
                                  modes.empty() ? "vm-llvm at O0" : modes.back().name, name, program.refusal().message),
                      FactsOf(program.refusal(), false)),
          TakenAndRefused(modes.empty() ? "vm-llvm at O0" : std::string_view(modes.back().name), name,
                          program.refusal().message));
    }
  }
  return CompareModes(kOptimisationLevels, modes, oc);
}

}  // namespace

const OracleSpec kOptimisationLevels = {
    .name = "optimisation_levels",
    .doc =
        "What the build pipeline makes of the module, compiled at O1, O2 and O3, gives what interpreting it gives, to "
        "the bit, or "
        "the same trap; no level refuses what another takes. Cannot see what goes wrong in the pipeline before it.",
    .scope = OracleScope::kModule,
    .one_in = 64,
    .one_in_swept = 128,
    .judge = Judge,
    .suits = [](const Subject& subject) { return HasEngine(subject, "vm") && HasEngine(subject, "vm-llvm"); },
    .lacking = "the subject has no levels of optimisation",
};

}  // namespace assay
