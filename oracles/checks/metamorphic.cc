// metamorphic: a pass and the build do with a module under other names, in another order and with unused doubles of its
// functions, what they do with the module itself.
#include "oracles/core/pass_oracles.h"
#include "oracles/core/relations.h"
#include "oracles/core/results.h"

namespace assay {
extern const OracleSpec kMetamorphic;
namespace {

std::string_view Who(const PassCall* pass) { return pass == nullptr ? "the build" : pass->pass->name; }

// The module as it is and under other names, for readers.
Finding WithForms(Finding finding, const Answer<ModuleRef>& plain, const Answer<ModuleRef>& disguised,
                  std::string where, OracleContext& oc) {
  if (!plain.ok() || !disguised.ok()) return finding;
  return WithSides(std::move(finding),
                   SidesOf("the module", *plain, "under other names", *disguised, std::move(where), oc));
}

// Both refuse, or both accept and leave something well-formed; `forms` are what they were given.
Verdict CompareAnswers(const PassCall* pass, const Answer<ModuleRef>& plain, const Answer<ModuleRef>& disguised,
                       const std::pair<Answer<ModuleRef>, Answer<ModuleRef>>& forms, OracleContext& oc) {
  if (!plain.ok() && !disguised.ok()) return FromRefusal(kMetamorphic, pass, plain.refusal());
  if (plain.ok() != disguised.ok()) {
    const Refusal& refusal = plain.ok() ? disguised.refusal() : plain.refusal();
    // Where modules go over as text, the reader may refuse one of two, and a pass in front of this one, too: neither is
    // this pass's doing.
    bool reached = forms.first.ok() && forms.second.ok() && refusal.kind != RefusalKind::kCannot &&
                   refusal.kind != RefusalKind::kNeeds;
    if (!reached && oc.subject.Traits().takes_text) return FromRefusal(kMetamorphic, pass, refusal);
    Finding finding =
        MakeFinding(kMetamorphic, pass, FindingClass::kOneRefuses,
                    fmt::format("{} {} the module and {} it under other names: {}", Who(pass),
                                plain.ok() ? "takes" : "refuses", plain.ok() ? "refuses" : "takes", refusal.message),
                    FactsOf(refusal));
    return WithForms(std::move(finding), forms.first, forms.second,
                     plain.ok() ? "the right one is refused" : "the left one is refused", oc);
  }
  std::vector<Violation> violations = oc.subject.Violations(*disguised);
  if (violations.empty() || !oc.subject.Violations(*plain).empty()) return Agree{};
  Finding finding = MakeFinding(kMetamorphic, pass, FindingClass::kIllFormed,
                                fmt::format("under other names {} leaves: {}\n{}", Who(pass),
                                            violations.front().message, oc.subject.Print(*disguised)),
                                FactsOf({violations.data(), 1}, oc.subject));
  return WithForms(std::move(finding), plain, disguised, violations.front().message, oc);
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  if (oc.c.module.entries.empty()) return Agree{};
  Case disguised = RenamedVariant(oc.ctx, oc.c, pass);
  OracleContext other(oc.ctx, oc.subject, disguised);
  Answer<ModuleRef> plain = pass == nullptr ? oc.LoweredOf() : oc.OutputOf(*pass);
  Answer<ModuleRef> changed = pass == nullptr ? other.LoweredOf() : other.OutputOf(*pass);
  Verdict verdict = CompareAnswers(pass, plain, changed, {oc.Original(), other.Original()}, oc);
  if (!std::holds_alternative<Agree>(verdict) || pass != nullptr || oc.c.inputs.empty()) return verdict;
  // Results are looked at once, after the whole build; the reference is the plain module's.
  auto call = [&](const ProgramRef& program, std::span<const Value> args) {
    return oc.subject.Run(program, disguised.entry, args, oc.settings.budget);
  };
  return CompareRunsWithReference(kMetamorphic, nullptr, *changed, Interpreted(oc), oc, call);
}

}  // namespace

const OracleSpec kMetamorphic = {
    .name = "metamorphic",
    .doc =
        "A pass takes, and leaves well-formed, a module whose functions have other names, stand in another order and "
        "are "
        "there twice, exactly when it does so with the module itself; and what is built of it gives the same results. "
        "Cannot see what depends on anything else.",
    .scope = OracleScope::kBoth,
    .one_in = 6,
    .one_in_elsewhere = 8,
    .one_in_swept = 16,
    .looks_at_runs = true,
    .other_form = OtherForm::kRenamed,
    .judge = Judge,
};

}  // namespace assay
