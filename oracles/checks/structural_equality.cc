// structural_equality: a module equals itself, its copy, and itself under other names of variables, in both directions
// and by hash; with one thing changed it does not, and equals a copy of that.
#include "oracles/core/changes.h"
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kStructuralEquality;
namespace {

Finding Fired(FindingClass klass, std::string detail, FindingFacts facts = {}) {
  return MakeFinding(kStructuralEquality, nullptr, klass, std::move(detail), std::move(facts));
}

// The module against what must be the same to it; `change`: with which both were made, of `who`.
std::optional<Finding> JudgeSame(const ModuleRef& module, const ModuleRef& same, std::string_view who,
                                 std::optional<ChangeKind> change, OracleContext& oc) {
  for (bool swapped : {false, true}) {
    auto difference = swapped ? oc.subject.Difference(same, module) : oc.subject.Difference(module, same);
    if (!difference) continue;
    FindingFacts facts = FactsOf(*difference);
    facts.change = change;
    // The module itself has such a number.
    if (!change && difference->of_nan) facts.change = ChangeKind::kNotANumber;
    Finding finding =
        Fired(FindingClass::kDiffers,
              fmt::format("the module differs from {}{}, at {}\n{}", who, swapped ? " (asked the other way)" : "",
                          difference->text, oc.subject.Print(module)),
              std::move(facts));
    return WithSides(std::move(finding), SidesOf("the module", module, who, same, difference->text, oc));
  }
  if (oc.subject.Hash(module) == oc.subject.Hash(same)) return std::nullopt;
  Finding finding = Fired(FindingClass::kHashDiffers,
                          fmt::format("the module equals {}, and has another hash\n{}", who, oc.subject.Print(module)));
  return WithSides(std::move(finding), SidesOf("the module", module, who, same, "the hash", oc));
}

// What shares nothing with it.
Answer<ModuleRef> CopyOf(const ModuleRef& module, OracleContext& oc) {
  Answer<ModuleRef> copy = oc.subject.LoadAgain(module);
  return copy.ok() ? oc.subject.Separated(*copy) : copy;
}

std::optional<Finding> JudgeChange(const Change& change, size_t place, const ModuleRef& module, OracleContext& oc) {
  std::optional<Module> changed = MakeAt(change, place, oc.ctx, oc.c.module);
  Answer<ModuleRef> imported =
      changed ? oc.subject.Import(*changed) : Answer<ModuleRef>(Refusal{RefusalKind::kUnsupported, ""});
  if (!imported.ok()) return std::nullopt;
  bool seen = oc.subject.Difference(module, *imported).has_value();
  bool seen_swapped = oc.subject.Difference(*imported, module).has_value();
  if (seen && seen_swapped) {
    Answer<ModuleRef> copy = CopyOf(*imported, oc);
    return copy.ok() ? JudgeSame(*imported, *copy, fmt::format("its copy, where {}", ChangeName(change.kind)),
                                 change.kind, oc)
                     : std::nullopt;
  }
  // A reader may take both for one, such as a reshape to [0], which is to the size that it has.
  if (oc.subject.Traits().takes_text && oc.subject.Print(module) == oc.subject.Print(*imported)) return std::nullopt;
  Finding finding = Fired(FindingClass::kEqual,
                          fmt::format("the module {} it where {}\n{}\nand\n{}",
                                      seen == seen_swapped ? "counts as equal to" : "differs only one way from",
                                      ChangeName(change.kind), oc.subject.Print(module), oc.subject.Print(*imported)),
                          {.change = change.kind});
  return WithSides(std::move(finding),
                   SidesOf("the module", module, fmt::format("where {}", ChangeName(change.kind)), *imported, "", oc));
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  Answer<ModuleRef> module = oc.Original();
  if (!module.ok()) return FromRefusal(kStructuralEquality, nullptr, module.refusal());
  Answer<ModuleRef> copy = CopyOf(*module, oc);
  Answer<ModuleRef> renamed = oc.subject.Import(WithOtherVariables(oc.ctx, oc.c.module));
  if (!copy.ok()) return FromRefusal(kStructuralEquality, nullptr, copy.refusal());
  if (!renamed.ok()) return FromRefusal(kStructuralEquality, nullptr, renamed.refusal());
  if (auto finding = JudgeSame(*module, *module, "itself", std::nullopt, oc)) return *finding;
  if (auto finding = JudgeSame(*module, *copy, "its copy", std::nullopt, oc)) return *finding;
  if (auto finding = JudgeSame(*module, *renamed, "itself under other names of variables", std::nullopt, oc))
    return *finding;
  std::span<const Change> changes = VisibleChanges();
  for (size_t i = 0; i < changes.size() * kChangePlaces; ++i) {
    if (!oc.settings.Asks(i, kChangePlaces)) continue;
    if (auto finding = JudgeChange(changes[i / kChangePlaces], i % kChangePlaces, *module, oc)) return *finding;
  }
  return Agree{};
}

}  // namespace

const OracleSpec kStructuralEquality = {
    .name = "structural_equality",
    .doc =
        "A module equals itself, its copy and itself under other names of variables, whichever is asked, and their "
        "hashes "
        "are equal; it differs from itself with one thing changed, and that equals its own copy. Cannot see a "
        "difference that no such change makes.",
    .scope = OracleScope::kModule,
    .one_in = 6,
    .one_in_elsewhere = 16,
    .one_in_swept = 16,
    .judge = Judge,
};

}  // namespace assay
