// idempotent: p(p(m)) equals p(m) for every pass whose contract says so.
#include "oracles/core/pass_oracles.h"
#include "passes/tir/tir_passes.h"

namespace assay {
extern const OracleSpec kIdempotent;
namespace {

bool Promised(const PassSpec& pass, const Module& module) {
  return pass.idempotent || (pass.idempotent_on != nullptr && pass.idempotent_on(module));
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  if (!Promised(*pass->pass, oc.c.module)) return Agree{};
  if (!oc.subject.Traits().checks_needs && IsTirPass(*pass->pass))
    return Skip{SkipKind::kNotApplicable, "the subject promises it of no TIR pass"};
  Answer<ModuleRef> once = oc.OutputOf(*pass);
  if (!once.ok()) return FromRefusal(kIdempotent, pass, once.refusal());
  // What it leaves as it was is its input, of which `deterministic` says that the pass makes the same again.
  if (!oc.Changed(*pass)) return Agree{};
  // Serialised and reloaded, so that the second application cannot profit from objects of the first.
  Answer<ModuleRef> reloaded = oc.subject.SaveAndLoad(*once);
  if (!reloaded.ok())
    return WithSides(MakeFinding(kIdempotent, pass, FindingClass::kUnloadable, reloaded.refusal().message,
                                 FactsOf(reloaded.refusal(), false)),
                     TakenAndRefused("saved", "loaded", reloaded.refusal().message));
  Answer<ModuleRef> twice = oc.subject.ApplyDirect(*pass, *reloaded);
  if (!twice.ok()) {
    return WithSides(
        MakeFinding(kIdempotent, pass, FindingClass::kSecondRefuses,
                    fmt::format("{} refuses its own output: {}", pass->pass->name, twice.refusal().message),
                    FactsOf(twice.refusal())),
        TakenAndRefused("once", "twice", twice.refusal().message));
  }
  std::optional<ModuleDifference> difference = oc.subject.Difference(*once, *twice);
  if (!difference) return Agree{};
  std::string first = oc.subject.Print(*once), second = oc.subject.Print(*twice);
  return WithSides(
      MakeFinding(kIdempotent, pass, FindingClass::kDiffers,
                  fmt::format("{} applied twice is not {} applied once, at {}\nonce:\n{}\ntwice:\n{}", pass->pass->name,
                              pass->pass->name, difference->text, first, second),
                  FactsOf(*difference)),
      {.expected_title = "once", .got_title = "twice", .expected = first, .got = second, .where = difference->text});
}

}  // namespace

const OracleSpec kIdempotent = {
    .name = "idempotent",
    .doc =
        "Applying a pass to its own output (serialised and reloaded) changes nothing, for passes whose contract says "
        "so. "
        "Cannot see a pass that is wrong in the same way each time.",
    .scope = OracleScope::kPass,
    .applies = [](const PassSpec& pass) { return pass.idempotent || pass.idempotent_on != nullptr; },
    .judge = Judge,
};

}  // namespace assay
