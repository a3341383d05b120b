// symbolic_equals_substituted: a module whose symbolic sizes are replaced by those of its inputs gives the same
// results.
#include <algorithm>

#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "oracles/core/relations.h"
#include "oracles/core/results.h"
#include "passes/analysis/function_uses.h"
#include "passes/op_names.h"

namespace assay {
extern const OracleSpec kSymbolicEqualsSubstituted;
namespace {

// Sizes that do not fit, here or where they are handed on, have no type once they are known; while they are not, only a
// run that comes to its end tells that they fit.
bool SizesMayNotFit(OracleContext& oc) {
  const std::vector<ReferenceOutcome>& reference = oc.ReferenceOf();
  if (!reference.empty() && !std::holds_alternative<Value>(reference[0].outcome)) return true;
  // Nor does a run tell of a branch that it does not take.
  return std::ranges::count(OperatorsOf(oc.c.module), "If") != 0;
}

// topk gives k of an extent that is not known, as its type says, and no more than there is of a known one.
bool AsksForMoreThanMayBe(const Module& module) {
  bool asks = false;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      if (!IsCallOf(call, "relax.topk") || IntAttr(*call, "k") <= 0) return;
      const auto* x = As<TensorType>(call->args[0]->type);
      const auto* shape = x == nullptr ? nullptr : As<ShapeExpr>(x->shape);
      int64_t axis = IntAttr(*call, "axis"), rank = shape == nullptr ? 0 : static_cast<int64_t>(shape->values.size());
      if (axis < 0) axis += rank;
      asks |= axis < 0 || axis >= rank || AsInt(shape->values[static_cast<size_t>(axis)]) == nullptr;
    });
  }
  return asks;
}

// To reshape, an extent of 0 says that it stays as it is: a size that is 0 says something else once it is put in.
bool ReshapesToSizes(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* shape = IsCallOf(call, "relax.reshape") ? As<ShapeExpr>(call->args[1]) : nullptr;
      if (shape != nullptr)
        found |= !std::ranges::all_of(shape->values, [](const Expr* e) { return AsInt(e) != nullptr; });
    });
  }
  return found;
}
// recursion: as deep as the tuples of a function's parameters
bool HasNoElements(const Value& value) {
  const auto* tensor = value.As<TensorValue>();
  const auto* tuple = value.As<TupleValue>();
  return tensor != nullptr ? tensor->tensor.size() == 0
                           : tuple != nullptr && std::ranges::any_of(tuple->fields, HasNoElements);
}

// A campaign has machine code made of one module in so many, and interprets the others.
constexpr uint64_t kOneInCompiled = 4;

Verdict Judge(const PassCall*, OracleContext& oc) {
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
  // One that others call keeps its sizes open for them.
  if (MentionedFunctions(oc.c.module).contains(oc.c.entry))
    return Skip{SkipKind::kNotApplicable, "the entry function is called by others"};
  if (AsksForMoreThanMayBe(oc.c.module)) return Skip{SkipKind::kNotApplicable, "topk of an extent that is not known"};
  std::optional<Result<Module>> module = Substituted(oc.ctx, oc.c, oc.c.inputs.front());
  if (!module) return Skip{SkipKind::kNotApplicable, "the entry function has no symbolic sizes"};
  if (ReshapesToSizes(oc.c.module) && std::ranges::any_of(oc.c.inputs.front(), HasNoElements))
    return Skip{SkipKind::kNotApplicable, "reshape to a size that may be 0"};
  if (!module->ok()) {
    if (SizesMayNotFit(oc)) return Skip{SkipKind::kUndefined, "for these sizes"};
    return WithSides(MakeFinding(kSymbolicEqualsSubstituted, nullptr, FindingClass::kRefused, module->error().message),
                     TakenAndRefused("as written", "with its sizes put in", module->error().message));
  }
  Answer<ModuleRef> imported = oc.subject.Import(**module);
  if (!imported.ok()) return FromRefusal(kSymbolicEqualsSubstituted, nullptr, imported.refusal());
  if (std::vector<Violation> violations = oc.subject.Violations(*imported); !violations.empty()) {
    if (SizesMayNotFit(oc)) return Skip{SkipKind::kUndefined, "for these sizes"};
    return WithSides(
        MakeFinding(
            kSymbolicEqualsSubstituted, nullptr, FindingClass::kIllFormed,
            fmt::format("with its sizes put in: {}\n{}", violations.front().message, oc.subject.Print(*imported)),
            FactsOf({violations.data(), 1}, oc.subject)),
        SidesOf("as written", *oc.Original(), "with its sizes put in", *imported, violations.front().message, oc));
  }
  // Sizes are the passes' and the graph's business more than machine code's, which takes longer to make.
  BuildOptions how = oc.settings.Asks(0, kOneInCompiled) ? Compiled(oc) : Interpreted(oc);
  how.lowered = false;
  return CompareRunsWithReference(kSymbolicEqualsSubstituted, nullptr, *imported, how, oc, {}, /*most=*/1);
}

}  // namespace

const OracleSpec kSymbolicEqualsSubstituted = {
    .name = "symbolic_equals_substituted",
    .doc =
        "The module with the sizes of its first inputs in place of its symbolic variables is well-formed, and, built "
        "and run, agrees "
        "with relax-reference on the module as written. Cannot see variables that match_cast defines, nor those of "
        "other functions.",
    .scope = OracleScope::kModule,
    .one_in = 4,
    .one_in_elsewhere = 8,
    .one_in_swept = 8,
    .looks_at_runs = true,
    .other_form = OtherForm::kSubstituted,
    .judge = Judge,
};

}  // namespace assay
