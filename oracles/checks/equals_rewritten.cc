// equals_rewritten: what is built of a module gives the same results after moves that keep them (generators/moves):
// values that are transposed and turned back, calls that become functions, loops that are split.
#include "oracles/core/pass_oracles.h"
#include "oracles/core/relations.h"
#include "oracles/core/results.h"
#include "oracles/core/types_of_values.h"

namespace assay {
extern const OracleSpec kEqualsRewritten;
namespace {

// What is built of the other form of the case, against the case's own reference.
Verdict Compare(const Module& module, OracleContext& oc) {
  Case rewritten{module, oc.c.entry, oc.c.inputs, {}, oc.c.config};
  OracleContext other(oc.ctx, oc.subject, rewritten);
  Answer<ModuleRef> lowered = other.LoweredOf();
  if (!lowered.ok()) {
    // Of another implementation the rules that its build breaks are counted once, by well_formed_after_pass.
    if (lowered.refusal().kind == RefusalKind::kCannot && oc.subject.Traits().takes_text)
      return FromRefusal(kEqualsRewritten, nullptr, lowered.refusal());
    // An error of the subject's own goes by its words, whatever move led there.
    if (FaultOf(lowered.refusal())) return FromRefusal(kEqualsRewritten, nullptr, lowered.refusal());
    // What has no kernel is refused by one step of the build or by a later one.
    Answer<ModuleRef> before = oc.LoweredOf();
    if (before.ok() && !oc.subject.Build(*before, Interpreted(oc)).ok())
      return Skip{SkipKind::kNotToBlame, "neither form can be compiled"};
    Finding finding =
        MakeFinding(kEqualsRewritten, nullptr, FindingClass::kOneRefuses,
                    fmt::format("the build takes the module and refuses it rewritten: {}", lowered.refusal().message),
                    FactsOf(lowered.refusal()));
    Answer<ModuleRef> plain = oc.Original(), moved = other.Original();
    return plain.ok() && moved.ok()
               ? WithSides(std::move(finding), SidesOf("taken", *plain, "rewritten, and refused", *moved, "", oc))
               : finding;
  }
  return CompareRunsWithReference(kEqualsRewritten, nullptr, *lowered, Interpreted(oc), oc);
}

// The first move that shows the finding alone gives it its cause.
Verdict Blamed(Finding finding, OracleContext& oc) {
  for (const MoveSpec* move : KeepingMoves()) {
    std::optional<Module> module = Rewritten(oc.ctx, oc.c, {&move, 1});
    Verdict verdict = module ? Compare(*module, oc) : Verdict(Agree{});
    const auto* alone = std::get_if<Finding>(&verdict);
    if (alone == nullptr || alone->klass != finding.klass) continue;
    finding.facts.move = move->name;
    finding.detail = fmt::format("after {}: {}", move->name, alone->detail);
    finding.sides = alone->sides;
    return finding;
  }
  finding.detail = fmt::format("after all moves, one after the other: {}", finding.detail);
  return finding;
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
  Answer<ModuleRef> plain = oc.LoweredOf();
  if (!plain.ok()) return FromRefusal(kEqualsRewritten, nullptr, plain.refusal());
  std::optional<Module> module = Rewritten(oc.ctx, oc.c, KeepingMoves());
  if (!module) return Skip{SkipKind::kNotApplicable, "no move fits"};
  Verdict verdict = Compare(*module, oc);
  const auto* finding = std::get_if<Finding>(&verdict);
  if (finding == nullptr) return verdict;
  // A move that says of a value what its variable says of it makes a check of that, which fails, or memory of that
  // shape.
  bool of_shapes = finding->klass == FindingClass::kTrap || finding->klass == FindingClass::kTypeDiffers;
  if (of_shapes && DeclaresExtentsOfNoValue(oc.ctx, oc.c.module))
    return Skip{SkipKind::kUndefined, std::string(kExtentsOfNoValue)};
  return Blamed(*finding, oc);
}

}  // namespace

const OracleSpec kEqualsRewritten = {
    .name = "equals_rewritten",
    .doc =
        "What is built of the module gives the same results after every move that keeps results was made, one after "
        "the "
        "other. Cannot see what both forms have in common.",
    .scope = OracleScope::kModule,
    .one_in = 8,
    .one_in_swept = 32,
    .looks_at_runs = true,
    .other_form = OtherForm::kMoved,
    .judge = Judge,
};

}  // namespace assay
