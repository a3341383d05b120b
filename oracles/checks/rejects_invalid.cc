// rejects_invalid: the checker takes the module, and none in which a rule of well-formedness is broken.
#include "ir/check/well_formed.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/core/changes.h"
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kRejectsInvalid;
namespace {

// A campaign breaks one rule in so many, at one place.
constexpr uint64_t kOneInRules = 8 * kChangePlaces;

// Text cannot say all of it: that two functions share a variable, for one. And a reader may infer anew what was
// claimed.
bool IsBroken(Context& ctx, std::string text) {
  auto reread = ParseModule(ctx, "broken.py", std::move(text));
  return reread.ok() && !IsWellFormed(ctx, *reread);
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  Answer<ModuleRef> module = oc.Original();
  if (!module.ok()) return FromRefusal(kRejectsInvalid, nullptr, module.refusal());
  std::vector<Violation> violations = oc.subject.Violations(*module);
  if (!violations.empty()) return RejectedByChecker(kRejectsInvalid, *module, violations, oc);
  std::span<const Change> changes = BreakingChanges();
  for (size_t i = 0; i < changes.size() * kChangePlaces; ++i) {
    const Change& change = changes[i / kChangePlaces];
    if (!oc.settings.Asks(i, kOneInRules)) continue;
    if (oc.subject.Traits().takes_text && change.seen_by == SeenBy::kRules) continue;
    std::optional<Module> broken = MakeAt(change, i % kChangePlaces, oc.ctx, oc.c.module);
    if (broken && oc.subject.Traits().takes_text && !IsBroken(oc.ctx, PrintModule(*broken))) continue;
    Answer<ModuleRef> imported =
        broken ? oc.subject.Import(*broken) : Answer<ModuleRef>(Refusal{RefusalKind::kUnsupported, ""});
    if (!imported.ok() || !oc.subject.Violations(*imported).empty()) continue;
    if (oc.subject.Traits().takes_text && !IsBroken(oc.ctx, oc.subject.Print(*imported))) continue;
    // What rule a checker lacks, whatever the module.
    return WithSides(
        MakeFinding(kRejectsInvalid, nullptr, FindingClass::kAcceptsInvalid,
                    fmt::format("the checker takes a module in which {}\n{}", ChangeName(change.kind),
                                oc.subject.Print(*imported)),
                    {.change = change.kind}),
        SidesOf("well-formed", *module, fmt::format("where {}", ChangeName(change.kind)), *imported, "", oc));
  }
  return Agree{};
}

}  // namespace

const OracleSpec kRejectsInvalid = {
    .name = "rejects_invalid",
    .doc =
        "The checker takes the module, and refuses each that comes of breaking one rule in it. Cannot see rules that "
        "no "
        "such change breaks.",
    .scope = OracleScope::kModule,
    .one_in = 2,
    .one_in_elsewhere = 16,
    .one_in_swept = 32,
    .judge = Judge,
};

}  // namespace assay
