#include "fuzzers/campaign/blamed_step.h"

#include <algorithm>
#include <optional>
#include <vector>

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

// The case of what the move made of its module, or all that keep results, on which alone the finding may show.
std::optional<Case> CaseMoved(Context& ctx, const Case& reduced, const Finding& finding) {
  std::vector<const MoveSpec*> moves;
  if (const MoveSpec* move = FindMove(finding.facts.move)) moves = {move};
  if (moves.empty() && FormOf(finding.oracle) == OtherForm::kMoved) moves = KeepingMoves();
  std::optional<Module> rewritten = moves.empty() ? std::nullopt : Rewritten(ctx, reduced, moves);
  if (!rewritten) return std::nullopt;
  Case moved = reduced;
  moved.module = *rewritten;
  return moved;
}

// Of modules that go from one subject to another as text.
class StepsInTurn {
 public:
  StepsInTurn(Subject& subject, size_t last) : subject_(subject), pipeline_(subject.BuildPipeline()), last_(last) {}

  // What step `i` makes of a module; a refusal also where that is ill-formed.
  Answer<ModuleRef> Apply(size_t i, const ModuleRef& module) {
    Answer<ModuleRef> after = subject_.ApplyDirect(pipeline_[i], module);
    if (!after.ok()) return after;
    std::vector<Violation> violations = subject_.Violations(*after);
    if (!violations.empty()) return Refusal{RefusalKind::kCannot, violations.front().message};
    return after;
  }

  // Whether the subject reads the text and goes on from it, through the last step, or through code generation behind
  // them all.
  bool GoesThrough(size_t first, std::string_view text) {
    Answer<ModuleRef> module = subject_.Parse(text);
    for (size_t i = first; module.ok() && i < std::min(last_ + 1, pipeline_.size()); ++i) module = Apply(i, *module);
    return module.ok() && (last_ < pipeline_.size() || Generates(*module));
  }

 private:
  bool Generates(const ModuleRef& module) {
    return subject_.Build(module, {.engine = std::string(subject_.Traits().compiled), .lowered = true}).ok();
  }

  Subject& subject_;
  std::vector<PassCall> pipeline_;
  size_t last_;
};

// Where in the build a pass stands, behind all where there is none; nothing where it is no step, or where the two
// builds are not the same.
std::optional<size_t> StepCalled(Subject& subject, Subject& other, std::string_view pass) {
  auto names = [](Subject& of) {
    std::vector<std::string_view> all;
    for (const PassCall& step : of.BuildPipeline()) all.push_back(step.pass->name);
    return all;
  };
  std::vector<std::string_view> steps = names(subject);
  auto found = std::ranges::find(steps, pass);
  if ((found == steps.end() && !pass.empty()) || steps != names(other)) return std::nullopt;
  return static_cast<size_t>(found - steps.begin());
}

}  // namespace

std::string StepThatParts(Subject& subject, Subject& other, const Case& reduced, const Finding& finding) {
  std::optional<size_t> last = StepCalled(subject, other, finding.pass);
  if (!last || finding.klass == FindingClass::kDiffers) return "";
  for (Subject* one : {&subject, &other}) one->Enter(reduced.config);
  StepsInTurn own(subject, *last), others(other, *last);
  Answer<ModuleRef> mine = subject.Import(reduced.module), theirs = other.Import(reduced.module);
  const std::vector<PassCall> pipeline = subject.BuildPipeline();
  for (size_t i = 0; i < *last; ++i) {
    if (mine.ok()) mine = own.Apply(i, *mine);
    if (theirs.ok()) theirs = others.Apply(i, *theirs);
    if (!mine.ok() || !theirs.ok()) return "";
    bool through = own.GoesThrough(i + 1, subject.Print(*mine));
    if (!through && own.GoesThrough(i + 1, other.Print(*theirs))) return std::string(pipeline[i].pass->name);
  }
  return "";
}

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
