#include "oracles/core/ambiguities.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/entries.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "oracles/core/tolerance.h"
#include "oracles/core/types_of_values.h"
#include "passes/op_names.h"
#include "passes/tir/empty_reductions.h"

namespace assay {
namespace {

bool Traps(const Outcome& outcome, TrapKind kind) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr && trap->kind == kind;
}

bool ForgetsExtents(const ComparedPass& at) { return at.pass.changes.Allows(Facet::kVariableTypes, Way::kDropped); }
bool MakesExtentsUnknown(const ComparedPass& at) {
  return ForgetsExtents(at) && Traps(*at.got, TrapKind::kShapeMismatch);
}

bool DropsWhatSaidASize(const ComparedPass& at) {
  return at.pass.changes.Allows(Facet::kParameters, Way::kDropped) && Traps(*at.want, TrapKind::kMatchCast) &&
         std::holds_alternative<Value>(*at.got);
}

bool GivesAnotherExtent(const ComparedPass& at) {
  const auto *want = std::get_if<Value>(at.want), *got = std::get_if<Value>(at.got);
  bool retypes = at.pass.changes.Allows(Facet::kParameters, Way::kDropped) || ForgetsExtents(at);
  if (!retypes || want == nullptr) return false;
  // What comes behind may see it first.
  if (Traps(*at.got, TrapKind::kMatchCast) || Traps(*at.got, TrapKind::kResult) || MakesExtentsUnknown(at)) return true;
  if (got == nullptr) return false;
  if (KindOf(*want) != KindOf(*got)) return false;
  std::optional<Mismatch> mismatch = CompareBits(*at.got, *at.want);
  return mismatch && mismatch->of_type;
}

// What nobody outside may call is called by the campaign alone.
bool ChangesParametersOfWhatRuns(const ComparedPass& at) {
  const auto* func = As<Function>(at.module.Find(at.entry));
  return func != nullptr && !IsPublic(func) && at.pass.changes.Allows(Facet::kPrivateParameters, Way::kDropped) &&
         Traps(*at.got, TrapKind::kArgument);
}

bool FixesSizesOfWhatRuns(const ComparedPass& at) {
  return Is<PrimFunc>(at.module.Find(at.entry)) && at.pass.changes.Allows(Facet::kParameterShapes, Way::kAltered) &&
         std::holds_alternative<Value>(*at.want) && Traps(*at.got, TrapKind::kArgument);
}

bool RewritesReductionsOfNothing(const ComparedPass& at) {
  return at.pass.changes.Allows(Facet::kKernels, Way::kAltered) && LeavesOutFirstStep(at.ctx, at.module);
}

bool ContradictsItsResult(const ComparedPass& at) {
  Result<TypedByValues> typed = WithTypesOfValues(at.ctx, at.module);
  return typed.ok() && typed->contradicts_result;
}

bool SaysWhatNoSizeHas(const ComparedPass& at) { return DeclaresExtentsOfNoValue(at.ctx, at.module); }

// What becomes a function of its own declares its result as the variable was declared, and calls check it.
bool ChecksWhatNoSizeHas(const ComparedPass& at) {
  bool checks = at.pass.changes.Allows(Facet::kPrivateFunctions, Way::kAdded) && Traps(*at.got, TrapKind::kResult);
  return checks && std::holds_alternative<Value>(*at.want) && DeclaresExtentsOfNoValue(at.ctx, at.module);
}

bool DrawsFromNothing(const ComparedPass& at) {
  bool found = false;
  for (const ModuleEntry& entry : at.module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      if (call == nullptr || call->args.empty() || !IsCallOf(call, "relax.multinomial_from_uniform")) return;
      const auto* prob = As<TensorType>(call->args[0]->type);
      const auto* shape = prob == nullptr ? nullptr : As<ShapeExpr>(prob->shape);
      const IntImm* categories = shape == nullptr || shape->values.empty() ? nullptr : As<IntImm>(shape->values.back());
      found |= categories != nullptr && categories->value == 0;
    });
  }
  return found;
}

// What results are said to be, and variables that they are.
constexpr FrameContract kTypesOfResults = Changes(
    {Facet::kResultTypes, Facet::kPrivateResultTypes, Facet::kResultDevices, Facet::kVariableTypes, Facet::kDevices});

bool SkipsAFailedAssert(const ComparedPass& at) {
  const auto* trap = std::get_if<Trap>(at.want);
  return at.pass.skips_asserts && trap != nullptr && trap->kind == TrapKind::kAssert;
}

// Runs with what kernels assume asserted.
bool AssumesWhatIsNotSo(const ComparedPass& at) {
  if (!at.pass.changes.Allows(Facet::kKernels, Way::kAltered)) return false;
  bool found = false;
  std::vector<ModuleEntry> entries(at.module.entries.begin(), at.module.entries.end());
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* evaluate = As<Evaluate>(rebuilt);
      if (evaluate == nullptr || !IsCallOf(evaluate->value, IntrinsicId::assume)) return rebuilt;
      found = true;
      AssertStmt* asserted = at.ctx.arena.New<AssertStmt>();
      asserted->condition = As<Call>(evaluate->value)->args[0];
      asserted->error_kind = at.ctx.Intern("RuntimeError");
      return asserted;
    };
    entry.func = static_cast<const Expr*>(Rewrite(at.ctx, entry.func, rule));
  }
  if (!found) return false;
  std::vector<std::vector<Value>> inputs{{at.inputs.begin(), at.inputs.end()}};
  auto runs =
      RunReferenceOnce(at.ctx, WithEntries(at.ctx, at.module, entries), std::string(at.entry), inputs, Budget());
  return runs.ok() && Traps((*runs)[0].outcome, TrapKind::kAssert);
}

constexpr Ambiguity kAmbiguities[] = {
    // It drops an extent that is 1 and leaves any other that is known; of one that is not known it says that it is 1.
    {Compared::kRuns, "squeeze", MakesExtentsUnknown,
     "squeeze leaves extents alone that are known not to be 1, and the pass has made them unknown"},
    {Compared::kFrames, "squeeze", ForgetsExtents,
     "squeeze leaves extents alone that are known not to be 1, and the pass has made them unknown", kTypesOfResults},
    // A parameter that nothing asks for need not be there any more, nor what it alone said of a size: a match_cast then
    // defines what it compared.
    {Compared::kRuns, "", DropsWhatSaidASize,
     "a parameter that is not asked for alone said what a match_cast compares"},
    // Of more elements than there are it gives so many where their number is not known, and else all that there are.
    {Compared::kRuns, "topk", GivesAnotherExtent,
     "topk of more elements than there are gives all of them where it is known how many these are, which the pass "
     "changes"},
    {Compared::kRuns, "", AssumesWhatIsNotSo, "a kernel assumes what is not so"},
    {Compared::kRuns, "", SkipsAFailedAssert, "an assertion of a kernel fails, and the pass takes it away"},
    // There is no last one to fall back on: what it gives then says nothing of what a pass makes of it.
    {Compared::kRuns, "multinomial_from_uniform", DrawsFromNothing,
     "multinomial_from_uniform draws from no categories"},
    {Compared::kRuns, "", ChangesParametersOfWhatRuns,
     "the function that runs is private, and the pass changes the parameters of such functions"},
    {Compared::kRuns, "", ChecksWhatNoSizeHas, kExtentsOfNoValue},
    // A kernel that others call with one size alone takes no other one from outside, either.
    {Compared::kRuns, "", FixesSizesOfWhatRuns,
     "the pass gives kernels the sizes of their calls, and these are others"},
    // TVM leaves what such a kernel writes as it was; that it is what the reduction starts from is read off the nest.
    {Compared::kRuns, "", RewritesReductionsOfNothing,
     "a condition leaves out the step in which a reduction begins, and the pass changes the nest that says so"},
    // Whoever makes such a function anew may go by either.
    {Compared::kFrames, "", ContradictsItsResult,
     "what a function declares to give is of another rank, dtype or device than what it gives", kTypesOfResults},
    // A pass may take a variable's extents from the variable or from its value; where a call says the sizes, one of
    // the two contradicts what the caller says of the result.
    {Compared::kRules, "", SaysWhatNoSizeHas, kExtentsOfNoValue, {}, Rule::kRelaxTypeCorrect},
};

}  // namespace

std::span<const Ambiguity> AllAmbiguities() { return kAmbiguities; }

const Ambiguity* AmbiguityAt(Compared compared, const ComparedPass& at) {
  auto fits = [&](const Ambiguity& row) {
    return row.compared == compared && row.holds(at) &&
           (row.op.empty() || std::ranges::count(OperatorsOf(at.module), row.op) != 0);
  };
  const Ambiguity* found = std::ranges::find_if(kAmbiguities, fits);
  return found == std::end(kAmbiguities) ? nullptr : found;
}

const Ambiguity* TakeOutAmbiguous(const ComparedPass& at, std::vector<FrameChange>& changes) {
  const Ambiguity* row = changes.empty() ? nullptr : AmbiguityAt(Compared::kFrames, at);
  if (row != nullptr)
    std::erase_if(changes, [&](const FrameChange& change) { return row->opens.Allows(change.facet, change.way); });
  return row;
}

}  // namespace assay
