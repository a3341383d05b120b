// interpreted_equals_compiled: the module interpreted as it was written agrees with the module built and run, by
// kernels interpreted and by kernels compiled; and these two agree to the bit.
#include "oracles/core/modes.h"

namespace assay {
extern const OracleSpec kInterpretedEqualsCompiled;
namespace {

// The interpreted kernels against the compiled ones, bit for bit.
Verdict CompareKernels(const ModuleRef& module, OracleContext& oc) {
  const Answer<std::vector<Outcome>>& interpreted = oc.InterpretedOf();
  Answer<ProgramRef> compiled = oc.subject.Build(module, Compiled(oc));
  if (!interpreted.ok()) return FromRefusal(kInterpretedEqualsCompiled, nullptr, interpreted.refusal());
  if (!compiled.ok()) return FromRefusal(kInterpretedEqualsCompiled, nullptr, compiled.refusal());
  for (size_t i = 0; i < oc.c.inputs.size(); ++i) {
    const Outcome& want = (*interpreted)[i];
    const Outcome& got = oc.RunOf(*compiled, i);
    Mode mode{std::string(oc.subject.Traits().compiled), *compiled};
    if (auto slow = OneTakesFarMore(kInterpretedEqualsCompiled, i, want, mode, got, oc)) return *slow;
    if (std::holds_alternative<OutOfBudget>(want) || std::holds_alternative<OutOfBudget>(got)) continue;
    if (IsUndefined(want)) continue;
    if (auto mismatch = CompareBits(got, want)) {
      return WithSides(MakeFinding(kInterpretedEqualsCompiled, nullptr, FindingClass::kBitsDiffer,
                                   fmt::format("{} against {}, inputs {}: {}", oc.subject.Traits().compiled,
                                               oc.subject.Traits().interpreted, i, mismatch->what),
                                   {.negative_extent = MeetsNegativeExtent(got) || MeetsNegativeExtent(want)}),
                       SidesOf(oc.subject.Traits().interpreted, want, oc.subject.Traits().compiled, got));
    }
  }
  return Agree{};
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  Answer<ModuleRef> module = oc.LoweredOf();
  if (!module.ok()) return FromRefusal(kInterpretedEqualsCompiled, nullptr, module.refusal());
  Verdict verdict = CompareRunsWithReference(kInterpretedEqualsCompiled, nullptr, *module, Compiled(oc), oc);
  if (!std::holds_alternative<Agree>(verdict)) return verdict;
  // A subject may have no interpreter.
  if (oc.subject.Traits().compiled == oc.subject.Traits().interpreted) return verdict;
  return CompareKernels(*module, oc);
}

}  // namespace

const OracleSpec kInterpretedEqualsCompiled = {
    .name = "interpreted_equals_compiled",
    .doc =
        "relax-reference on the module as written against vm-llvm on what the build pipeline makes of it, within "
        "derived "
        "bounds; tir-reference against vm-llvm to the bit. Cannot see a mistake that inference or the scalar "
        "arithmetic, which "
        "both use, makes.",
    .scope = OracleScope::kModule,
    .one_in_elsewhere = 4,
    .looks_at_runs = true,
    .judge = Judge,
};

}  // namespace assay
