#include "oracles/core/differentiable.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/rewrite/bind_vars.h"

namespace assay {
namespace {

// Longer ones take long to run in double precision, several times.
constexpr size_t kMostBindings = 12;
constexpr int64_t kFirstSize = 2;

bool IsStaticTensor(const TensorType* tensor) {
  const auto* shape = As<ShapeExpr>(tensor->shape);
  return shape != nullptr && !tensor->dtype.IsVoid() &&
         std::ranges::all_of(shape->values, [](const Expr* dim) { return Is<IntImm>(dim); });
}
// A tensor of constant extents, or a tuple of such.
// recursion: tuples nest as deep as the parser lets them
bool IsStatic(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple != nullptr) return !tuple->fields.empty() && std::ranges::all_of(tuple->fields, IsStatic);
  const auto* tensor = As<TensorType>(type);
  return tensor != nullptr && IsStaticTensor(tensor);
}
// recursion: tuples nest as deep as the parser lets them
bool IsFloats(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  if (tuple != nullptr) return !tuple->fields.empty() && std::ranges::all_of(tuple->fields, IsFloats);
  const auto* tensor = As<TensorType>(type);
  return tensor != nullptr && tensor->dtype.IsFloating();
}
bool IsFloatVar(const Expr* e) { return Is<Var>(e) && IsFloats(e->type); }
bool ReadsFloats(const Expr* e) { return std::ranges::any_of(VarsIn(e, Types::kSkip), IsFloatVar); }

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
    if (ReadsFloats(call->args[i]) && IsCallOf((*trees)[i], "relax.grad.no_grad")) return true;
  }
  return trees == nullptr;
}

// The operators of one function that can be differentiated, and what hands their values on, by the variables that they
// are bound to; wherever they stand.
class Slicer {
 public:
  Slicer(Context& ctx, const Function* func) : ctx_(ctx) {
    WalkOnce(func->body, [&](const Node* node) {
      const auto* block = As<BindingBlock>(node);
      for (size_t i = 0; block != nullptr && i < block->bindings.size(); ++i) {
        const Binding* binding = block->bindings[i];
        if (!IsSmooth(binding)) continue;
        smooth_.emplace(binding->var, binding);
        in_order_.push_back(binding);
      }
    });
  }

  // What operators make and none of the others takes.
  std::vector<const Var*> Ends() const {
    std::unordered_set<const Var*> taken;
    for (const Binding* binding : in_order_) {
      for (const Var* var : VarsIn(binding->value, Types::kSkip)) taken.insert(var);
    }
    std::vector<const Var*> ends;
    for (const Binding* binding : in_order_) {
      if (!taken.contains(binding->var) && Is<Call>(Origin(binding)->value)) ends.push_back(binding->var);
    }
    return ends;
  }

  std::optional<Module> Make(const Module& module, const Var* last) {
    map_.clear(), params_.clear(), bindings_.clear();
    std::unordered_set<const Var*> inside = Collect(last);
    for (const Binding* binding : in_order_) {
      if (!inside.contains(binding->var)) continue;
      bindings_.push_back(
          MakeBinding(ctx_, Fresh(binding->var, VarFlavor::kDataflow), SubstituteIn(ctx_, binding->value, map_)));
    }
    const Expr* loss = LossOf(map_.at(last));
    if (loss == nullptr) return std::nullopt;
    const Var* result = MakeVar(ctx_, "loss", loss->type);
    bindings_.push_back(MakeBinding(ctx_, result, loss));
    const AttrDict* attrs = WithAttr(ctx_, nullptr, "global_symbol", MakeAttrString(ctx_, "main"));
    const Function* part = MakeFunction(ctx_, params_, MakeSeq(ctx_, {MakeBlock(ctx_, bindings_, true)}, result),
                                        result->type, true, attrs);
    return WithEntries(ctx_, module, {{MakeGlobalVar(ctx_, "main"), part}});
  }

 private:
  bool IsSmooth(const Binding* binding) const {
    if (!Is<VarBinding>(binding) || !IsFloatVar(binding->var) || !IsStatic(binding->var->type)) return false;
    const auto* call = As<Call>(binding->value);
    bool hands_on = Is<Var>(binding->value) || Is<Tuple>(binding->value) || Is<TupleGetItem>(binding->value);
    if (call == nullptr ? !hands_on : HoldsBack(ctx_, binding->var, call)) return false;
    std::vector<const Var*> used = VarsIn(binding->value, Types::kSkip);
    return std::ranges::any_of(used, IsFloatVar) &&
           std::ranges::all_of(used, [](const Var* var) { return IsStatic(var->type); });
  }
  // What a name, a field or a tuple of one value leads back to.
  const Binding* Origin(const Binding* binding) const {
    while (!Is<Call>(binding->value)) {
      std::vector<const Var*> used = VarsIn(binding->value, Types::kSkip);
      auto known = used.empty() ? smooth_.end() : smooth_.find(used.front());
      if (known == smooth_.end()) return binding;
      binding = known->second;
    }
    return binding;
  }

  const Var* Fresh(const Var* var, VarFlavor flavor) {
    const Var* fresh = MakeVar(ctx_, var->name.text(), var->type, flavor);
    map_[var] = fresh;
    return fresh;
  }
  const Expr* Bound(std::string_view name, const Expr* value) {
    const Var* var = MakeVar(ctx_, name, value->type, VarFlavor::kDataflow);
    bindings_.push_back(MakeBinding(ctx_, var, value));
    return var;
  }
  const Expr* Called(std::string_view op, const std::vector<const Expr*>& args) {
    Result<const Call*> call = WithInferredType(ctx_, nullptr, MakeOpCall(ctx_, *FindOp(op), args));
    return call.ok() ? *call : nullptr;
  }
  // The sum of the value's elements. Of a plain sum all adjoints are ones, whichever element they are of: each has a
  // weight. Null where they cannot be added up.
  // recursion: tuples nest as deep as the parser lets them
  const Expr* LossOf(const Expr* value) {
    const auto* tuple = As<TupleType>(value->type);
    const Expr* all = nullptr;
    for (size_t i = 0; tuple != nullptr && i < tuple->fields.size(); ++i) {
      const Expr* loss = LossOf(Bound("field", MakeTupleGetItem(ctx_, value, static_cast<int64_t>(i))));
      if (loss == nullptr) return nullptr;
      loss = Bound("part", loss);
      all = all == nullptr ? loss : Called("add", {Is<Call>(all) ? Bound("sums", all) : all, loss});
      if (all == nullptr) return nullptr;
    }
    if (tuple != nullptr) return all;
    const Var* weights = MakeVar(ctx_, "weights", value->type);
    const Expr* weighted = Called("multiply", {value, weights});
    if (weighted != nullptr) params_.push_back(weights);
    return Called("sum", {weighted == nullptr ? value : Bound("weighted", weighted)});
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
  // Of the part at hand.
  std::vector<const Var*> params_;
  std::vector<const Binding*> bindings_;
  VarMap map_;
};

// With a number for each size that the parameters tell; as it is where that cannot be.
const Function* WithKnownSizes(Context& ctx, const Module& module, const Function* func) {
  std::vector<const Type*> types;
  for (const Var* param : func->params) types.push_back(param->type);
  VarMap sizes;
  int64_t next = kFirstSize;
  for (const Var* symbol : DefinableSymbols(types)) sizes.emplace(symbol, MakeInt(ctx, next++));
  Result<const Function*> bound = BindVars(ctx, module, func, sizes);
  return bound.ok() ? *bound : func;
}

}  // namespace

bool HoldsBack(Context& ctx, const Function* func) {
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) {
      const auto* call = As<Call>(binding->value);
      bool reads = call != nullptr && std::ranges::any_of(call->args, ReadsFloats);
      if (reads && HoldsBack(ctx, binding->var, call)) return true;
    }
  }
  return false;
}

std::vector<Module> DifferentiableParts(Context& ctx, const Module& module, uint64_t draw, size_t most) {
  std::vector<std::pair<size_t, const Var*>> ends;
  std::vector<Slicer> slicers;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    slicers.emplace_back(ctx, WithKnownSizes(ctx, module, func));
    for (const Var* end : slicers.back().Ends()) ends.emplace_back(slicers.size() - 1, end);
  }
  std::vector<Module> parts;
  for (size_t i = 0; i < std::min(most, ends.size()); ++i) {
    auto [which, end] = ends[(draw + i) % ends.size()];
    if (std::optional<Module> part = slicers[which].Make(module, end)) parts.push_back(*std::move(part));
  }
  return parts;
}

}  // namespace assay
