#include "oracles/core/differentiable.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/op_names.h"

namespace assay {
namespace {

// Longer ones take long to run in double precision, several times.
constexpr size_t kMostBindings = 12;

bool IsStaticTensor(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  return shape != nullptr && !tensor->dtype.IsVoid() &&
         std::ranges::all_of(shape->values, [](const Expr* dim) { return Is<IntImm>(dim); });
}
bool IsFloatVar(const Expr* e) {
  const auto* type = Is<Var>(e) ? As<TensorType>(e->type) : nullptr;
  return type != nullptr && type->dtype.IsFloating();
}

// The result is of another float dtype than an operand: by astype, or by an operator's out_dtype.
bool RoundsToAnother(const Call* call) {
  const auto* result = As<TensorType>(call->type);
  if (IsCallOf(call, "relax.astype")) return true;
  return result != nullptr && result->dtype.IsFloating() && std::ranges::any_of(call->args, [&](const Expr* arg) {
           const auto* operand = As<TensorType>(arg->type);
           return operand != nullptr && operand->dtype.IsFloating() && operand->dtype != result->dtype;
         });
}

bool HoldsBack(Context& ctx, const Var* var, const Call* call) {
  const OpSpec* row = SpecOf(call);
  if (row == nullptr || row->gradient.rule == nullptr || RoundsToAnother(call)) return true;
  Adjoints partials = row->gradient.rule({ctx, *call, var, var});
  const auto* trees = std::get_if<std::vector<const Expr*>>(&partials);
  for (size_t i = 0; trees != nullptr && i < std::min(trees->size(), call->args.size()); ++i) {
    if (IsFloatVar(call->args[i]) && IsCallOf((*trees)[i], "relax.grad.no_grad")) return true;
  }
  return trees == nullptr;
}

// The operators of one function that can be differentiated, by the variables that they are bound to.
class Slicer {
 public:
  Slicer(Context& ctx, const Function* func) : ctx_(ctx) {
    for (const BindingBlock* block : func->body->blocks) {
      for (const Binding* binding : block->bindings) {
        if (!IsSmooth(binding)) continue;
        smooth_.emplace(binding->var, binding);
        in_order_.push_back(binding);
      }
    }
  }
  size_t size() const { return smooth_.size(); }

  std::optional<Module> Make(const Module& module) {
    if (in_order_.empty()) return std::nullopt;
    const Var* last = in_order_.back()->var;
    std::unordered_set<const Var*> inside = Collect(last);
    std::vector<const Binding*> bindings;
    for (const Binding* binding : in_order_) {
      if (!inside.contains(binding->var)) continue;
      bindings.push_back(
          MakeBinding(ctx_, Fresh(binding->var, VarFlavor::kDataflow), SubstituteIn(ctx_, binding->value, map_)));
    }
    // Of a plain sum all adjoints are ones, whichever element they are of.
    const Expr* result = map_.at(last);
    const Var* weights = MakeVar(ctx_, "weights", result->type);
    auto weighted = WithInferredType(ctx_, nullptr, MakeOpCall(ctx_, *FindOp("multiply"), {result, weights}));
    if (weighted.ok()) {
      params_.push_back(weights);
      const Var* product = MakeVar(ctx_, "weighted", (*weighted)->type, VarFlavor::kDataflow);
      bindings.push_back(MakeBinding(ctx_, product, *weighted));
      result = product;
    }
    Result<const Call*> sum = WithInferredType(ctx_, nullptr, MakeOpCall(ctx_, *FindOp("sum"), {result}));
    if (!sum.ok()) return std::nullopt;
    const Var* loss = MakeVar(ctx_, "loss", (*sum)->type);
    bindings.push_back(MakeBinding(ctx_, loss, *sum));
    const AttrDict* attrs = WithAttr(ctx_, nullptr, "global_symbol", MakeAttrString(ctx_, "main"));
    const Function* part =
        MakeFunction(ctx_, params_, MakeSeq(ctx_, {MakeBlock(ctx_, bindings, true)}, loss), loss->type, true, attrs);
    return WithEntries(ctx_, module, {{MakeGlobalVar(ctx_, "main"), part}});
  }

 private:
  bool IsSmooth(const Binding* binding) const {
    const auto* call = Is<VarBinding>(binding) ? As<Call>(binding->value) : nullptr;
    if (call == nullptr || !IsFloatVar(binding->var) || !IsStaticTensor(binding->var->type) ||
        HoldsBack(ctx_, binding->var, call))
      return false;
    std::vector<const Var*> used = VarsIn(call, Types::kSkip);
    return std::ranges::any_of(used, IsFloatVar) &&
           std::ranges::all_of(used, [](const Var* var) { return IsStaticTensor(var->type); });
  }

  const Var* Fresh(const Var* var, VarFlavor flavor) {
    const Var* fresh = MakeVar(ctx_, var->name.text(), var->type, flavor);
    map_[var] = fresh;
    return fresh;
  }

  // From the last one back: which of them it takes in; variables from outside become parameters.
  std::unordered_set<const Var*> Collect(const Var* last) {
    std::unordered_set<const Var*> inside{last};
    std::vector<const Var*> stack{last};
    while (!stack.empty()) {
      const Var* var = stack.back();
      stack.pop_back();
      for (const Var* used : VarsIn(smooth_.at(var)->value, Types::kSkip)) {
        if (map_.contains(used) || inside.contains(used)) continue;
        if (smooth_.contains(used) && inside.size() < kMostBindings) {
          inside.insert(used);
          stack.push_back(used);
        } else {
          params_.push_back(Fresh(used, VarFlavor::kPlain));
        }
      }
    }
    return inside;
  }

  Context& ctx_;
  std::unordered_map<const Var*, const Binding*> smooth_;
  std::vector<const Binding*> in_order_;
  std::vector<const Var*> params_;
  VarMap map_;
};

}  // namespace

bool HoldsBack(Context& ctx, const Function* func) {
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) {
      const auto* call = As<Call>(binding->value);
      bool reads = call != nullptr && std::ranges::any_of(call->args, IsFloatVar);
      if (reads && HoldsBack(ctx, binding->var, call)) return true;
    }
  }
  return false;
}

std::optional<Module> DifferentiablePart(Context& ctx, const Module& module) {
  std::optional<Slicer> best;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    Slicer slicer(ctx, func);
    if (slicer.size() > 0 && (!best || slicer.size() > best->size())) best.emplace(std::move(slicer));
  }
  return best ? best->Make(module) : std::nullopt;
}

}  // namespace assay
