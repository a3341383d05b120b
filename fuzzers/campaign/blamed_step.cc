#include "fuzzers/campaign/blamed_step.h"

#include "oracles/core/divergence.h"
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

}  // namespace

std::string BlamedStep(Context& ctx, Subject& subject, const Case& reduced, const Finding& finding) {
  if (!IsOfBuildsResults(finding)) return "";
  const Budget budget = OracleSettings().budget;
  subject.Enter(reduced.config);
  for (const std::vector<Value>& inputs : reduced.inputs) {
    std::string step = StepOn(ctx, subject, reduced, inputs, budget);
    if (!step.empty()) return step;
  }
  return "";
}

}  // namespace assay
