#include "generators/modules/call_binder.h"

#include <string>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_calls.h"
#include "generators/modules/function_constants.h"
#include "ir/ops/infer.h"
#include "ir/ops/purity.h"

namespace assay {
namespace {

constexpr size_t kMaxRefusalsKept = 32;

}  // namespace

void CallBinder::CountRefusal(const OpSpec* row, const Diag& diag) {
  GenStats& stats = scope_.module.stats;
  ++stats.refused;
  if (stats.refusals.size() >= kMaxRefusalsKept) return;
  stats.refusals.push_back(std::string(row == nullptr ? "call" : row->name) + ": " + diag.message + " [" + diag.rule +
                           "]");
}

bool CallBinder::EmitCall(const Call* call, const OpSpec* row) {
  Module view = scope_.module.View();
  Result<const Call*> typed = WithInferredType(ctx(), &view, ShareNodes(call));
  if (!typed.ok()) {
    CountRefusal(row, typed.error());
    return false;
  }
  if (LargestElements((*typed)->type) > scope_.module.plan.options->max_elements) {
    ++scope_.module.stats.too_large;
    return false;
  }
  bool known_pure = row != nullptr && row->purity == Purity::kPure;
  if (!known_pure && !scope_.MayHaveEffects() && IsImpureCall(&view, **typed)) return false;
  // TVM 0.26 reads R.Shape([]) as a shape of any rank.
  const auto* shape = As<ShapeType>((*typed)->type);
  if (shape != nullptr && shape->rank == 0) return false;
  const Call* written = FunctionConstants(scope_).WithWrittenConstants(*typed);
  if (written != *typed) typed = WithInferredType(ctx(), &view, written);
  if (!typed.ok()) {
    CountRefusal(row, typed.error());
    return false;
  }
  if (row != nullptr && bytes().Chance(1, 3)) typed = FunctionConstants(scope_).WithNamedShapes(*row, *typed);
  const Type* known = (*typed)->type;
  bool any_operator = scope_.module.plan.options->ops.empty() && scope_.module.plan.options->dtypes.empty();
  if (known_pure && any_operator && scope_.module.Has(Feature::kConstants) && bytes().Chance(1, 8))
    typed = FunctionConstants(scope_).WithComputedShapes(*row, *typed);
  const Var* var = scope_.Emit(*typed);
  if ((*typed)->type != known) KnownAgain(var, static_cast<const TensorType*>(known));
  // Nothing mentions a void value: TVM writes its call as a statement, without the variable.
  const auto* nothing = As<TupleType>((*typed)->type);
  if (nothing != nullptr && nothing->fields.empty()) scope_.entries.pop_back();
  ++scope_.module.stats.bindings;
  return true;
}

// Operators that keep the type work on what is not known, and then a match_cast says it, most times.
void CallBinder::KnownAgain(const Var* var, const TensorType* known) {
  static const std::vector<const OpSpec*> kKeeping = [] {
    std::vector<const OpSpec*> rows = RowsIn({.all = Bits(Aspect::kElemwise, Aspect::kKeepsType)});
    std::erase_if(rows, [](const OpSpec* row) {
      return !row->attrs.empty() || std::ranges::any_of(row->operands, [](const Operand& operand) {
        return operand.kind != OperandKind::kTensor || operand.optional || operand.variadic;
      });
    });
    return rows;
  }();
  Module view = scope_.module.View();
  for (uint64_t i = bytes().Below(3); i > 0 && !kKeeping.empty(); --i) {
    const OpSpec* row = bytes().Pick(kKeeping);
    const std::vector<const Expr*> args(row->operands.size(), var);
    Result<const Call*> call = WithInferredType(ctx(), &view, MakeOpCall(ctx(), *row, args));
    bool keeps = call.ok() && Is<TensorType>((*call)->type) && As<TensorType>((*call)->type)->rank == known->rank &&
                 As<TensorType>((*call)->type)->dtype == known->dtype;
    if (keeps) var = scope_.Emit(*call);
  }
  if (bytes().Chance(1, 4)) return;
  Var* cast = scope_.NewVar(known);
  scope_.EmitBinding(cast, MakeMatchCast(ctx(), cast, var, known));
}

// Static shapes among the arguments become the module's own copy, which other functions mention too.
const Call* CallBinder::ShareNodes(const Call* call) {
  if (!scope_.module.Has(Feature::kSharedNodes)) return call;
  const Call* shared = call;
  for (size_t i = 0; i < call->args.size(); ++i) {
    const auto* shape = As<ShapeExpr>(call->args[i]);
    const ShapeExpr* kept = shape == nullptr ? nullptr : scope_.module.StaticShape(shape);
    if (kept == shape) continue;
    std::vector<const Expr*> args(shared->args.begin(), shared->args.end());
    args[i] = kept;
    Call* copy = ctx().arena.New<Call>(*shared);
    copy->args = ctx().Copy(args);
    shared = copy;
  }
  return shared;
}

}  // namespace assay
