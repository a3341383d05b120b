#include "passes/analysis/memory_bounds.h"

#include "ir/support/fault.h"
#include "ir/text/scalar_build.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The module may be built without a plan; it is the plan that needs this.
Diag BadBounds(const Function* func, std::string_view key) {
  return {DiagKind::kPassOrder, func->span, std::string(key) + " must be a dictionary of integers", "", {}};
}

// Null when the attribute is absent.
Result<const AttrDict*> BoundsAttr(const Function* func, std::string_view key) {
  const Attr* attr = func->attrs == nullptr ? nullptr : func->attrs->Find(key);
  if (attr == nullptr) return static_cast<const AttrDict*>(nullptr);
  const auto* dict = As<AttrDict>(attr);
  if (dict == nullptr) return BadBounds(func, key);
  for (const Attr* value : dict->values) {
    if (!Is<AttrInt>(value)) return BadBounds(func, key);
  }
  return dict;
}

std::optional<int64_t> BoundOf(const AttrDict* bounds, const Var* var) {
  const auto* value = bounds == nullptr ? nullptr : As<AttrInt>(bounds->Find(var->name.text()));
  return value == nullptr ? std::nullopt : std::optional(value->value);
}

}  // namespace

Result<MemoryBounds> MemoryBounds::Of(Context& ctx, const Function* func) {
  MemoryBounds bounds;
  ASSAY_TRY(const AttrDict* uppers, BoundsAttr(func, "tir_var_upper_bound"));
  ASSAY_TRY(const AttrDict* lowers, BoundsAttr(func, "tir_var_lower_bound"));
  if (uppers == nullptr && FaultOn(Fault::plan_memory_uses_lower_bound)) uppers = lowers;
  if (uppers == nullptr) return bounds;
  auto bind = [&](const Type* type) {
    for (const Var* var : VarsIn(type)) {
      std::optional<int64_t> upper = BoundOf(uppers, var);
      if (!upper || !Is<PrimType>(var->type)) continue;
      int64_t lower = BoundOf(lowers, var).value_or(0);
      bounds.constant_.Bind(var, {lower, *upper});
      bounds.domains_[var] = {MakeInt(ctx, lower, DTypeOf(var)), MakeInt(ctx, *upper, DTypeOf(var))};
    }
  };
  for (const Var* param : func->params) bind(param->type);
  if (func->ret_type != nullptr) bind(func->ret_type);
  return bounds;
}

std::vector<const Expr*> MemoryBounds::UpperBound(Context& ctx, Nodes<Expr> dims) const {
  std::vector<const Expr*> bounded;
  for (const Expr* dim : dims) {
    int64_t high = constant_.Of(dim).high;
    if (high != INT64_MAX) {
      bounded.push_back(MakeInt(ctx, high));
      continue;
    }
    ExprBound bound = domains_.empty() ? ExprBound{} : BoundOver(ctx, domains_, dim, BuildBinary);
    bounded.push_back(bound.low == nullptr || bound.high == nullptr ? dim : bound.high);
  }
  return bounded;
}

const Expr* TokenBytes(Context& ctx, DType dtype, const std::vector<const Expr*>& dims) {
  uint64_t constant = static_cast<uint64_t>(dtype.ElementBytes()) * static_cast<uint64_t>(dtype.lanes);
  const Expr* size = MakeInt(ctx, 1);
  for (const Expr* dim : dims) {
    if (const IntImm* number = AsInt(dim)) {
      constant *= static_cast<uint64_t>(number->value);
    } else {
      size = BuildBinary(ctx, NodeKind::kMul, size, dim);
    }
  }
  return BuildBinary(ctx, NodeKind::kMul, MakeInt(ctx, static_cast<int64_t>(constant)), size);
}

}  // namespace assay
