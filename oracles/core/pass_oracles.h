// What the oracles that look at one pass share: fresh inputs, and words for what a pass answered.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "oracles/core/oracle.h"
#include "vm/reference/type_match.h"

namespace assay {

inline Finding MakeFinding(const OracleSpec& oracle, const PassCall* pass, FindingClass klass, std::string detail,
                           FindingFacts facts = {}) {
  return {std::string(oracle.name), pass == nullptr ? "" : std::string(pass->pass->name), klass, std::move(detail), {},
          std::move(facts)};
}
inline Finding WithSides(Finding finding, Sides sides) {
  finding.sides = std::move(sides);
  return finding;
}
// What two runs gave: the elements that differ, or the types of values where these do.
inline Sides SidesOf(std::string_view expected_title, const Outcome& expected, std::string_view got_title,
                     const Outcome& got) {
  const auto *want = std::get_if<Value>(&expected), *value = std::get_if<Value>(&got);
  Sides sides = want != nullptr && value != nullptr ? ElementsThatDiffer(*want, *value)
                                                    : Sides{.expected = Describe(expected), .got = Describe(got)};
  if (sides.empty()) {
    sides.expected = TypeText(*want);
    sides.got = TypeText(*value);
  }
  sides.expected_title = expected_title;
  sides.got_title = got_title;
  return sides;
}
// One of two ways takes what the other refuses.
inline Sides TakenAndRefused(std::string_view taken_by, std::string_view refused_by, const std::string& refusal) {
  return {.expected_title = std::string(taken_by),
          .got_title = std::string(refused_by),
          .expected = "takes the module",
          .got = "refuses it: " + refusal};
}
// What a refusal tells of the fault; `with_words`: also what the subject says, where the oracle goes by that.
inline FindingFacts FactsOf(const Refusal& refusal, bool with_words = true) {
  return {.rule = refusal.rule,
          .step = refusal.step,
          .diag = refusal.diag,
          .said = refusal.message,
          .normalized = with_words ? refusal.cause : ""};
}
inline FindingFacts FactsOf(const ModuleDifference& difference) {
  return {.difference = difference, .said = difference.text};
}
// What an engine refuses that another one takes.
inline FindingFacts RefusedBy(std::string_view engine, const Refusal& refusal) {
  FindingFacts facts = FactsOf(refusal);
  facts.refuser = engine;
  return facts;
}
// What violations tell of which the first counts, where the subject names its rules.
inline FindingFacts FactsOf(std::span<const Violation> violations, const Subject& subject) {
  std::string said = InWords(violations);
  const RuleLabel& rule = violations.front().rule;
  return {.rule = rule, .said = said, .normalized = rule.empty() ? subject.NormalizedMessage(said) : ""};
}
// Whether a refusal is a broken promise of the subject, rather than a no; nothing where it is not.
inline std::optional<FindingClass> FaultOf(const Refusal& refusal) {
  if (refusal.kind == RefusalKind::kInternal) return FindingClass::kInternal;
  if (refusal.kind == RefusalKind::kCrash) return FindingClass::kCrash;
  if (refusal.kind == RefusalKind::kHang) return FindingClass::kHang;
  return std::nullopt;
}
// A refusal is no agreement and no bug, unless it is a broken promise of the subject itself or its end.
inline Verdict FromRefusal(const OracleSpec& oracle, const PassCall* pass, const Refusal& refusal) {
  if (auto klass = FaultOf(refusal)) return MakeFinding(oracle, pass, *klass, refusal.message, FactsOf(refusal));
  return Skip{SkipKind::kRefused, refusal.cause.empty() ? refusal.message : refusal.cause, refusal.kind};
}

// Two modules that should be alike, or one before and behind what was done to it.
inline Sides SidesOf(std::string_view expected_title, const ModuleRef& expected, std::string_view got_title,
                     const ModuleRef& got, std::string where, OracleContext& oc) {
  return {.expected_title = std::string(expected_title),
          .got_title = std::string(got_title),
          .expected = oc.subject.Print(expected),
          .got = oc.subject.Print(got),
          .where = std::move(where)};
}

// `before`: what the step was given.
inline Finding IllFormedAfter(const OracleSpec& oracle, const OracleContext::Step& step,
                              const Answer<ModuleRef>& before, OracleContext& oc) {
  std::string said = InWords(step.violations);
  Finding finding =
      MakeFinding(oracle, &step.pass, FindingClass::kIllFormed,
                  fmt::format("after {}: {}\n{}", step.pass.pass->name, said, oc.subject.Print(*step.module)),
                  FactsOf(step.violations, oc.subject));
  return before.ok()
             ? WithSides(std::move(finding), SidesOf("before", *before, fmt::format("after {}", step.pass.pass->name),
                                                     *step.module, said, oc))
             : finding;
}
// The checker takes no module that is well-formed.
inline Finding RejectedByChecker(const OracleSpec& oracle, const ModuleRef& module,
                                 const std::vector<Violation>& violations, OracleContext& oc) {
  FindingFacts facts = FactsOf({violations.data(), 1}, oc.subject);
  facts.refuser = "checker";
  return MakeFinding(
      oracle, nullptr, FindingClass::kRejectsValid,
      fmt::format("the module is well-formed, but: {}\n{}", violations.front().message, oc.subject.Print(module)),
      std::move(facts));
}
// What a pipeline that no other oracle follows step by step does wrong: where a step breaks a rule, that is why.
inline Finding AtItsStep(const OracleSpec& oracle, Finding finding, std::span<const PassCall> pipeline,
                         OracleContext& oc) {
  std::optional<OracleContext::Step> step = oc.IllFormedStepOf(pipeline);
  return step ? IllFormedAfter(oracle, *step, oc.Original(), oc) : finding;
}

// How the subject runs what its build pipeline makes: interpreted, or as machine code, which takes the least.
inline BuildOptions Interpreted(const OracleContext& oc) {
  return {.engine = std::string(oc.subject.Traits().interpreted), .lowered = true};
}
inline BuildOptions Compiled(const OracleContext& oc, bool lowered = true) {
  return {.engine = std::string(oc.subject.Traits().compiled), .lowered = lowered};
}

}  // namespace assay
