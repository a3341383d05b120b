#include "oracles/core/modes.h"

#include <algorithm>

namespace assay {

bool HasEngine(const Subject& subject, std::string_view name) {
  std::vector<std::string> engines = subject.Engines();
  return std::ranges::find(engines, name) != engines.end();
}

Verdict CompareModes(const OracleSpec& oracle, std::span<const Mode> modes, OracleContext& oc) {
  const Answer<std::vector<Outcome>>& interpreted = oc.InterpretedOf();
  if (!interpreted.ok()) return FromRefusal(oracle, nullptr, interpreted.refusal());
  bool compared = false;
  // The last first: a program gives the same whatever it was run on before.
  for (size_t i = oc.c.inputs.size(); i-- > 0;) {
    const Outcome& want = (*interpreted)[i];
    // Machine code does not see it.
    if (IsUndefined(want) || std::holds_alternative<OutOfBudget>(want)) continue;
    if (std::holds_alternative<Refused>(want) && !oc.subject.Traits().tells_traps) continue;
    compared = true;
    for (const Mode& mode : modes) {
      Outcome got = oc.subject.Run(mode.program, oc.c.entry, oc.c.inputs[i], oc.settings.budget);
      auto mismatch = CompareBits(got, want);
      if (!mismatch || std::holds_alternative<OutOfBudget>(got)) continue;
      std::string said =
          fmt::format("{} against {}, inputs {}: {}", mode.name, oc.subject.Traits().interpreted, i, mismatch->what);
      return WithSides(MakeFinding(oracle, nullptr, FindingClass::kBitsDiffer, said),
                       SidesOf(oc.subject.Traits().interpreted, want, mode.name, got));
    }
  }
  if (compared) return Agree{};
  return Skip{"no inputs that the functions have a result for"};
}

}  // namespace assay
