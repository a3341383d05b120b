// execution_modes: a built module gives the same to the bit, or the same trap, whether its functions are interpreted or
// machine code themselves, and kernels with them.
#include <algorithm>

#include "ir/support/hash.h"
#include "oracles/core/modes.h"

namespace assay {
extern const OracleSpec kExecutionModes;
namespace {

std::vector<std::string> NamesIn(std::string_view text) {
  std::vector<std::string> names;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    names.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
  Answer<ModuleRef> module = oc.LoweredOf();
  if (!module.ok()) return FromRefusal(kExecutionModes, nullptr, module.refusal());
  SubjectTraits traits = oc.subject.Traits();
  if (!HasEngine(oc.subject, traits.interpreted))
    return Skip{SkipKind::kNotApplicable, "the subject has one mode of execution"};
  std::vector<Mode> modes;
  for (const std::string& name : NamesIn(traits.modes)) {
    // What the subject lacks is left out.
    if (!HasEngine(oc.subject, name)) continue;
    Answer<ProgramRef> program = oc.subject.Build(*module, {.engine = name, .lowered = true});
    if (program.ok()) {
      modes.push_back({name, *program});
    } else if (modes.empty()) {
      return FromRefusal(kExecutionModes, nullptr, program.refusal());
    } else {
      return WithSides(MakeFinding(kExecutionModes, nullptr, FindingClass::kOneRefuses,
                                   fmt::format("{} takes the module and {} does not: {}", modes[0].name, name,
                                               program.refusal().message),
                                   RefusedBy(name, program.refusal())),
                       TakenAndRefused(modes[0].name, name, program.refusal().message));
    }
  }
  if (modes.empty()) return Skip{SkipKind::kNotApplicable, "the subject has one mode of execution"};
  // Interpreting once more is what costs most.
  constexpr uint64_t kOneInAgain = 8;
  if (oc.settings.Asks(HashText(kExecutionModes.name), kOneInAgain)) {
    Answer<ProgramRef> again = oc.subject.Build(*module, {.engine = std::string(traits.interpreted), .lowered = true});
    if (again.ok()) modes.push_back({fmt::format("{} in another order", traits.interpreted), *again});
  }
  return CompareModes(kExecutionModes, modes, oc);
}

}  // namespace

const OracleSpec kExecutionModes = {
    .name = "execution_modes",
    .doc =
        "What the build pipeline makes of the module, run by vm (bytecode, kernels interpreted), by vm-llvm (bytecode, "
        "kernels "
        "compiled) and by vm-compiled (functions and kernels compiled), gives the same to the bit or the same trap, "
        "whatever it was run on before, and all of "
        "them take it. Cannot see what all of them do wrong: calls of builtins mean the same to all.",
    .scope = OracleScope::kModule,
    .one_in = 4,
    .judge = Judge,
};

}  // namespace assay
