#include "fuzzers/campaign/blamed_step.h"

#include <optional>

#include "generators/moves/move.h"
#include "oracles/core/divergence.h"
#include "oracles/core/relations.h"
#include "oracles/core/tolerance.h"

namespace assay {
namespace {

// A build that ends says itself who ended it.
bool IsOfBuildsResults(const Finding& finding) {
  bool of_results = finding.klass == FindingClass::kDiffers || finding.klass == FindingClass::kTypeDiffers ||
                    finding.klass == FindingClass::kTrap;
  return of_results && finding.pass.empty() && LooksAtRuns(finding.oracle);
}

// The step behind which the run on these inputs parts from the reference; a build that ends says nothing of results.
std::string StepOn(Context& ctx, Subject& subject, const Case& c, const std::vector<Value>& inputs,
                   const Budget& budget) {
  auto reference = RunReference(ctx, c.module, c.entry, {inputs}, budget);
  if (!reference.ok() || !std::holds_alternative<Value>((*reference)[0].outcome)) return "";
  if (subject.Traits().rounds_otherwise) AddRunsOfOthers(ctx, c.module, c.entry, inputs, budget, (*reference)[0]);
  auto steps = FindDivergenceIn(ctx, subject, c.module, c.entry, inputs, (*reference)[0], budget);
  return steps.ok() && steps->first && !steps->first->ends ? steps->first->pass : "";
}

std::string StepOnAny(Context& ctx, Subject& subject, const Case& c) {
  const Budget budget = OracleSettings().budget;
  for (const std::vector<Value>& inputs : c.inputs) {
    std::string step = StepOn(ctx, subject, c, inputs, budget);
    if (!step.empty()) return step;
  }
  return "";
}

// The case of what the move made of its module, on which alone the finding may show.
std::optional<Case> CaseMoved(Context& ctx, const Case& reduced, const Finding& finding) {
  const MoveSpec* move = FindMove(finding.facts.move);
  std::optional<Module> rewritten = move == nullptr ? std::nullopt : Rewritten(ctx, reduced, {&move, 1});
  if (!rewritten) return std::nullopt;
  Case moved = reduced;
  moved.module = *rewritten;
  return moved;
}

}  // namespace

std::string BlamedStep(Context& ctx, Subject& subject, const Case& reduced, const Finding& finding) {
  if (!IsOfBuildsResults(finding)) return "";
  subject.Enter(reduced.config);
  std::string step = StepOnAny(ctx, subject, reduced);
  std::optional<Case> moved = step.empty() ? CaseMoved(ctx, reduced, finding) : std::nullopt;
  return moved ? StepOnAny(ctx, subject, *moved) : step;
}

bool BlameStep(Context& ctx, Subject& subject, const Case& reduced, Finding& finding,
               FunctionRef<bool(const Finding&)> on_file) {
  if (on_file(finding) || subject.Traits().names_faults) return false;
  std::string step = BlamedStep(ctx, subject, reduced, finding);
  if (!step.empty()) finding.pass = step;
  return !step.empty();
}

}  // namespace assay
