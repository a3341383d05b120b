#include "oracles/core/cause.h"

#include <fmt/format.h>

namespace assay {
namespace {

// By the rule where there is one, or else by the part of the frame, the subject's words or assay's kind of diagnostic.
Cause By(std::string_view who, const FindingFacts& facts, bool breaks_rule = false) {
  std::string what = facts.frame ? facts.frame->Text() : facts.normalized;
  if (!facts.rule.empty()) what = facts.rule.text();
  if (what.empty() && facts.diag) what = DiagKindName(*facts.diag);
  return what.empty() ? Cause{} : Cause{fmt::format("{}: {}", who, what), breaks_rule, std::string(who), facts.rule};
}

// Who left what the build cannot take, or how a pass or a checker calls a good module bad.
Cause OfRejection(const std::string& pass, const FindingFacts& facts) {
  if (!facts.ran_in_vain.empty()) return {facts.ran_in_vain + " has run"};
  if (facts.legalizes_late) return {"would compile if the build legalized once more"};
  // What the pass makes is ill-typed, which it notes itself. Which operator it is says nothing of who broke it.
  bool ill_typed = facts.refuser.empty() && !pass.empty() && facts.rule.IsOfOperator();
  return ill_typed ? BrokenRule(pass, Rule::kRelaxTypeCorrect)
                   : By(facts.refuser.empty() ? pass : facts.refuser, facts);
}

// Of two options of one pass, each may be wrong in its own way.
Cause OfOption(const Finding& finding) { return {fmt::format("{}: option {}", finding.pass, finding.facts.option)}; }

Cause OfRefusal(const FindingFacts& facts) {
  if (facts.arithmetic) return {facts.arithmetic->Text()};
  if (facts.field) return {"field " + facts.field->Text()};
  if (!facts.normalized.empty()) return {facts.normalized};
  if (!facts.step.empty() && !facts.rule.empty()) return BrokenRule(facts.step, facts.rule);
  return facts.refuser.empty() ? Cause{} : By(facts.refuser, facts);
}

// Who writes into what it is given.
Cause OfWriting(const std::string& pass, const FindingFacts& facts) {
  for (const std::string* who : {&facts.applied_by, &facts.normalized, &pass}) {
    if (!who->empty()) return {*who + " writes"};
  }
  return {};
}

Cause OfDifference(const Finding& finding, const FindingFacts& facts) {
  if (facts.change) return {fmt::format("equality of copies where {}", ChangeName(*facts.change))};
  if (!facts.difference || facts.difference->tail.empty()) return {};
  if (facts.lost_in_text) {
    const auto& dtypes = facts.difference->dtypes;
    // Whether a bool comes back as a number, or an integer as a wider one, is not one bug.
    std::string kinds = dtypes ? fmt::format(": {} as {}", DTypeName(dtypes->expected), DTypeName(dtypes->got)) : "";
    return {"round trip loses " + facts.difference->tail + kinds};
  }
  return facts.difference->of_objects
             ? Cause{fmt::format("{} {}: {}", finding.oracle, finding.pass, facts.difference->tail)}
             : Cause{};
}

}  // namespace

Cause BrokenRule(std::string_view by, const RuleLabel& rule) {
  return {fmt::format("{}: {}", by, rule.text()), true, std::string(by), rule};
}

Cause CauseOf(const Finding& finding) {
  const FindingFacts& facts = finding.facts;
  // An error of the subject's own names what is wrong, whatever move led there.
  bool of_subject = finding.klass == FindingClass::kInternal || finding.klass == FindingClass::kOneRefuses;
  bool in_its_words = of_subject && !facts.normalized.empty();
  if (!facts.move.empty() && in_its_words) return {facts.normalized};
  if (!facts.move.empty() || !facts.promise.empty()) return {facts.move.empty() ? facts.promise : facts.move};
  if (!facts.option.empty() && finding.klass != FindingClass::kInputChanged) return OfOption(finding);
  switch (finding.klass.row()) {
    case FindingClass::kIllFormed: return By(finding.pass, facts, true);
    case FindingClass::kFrameBroken: return By(finding.pass, facts);
    case FindingClass::kPromiseBroken:
      if (!facts.attribute.empty()) return {fmt::format("{}: attribute {}", finding.pass, facts.attribute)};
      return OfRefusal(facts);
    case FindingClass::kInputChanged: return OfWriting(finding.pass, facts);
    case FindingClass::kTextDiffers: return {"text of " + facts.reads};
    case FindingClass::kRejectsValid: return OfRejection(finding.pass, facts);
    case FindingClass::kAcceptsInvalid: return {std::string(facts.change ? ChangeName(*facts.change) : "")};
    case FindingClass::kDiffers: return OfDifference(finding, facts);
    case FindingClass::kUnsound: return {facts.op};
    default: return facts.op.empty() ? OfRefusal(facts) : Cause{"inference of " + facts.op};
  }
}

}  // namespace assay
