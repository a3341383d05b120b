#include "oracles/core/modes.h"

#include <algorithm>

#include "oracles/core/budget_margin.h"

namespace assay {

bool HasEngine(const Subject& subject, std::string_view name) {
  std::vector<std::string> engines = subject.Engines();
  return std::ranges::find(engines, name) != engines.end();
}

std::optional<Finding> OneTakesFarMore(const OracleSpec& oracle, size_t inputs, const Outcome& want, const Mode& mode,
                                       const Outcome& got, OracleContext& oc) {
  const Budget& budget = oc.settings.budget;
  std::string interpreter(oc.subject.Traits().interpreted);
  auto within = [&](const ProgramRef& program, const Budget& share) {
    return oc.subject.Run(program, oc.c.entry, oc.c.inputs[inputs], share);
  };
  auto interpret = [&](const Budget& share) -> Outcome {
    Answer<ModuleRef> module = oc.LoweredOf();
    Answer<ProgramRef> program = module.ok() ? oc.subject.Build(*module, Interpreted(oc)) : module.refusal();
    return program.ok() ? within(*program, share) : Outcome(Refused{program.refusal().message});
  };
  auto other_way = [&](const Budget& share) { return within(mode.program, share); };
  bool mode_is_slow = TakesFarMore(got, budget, kStepsOfAnotherEngine, interpret);
  if (!mode_is_slow && !TakesFarMore(want, budget, kStepsOfAnotherEngine, other_way)) return std::nullopt;
  std::string said = mode_is_slow ? FarMoreText(mode.name, interpreter, budget, kStepsOfAnotherEngine)
                                  : FarMoreText(interpreter, mode.name, budget, kStepsOfAnotherEngine);
  return WithSides(MakeFinding(oracle, nullptr, FindingClass::kSlow, fmt::format("inputs {}: {}", inputs, said)),
                   SidesOf(interpreter, want, mode.name, got));
}

Verdict CompareModes(const OracleSpec& oracle, std::span<const Mode> modes, OracleContext& oc) {
  const Answer<std::vector<Outcome>>& interpreted = oc.InterpretedOf();
  if (!interpreted.ok()) return FromRefusal(oracle, nullptr, interpreted.refusal());
  bool compared = false;
  // The last first: a program gives the same whatever it was run on before.
  for (size_t i = oc.c.inputs.size(); i-- > 0;) {
    const Outcome& want = (*interpreted)[i];
    // Machine code does not see it.
    if (IsUndefined(want)) continue;
    if (std::holds_alternative<Refused>(want) && !oc.subject.Traits().tells_traps) continue;
    bool spent = std::holds_alternative<OutOfBudget>(want);
    compared |= !spent;
    for (const Mode& mode : modes) {
      Outcome got = oc.subject.Run(mode.program, oc.c.entry, oc.c.inputs[i], oc.settings.budget);
      if (auto slow = OneTakesFarMore(oracle, i, want, mode, got, oc)) return *slow;
      auto mismatch = CompareBits(got, want);
      if (!mismatch || spent || std::holds_alternative<OutOfBudget>(got)) continue;
      std::string said =
          fmt::format("{} against {}, inputs {}: {}", mode.name, oc.subject.Traits().interpreted, i, mismatch->what);
      return WithSides(MakeFinding(oracle, nullptr, FindingClass::kBitsDiffer, said),
                       SidesOf(oc.subject.Traits().interpreted, want, mode.name, got));
    }
  }
  if (compared) return Agree{};
  return Skip{SkipKind::kNotApplicable, "no inputs that the functions have a result for"};
}

}  // namespace assay
