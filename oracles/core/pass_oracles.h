// What the oracles that look at one pass share: fresh inputs, and words for what a pass answered.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "oracles/core/oracle.h"

namespace assay {

inline Finding MakeFinding(const OracleSpec& oracle, const PassCall* pass, std::string_view klass, std::string detail) {
  return {std::string(oracle.name), pass == nullptr ? "" : std::string(pass->pass->name), std::string(klass),
          std::move(detail), {}, {}};
}
inline Finding MakeFinding(const OracleSpec& oracle, const PassCall* pass, std::string_view klass, std::string detail,
                           std::string cause) {
  Finding finding = MakeFinding(oracle, pass, klass, std::move(detail));
  finding.cause = std::move(cause);
  return finding;
}
// Whether a refusal is a broken promise of the subject, rather than a no.
inline bool IsFault(const Refusal& refusal) {
  return refusal.kind == "internal" || refusal.kind == "crash" || refusal.kind == "hang";
}
// A refusal is no agreement and no bug, unless it is a broken promise of the subject itself or its end.
inline Verdict FromRefusal(const OracleSpec& oracle, const PassCall* pass, const Refusal& refusal) {
  if (IsFault(refusal)) return MakeFinding(oracle, pass, refusal.kind, refusal.message, refusal.cause);
  return Skip{fmt::format("refused ({}): {}", refusal.kind, refusal.cause.empty() ? refusal.message : refusal.cause)};
}

inline Finding IllFormedAfter(const OracleSpec& oracle, const OracleContext::Step& step, OracleContext& oc) {
  return MakeFinding(oracle, &step.pass, "ill_formed",
                     fmt::format("after {}: {}\n{}", step.pass.pass->name, fmt::join(step.violations, "; "), oc.subject.Print(*step.module)));
}
// What a pipeline that no other oracle follows step by step does wrong: where a step breaks a rule, that is why.
inline Finding AtItsStep(const OracleSpec& oracle, Finding finding, const Case& c, std::span<const PassCall> pipeline, OracleContext& oc) {
  std::optional<OracleContext::Step> step = oc.IllFormedStepOf(c, pipeline);
  return step ? IllFormedAfter(oracle, *step, oc) : finding;
}

// How the subject runs what its build pipeline makes: interpreted, or as machine code, which takes the least.
inline BuildOptions Interpreted(const OracleContext& oc) {
  return {.engine = std::string(oc.subject.Traits().interpreted), .lowered = true};
}
inline BuildOptions Compiled(const OracleContext& oc, bool lowered = true) {
  return {.engine = std::string(oc.subject.Traits().compiled), .lowered = lowered};
}

}  // namespace assay
