#include "oracles/core/changes.h"

#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "ir/rewrite.h"
#include "ir/tensor/tensor.h"
#include "oracles/core/change_edit.h"
#include "oracles/core/denormalize.h"
#include "oracles/core/effect_changes.h"
#include "oracles/core/place_changes.h"
#include "oracles/core/rule_changes.h"
#include "oracles/core/scope_changes.h"
#include "passes/rewrite/function_at.h"
#include "passes/rewrite/global_names.h"

namespace assay {
namespace {

DType Another(DType dtype) { return dtype == DType::Float(64) ? DType::Int(32) : DType::Float(64); }

// Where the functions stand that it fits.
template <class F>
std::vector<size_t> FunctionsWhere(const Module& module, F&& fits) {
  std::vector<size_t> found;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    if (fits(module.entries[i].func)) found.push_back(i);
  }
  return found;
}

// ---- what equality must see

std::optional<Module> AnotherAttribute(Context& ctx, const Module& module, size_t place) {
  std::vector<size_t> found = FunctionsWhere(module, [](const Expr* func) { return !Is<ExternFunc>(func); });
  if (found.empty()) return std::nullopt;
  size_t at = found[SpreadOver(found.size(), place)];
  const Expr* func = WithFunctionAttr(ctx, module.entries[at].func, "assay.changed", MakeAttrInt(ctx, 1));
  return WithFunctionAt(ctx, module, at, func);
}

std::optional<Module> AnotherInteger(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, [&](const Node* node) -> const Node* {
    const auto* imm = As<IntImm>(node);
    return imm == nullptr ? nullptr : MakeInt(ctx, imm->value == 0 ? 1 : imm->value - 1, DTypeOf(imm));
  });
}

std::optional<Module> AnotherFloat(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, [&](const Node* node) -> const Node* {
    const auto* imm = As<FloatImm>(node);
    return imm == nullptr ? nullptr : MakeFloat(ctx, imm->value == 0 ? 1 : 0, DTypeOf(imm));
  });
}

std::optional<Module> NotANumber(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, [&](const Node* node) -> const Node* {
    const auto* imm = As<FloatImm>(node);
    if (imm == nullptr || std::isnan(imm->value)) return nullptr;
    return MakeFloat(ctx, std::numeric_limits<double>::quiet_NaN(), DTypeOf(imm));
  });
}

std::optional<Module> AnotherElement(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, [&](const Node* node) -> const Node* {
    const auto* constant = As<Constant>(node);
    if (constant == nullptr || constant->value.ByteCount() == 0) return nullptr;
    Constant* changed = ctx.arena.New<Constant>(*constant);
    std::vector<std::byte> bytes(constant->value.data, constant->value.data + constant->value.ByteCount());
    bytes.back() ^= std::byte{1};
    changed->value.data = ctx.Copy(bytes).data();
    return changed;
  });
}

std::optional<Module> OperandsSwapped(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, [&](const Node* node) -> const Node* {
    const auto* call = As<Call>(node);
    bool two = call != nullptr && call->args.size() == 2 && Is<Var>(call->args[0]) && Is<Var>(call->args[1]);
    if (!two || call->args[0] == call->args[1]) return nullptr;
    Call* changed = ctx.arena.New<Call>(*call);
    changed->args = ctx.Copy(std::vector<const Expr*>{call->args[1], call->args[0]});
    return changed;
  });
}

std::optional<Module> AnotherParameterType(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    std::vector<const Var*> found;
    for (const Var* param : func->params) {
      const auto* type = As<TensorType>(param->type);
      if (type != nullptr && !type->dtype.IsVoid()) found.push_back(param);
    }
    if (found.empty()) return nullptr;
    const Var* param = found[SpreadOver(found.size(), place)];
    TensorType* other = ctx.arena.New<TensorType>(*As<TensorType>(param->type));
    other->dtype = Another(other->dtype);
    Var* changed = ctx.arena.New<Var>(*param);
    changed->type = other;
    return SubstituteIn(ctx, func, {{param, changed}});
  });
}

// ---- what breaks a rule

// With another result than the function's.
const Function* Returning(Context& ctx, const Function* func, const Expr* result) {
  SeqExpr* seq = ctx.arena.New<SeqExpr>(*func->body);
  seq->body = result;
  Function* changed = ctx.arena.New<Function>(*func);
  changed->body = seq;
  return changed;
}

std::optional<Module> FunctionNowhere(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* var = As<GlobalVar>(node);
    if (var == nullptr) return nullptr;
    GlobalVar* nowhere = ctx.arena.New<GlobalVar>(*var);
    nowhere->name = ctx.Intern("nowhere_to_be_found");
    return nowhere;
  });
}

std::optional<Module> AnotherSymbol(Context& ctx, const Module& module, size_t place) {
  std::vector<size_t> found =
      FunctionsWhere(module, [](const Expr* func) { return Is<Function>(func) && IsPublic(func); });
  if (found.empty()) return std::nullopt;
  size_t at = found[SpreadOver(found.size(), place)];
  const ModuleEntry& entry = module.entries[at];
  const Attr* symbol = MakeAttrString(ctx, fmt::format("{}_otherwise", entry.var->name.text()));
  return WithFunctionAt(ctx, module, at, WithFunctionAttr(ctx, entry.func, "global_symbol", symbol));
}

std::optional<Module> SameParametersTwice(Context& ctx, const Module& module, size_t place) {
  std::vector<size_t> found = FunctionsWhere(module, [](const Expr* func) {
    const auto* function = As<Function>(func);
    return function != nullptr && !function->params.empty();
  });
  if (found.empty()) return std::nullopt;
  const Expr* func = module.entries[found[SpreadOver(found.size(), place)]].func;
  return WithFunction(ctx, module, MakeGlobalVar(ctx, "twin_of_another"),
                      WithFunctionAttr(ctx, func, "global_symbol", nullptr));
}

std::optional<Module> UndefinedResult(Context& ctx, const Module& module, size_t place) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) {
    return Returning(ctx, func, MakeVar(ctx, "undefined", func->body->body->type));
  });
}

std::optional<Module> BoundTwice(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* block = As<BindingBlock>(node);
    if (block == nullptr || block->bindings.empty()) return nullptr;
    std::vector<const Binding*> bindings(block->bindings.begin(), block->bindings.end());
    bindings.push_back(bindings.front());
    return MakeBlock(ctx, bindings, block->is_dataflow);
  });
}

// With one of the variables that `find` adds, for a binding of the function, as the function's result, or where that
// has another type, under another name at the end: this alone is to be wrong.
template <class F>
std::optional<Module> UsingLocal(Context& ctx, const Module& module, size_t place, F&& find) {
  return WithRelaxFunction(ctx, module, place, [&](const Function* func) -> const Function* {
    std::vector<const Var*> found;
    for (const BindingBlock* block : func->body->blocks) {
      for (const Binding* binding : block->bindings) find(*binding, found);
    }
    if (found.empty()) return nullptr;
    const Var* var = found[SpreadOver(found.size(), place)];
    if (func->ret_type == nullptr || Equal(var->type, func->ret_type)) return Returning(ctx, func, var);
    return WithBinding(ctx, func, MakeBinding(ctx, MakeVar(ctx, "used", var->type), var));
  });
}
std::optional<Module> DataflowVarOutside(Context& ctx, const Module& module, size_t place) {
  return UsingLocal(ctx, module, place, [](const Binding& binding, std::vector<const Var*>& found) {
    if (binding.var->flavor == VarFlavor::kDataflow) found.push_back(binding.var);
  });
}
// With branches of an If that have one block more each, at the end.
std::optional<Module> WithLongerBranches(Context& ctx, const Module& module, size_t place) {
  auto longer = [&](const SeqExpr& branch) {
    const Expr* nothing = MakeTuple(ctx, {});
    const Binding* last = MakeBinding(ctx, MakeVar(ctx, "last", nothing->type), nothing);
    SeqExpr* changed = ctx.arena.New<SeqExpr>(branch);
    std::vector<const BindingBlock*> blocks(branch.blocks.begin(), branch.blocks.end());
    blocks.push_back(MakeBlock(ctx, {last}, false));
    changed->blocks = ctx.Copy(blocks);
    return changed;
  };
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* branch = As<If>(node);
    if (branch == nullptr) return nullptr;
    If* changed = ctx.arena.New<If>(*branch);
    changed->true_branch = longer(*branch->true_branch);
    changed->false_branch = longer(*branch->false_branch);
    return changed;
  });
}
std::optional<Module> BranchVarOutside(Context& ctx, const Module& module, size_t place) {
  // Whether a scope ends with its first block or its last one is another question.
  std::optional<Module> longer = place % 2 == 1 ? WithLongerBranches(ctx, module, place / 2) : std::nullopt;
  return UsingLocal(ctx, longer ? *longer : module, place, [](const Binding& binding, std::vector<const Var*>& found) {
    const auto* branch = As<If>(binding.value);
    if (branch == nullptr) return;
    AddBound(*branch->true_branch, found);
    AddBound(*branch->false_branch, found);
  });
}
std::optional<Module> LocalVarOutside(Context& ctx, const Module& module, size_t place) {
  return UsingLocal(ctx, module, place, [](const Binding& binding, std::vector<const Var*>& found) {
    if (const auto* local = As<Function>(binding.value)) AddBound(*local->body, found);
  });
}

// All calls that can be nested are, wherever the place is.
std::optional<Module> NestedCall(Context& ctx, const Module& module, size_t) {
  // Some tuples of functions are normal to the checker alone.
  if (!CheckProp(ctx, module, kNormal).ok()) return std::nullopt;
  Module nested = Denormalized(ctx, module, kNormal);
  if (CheckProp(ctx, nested, kNormal).ok()) return std::nullopt;
  return nested;
}

// A binding whose value and variable claim another dtype than the operator gives.
std::optional<Module> ContradictedType(Context& ctx, const Module& module, size_t place) {
  VarMap map;
  auto changed = WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* binding = As<VarBinding>(node);
    const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
    const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
    const auto* type = call == nullptr ? nullptr : As<TensorType>(call->type);
    // What an opaque call gives is as it says.
    bool known = op != nullptr && op->spec != nullptr && op->spec->lower.rule != nullptr;
    if (!known || type == nullptr || type->dtype.IsVoid()) return nullptr;
    TensorType* other = ctx.arena.New<TensorType>(*type);
    other->dtype = Another(type->dtype);
    Call* retyped = ctx.arena.New<Call>(*call);
    retyped->type = other;
    Var* var = ctx.arena.New<Var>(*binding->var);
    var->type = other;
    map = {{binding->var, var}};
    return MakeBinding(ctx, binding->var, retyped);
  });
  if (!changed) return changed;
  std::vector<ModuleEntry> entries(changed->entries.begin(), changed->entries.end());
  for (ModuleEntry& entry : entries) entry.func = SubstituteIn(ctx, entry.func, map);
  return WithEntries(ctx, *changed, entries);
}

std::optional<Module> IfInDataflow(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* block = As<BindingBlock>(node);
    bool has_if = false;
    for (size_t i = 0; block != nullptr && i < block->bindings.size(); ++i) has_if |= Is<If>(block->bindings[i]->value);
    if (!has_if) return nullptr;
    return MakeBlock(ctx, {block->bindings.begin(), block->bindings.end()}, true);
  });
}

// Kernels say what they take; the type of call_tir does not depend on it.
std::optional<Module> KernelArgument(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kFunction, [&](const Node* node) -> const Node* {
    const auto* call = As<Call>(node);
    const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
    if (op == nullptr || op->name != "relax.call_tir") return nullptr;
    const auto* callee = As<GlobalVar>(call->args[0]);
    const auto* inputs = As<Tuple>(call->args[1]);
    bool known = callee != nullptr && Is<PrimFunc>(module.Find(callee->name.text()));
    if (!known || inputs == nullptr || inputs->fields.empty()) return nullptr;
    const auto* type = As<TensorType>(inputs->fields[0]->type);
    if (type == nullptr || type->dtype.IsVoid()) return nullptr;
    std::vector<const Expr*> fields(inputs->fields.begin(), inputs->fields.end());
    fields[0] = MakeConstant(ctx, Tensor(Another(type->dtype), {1}));
    std::vector<const Expr*> args(call->args.begin(), call->args.end());
    args[1] = MakeTuple(ctx, fields);
    Call* changed = ctx.arena.New<Call>(*call);
    changed->args = ctx.Copy(args);
    return changed;
  });
}

std::optional<Module> OneIndexMore(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kPrimFunc, [&](const Node* node) -> const Node* {
    const auto* store = As<BufferStore>(node);
    if (store == nullptr) return nullptr;
    std::vector<const Expr*> indices(store->indices.begin(), store->indices.end());
    indices.push_back(MakeInt(ctx, 0));
    return MakeStore(ctx, store->buffer, store->value, indices);
  });
}

std::optional<Module> UndefinedIndex(Context& ctx, const Module& module, size_t place) {
  return WithFirst(ctx, module, place, NodeKind::kPrimFunc, [&](const Node* node) -> const Node* {
    const auto* store = As<BufferStore>(node);
    if (store == nullptr || store->indices.empty()) return nullptr;
    std::vector<const Expr*> indices(store->indices.begin(), store->indices.end());
    indices[0] = MakeVar(ctx, "undefined", DTypeOf(indices[0]));
    return MakeStore(ctx, store->buffer, store->value, indices);
  });
}

constexpr Change kVisible[] = {
#define ASSAY_VISIBLE_CHANGE(Constant, spelling, Function) {ChangeKind::Constant, Function, {}, {}},
#define ASSAY_BREAKING_CHANGE(Constant, spelling, Function, rule, seen_by)
#include "oracles/core/changes.def"
};
constexpr Change kBreaking[] = {
#define ASSAY_VISIBLE_CHANGE(Constant, spelling, Function)
#define ASSAY_BREAKING_CHANGE(Constant, spelling, Function, rule, seen_by) \
  {ChangeKind::Constant, Function, Rule::rule, SeenBy::seen_by},
#include "oracles/core/changes.def"
};

}  // namespace

std::optional<Module> MakeAt(const Change& change, size_t place, Context& ctx, const Module& module) {
  return change.make(ctx, module, place);
}

std::span<const Change> VisibleChanges() { return kVisible; }
std::span<const Change> BreakingChanges() { return kBreaking; }

Module WithOtherVariables(Context& ctx, const Module& module) {
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* var = As<Var>(rebuilt);
    if (var == nullptr) return rebuilt;
    Var* renamed = ctx.arena.New<Var>(*var);
    renamed->name = ctx.Intern(fmt::format("other_{}", var->name.text()));
    return renamed;
  };
  // A function's sizes stand in the types of those that mention it, too.
  RewriteMemo memo;
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries) {
    const Node* renamed = Rewrite(ctx, entry.func, rule, [](const Node*) { return true; }, Types::kInclude, memo);
    entries.push_back({entry.var, static_cast<const Expr*>(renamed)});
  }
  return WithEntries(ctx, module, entries);
}

}  // namespace assay
