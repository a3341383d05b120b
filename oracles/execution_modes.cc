// execution_modes: a built module gives the same to the bit, or the same trap, whether its functions are interpreted or
// machine code themselves, and kernels with them.
#include <algorithm>

#include "oracles/results.h"

namespace assay {
extern const OracleSpec kExecutionModes;
namespace {

// What is compared with "vm". What the subject lacks is left out.
constexpr std::string_view kModes[] = {"vm-llvm", "vm-compiled"};

struct Mode {
  std::string_view name;
  ProgramRef program;
};

Verdict CompareModes(const Case& c, std::span<const Outcome> wanted, std::span<const Mode> modes, OracleContext& oc) {
  bool compared = false;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const Outcome& want = wanted[i];
    // Machine code does not see it.
    if (IsUndefined(want) || std::holds_alternative<OutOfBudget>(want)) continue;
    compared = true;
    for (const Mode& mode : modes) {
      Outcome got = oc.subject.Run(mode.program, c.entry, c.inputs[i], oc.budget);
      auto mismatch = CompareBits(got, want);
      if (!mismatch || std::holds_alternative<OutOfBudget>(got)) continue;
      return MakeFinding(kExecutionModes, nullptr, "bits_differ",
                         fmt::format("{} against vm, inputs {}: {}", mode.name, i, mismatch->what));
    }
  }
  if (compared) return Agree{};
  return Skip{"no inputs that the functions have a result for"};
}

Verdict Judge(const Case& c, const PassCall*, OracleContext& oc) {
  if (c.inputs.empty()) return Skip{"no inputs for the entry function"};
  Answer<ModuleRef> module = oc.LoweredOf(c);
  if (!module.ok()) return FromRefusal(kExecutionModes, nullptr, module.refusal());
  std::vector<std::string> engines = oc.subject.Engines();
  auto has = [&](std::string_view name) { return std::ranges::find(engines, name) != engines.end(); };
  if (!has("vm")) return Skip{"the subject has one mode of execution"};
  const Answer<std::vector<Outcome>>& interpreted = oc.InterpretedOf(c);
  if (!interpreted.ok()) return FromRefusal(kExecutionModes, nullptr, interpreted.refusal());
  std::vector<Mode> modes;
  for (std::string_view name : kModes) {
    if (!has(name)) continue;
    Answer<ProgramRef> program = oc.subject.Build(*module, {.engine = std::string(name), .lowered = true});
    if (program.ok()) {
      modes.push_back({name, *program});
    } else if (modes.empty()) {
      return FromRefusal(kExecutionModes, nullptr, program.refusal());
    } else {
      return MakeFinding(kExecutionModes, nullptr, "one_refuses",
                         fmt::format("{} takes the module and {} does not: {}", modes[0].name, name, program.refusal().message));
    }
  }
  if (modes.empty()) return Skip{"the subject has one mode of execution"};
  return CompareModes(c, *interpreted, modes, oc);
}

}  // namespace

const OracleSpec kExecutionModes = {
    .name = "execution_modes",
    .doc = "What the build pipeline makes of the module, run by vm (bytecode, kernels interpreted), by vm-llvm (bytecode, kernels "
           "compiled) and by vm-compiled (functions and kernels compiled), gives the same to the bit or the same trap, and all of "
           "them take it. Cannot see what all of them do wrong: calls of builtins mean the same to all.",
    .scope = OracleScope::kModule,
    .judge = Judge,
};

}  // namespace assay
