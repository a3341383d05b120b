// Dialect properties as predicates on the module: one walk each, the first place where it does not hold.
// Tested by props_test.cc.
#include <algorithm>

#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/op_names.h"
#include "passes/pass.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

Diag NotSo(const Node* place, std::string message) {
  return {DiagKind::kPassOrder, place->span, std::move(message), "", {}};
}

// Nodes that can hold Relax calls, blocks or shapes; scalars and types are not entered.
bool HoldsRelax(const Node* node) {
  return Is<Function>(node) || Is<SeqExpr>(node) || Is<BindingBlock>(node) || Is<VarBinding>(node) ||
         Is<MatchCast>(node) || Is<If>(node) || Is<Call>(node) || Is<Tuple>(node) || Is<TupleGetItem>(node);
}

// Calls `check(node) → empty string or what is wrong` on every node of every Relax function's body.
template <class F>
Status CheckBodies(const Module& module, F&& check) {
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    const Node* culprit = nullptr;
    std::string message;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      if (culprit != nullptr) return false;
      message = check(node);
      if (!message.empty()) culprit = node;
      return HoldsRelax(node) && !IsScalarCall(AsExpr(node));
    });
    if (culprit != nullptr) return NotSo(culprit, message + " in '" + entry.var->name.str() + "'");
  }
  return Done{};
}

// Refuses calls of operators for which `bad(name)` holds.
template <class F>
Status CheckOps(const Module& module, std::string_view what, F&& bad) {
  return CheckBodies(module, [&](const Node* node) {
    std::string_view name = OpNameOf(As<Call>(node));
    return !name.empty() && bad(name) ? std::string(name) + " " + std::string(what) : std::string();
  });
}

// What calls go by, and tuples that hold such, have no type of their own.
// recursion: tuples nest as deep as the parser lets them
bool HasNoOwnType(const Expr* e) {
  const auto* tuple = As<Tuple>(e);
  if (tuple != nullptr) return std::ranges::any_of(tuple->fields, HasNoOwnType);
  return Is<Op>(e) || Is<GlobalVar>(e) || Is<ExternFunc>(e);
}

std::string NotNormal(const Node* node) {
  const auto* e = AsExpr(node);
  if (e != nullptr && e->type == nullptr && !HasNoOwnType(e)) return "an expression has no type";
  if (const auto* call = As<Call>(node)) {
    for (const Expr* arg : call->args) {
      if (!IsLeafOrTuple(arg)) return "an argument is not a leaf";
    }
  }
  const auto* item = As<TupleGetItem>(node);
  if (item != nullptr && !IsLeafOrTuple(item->tuple)) return "an indexed tuple is not a leaf";
  const auto* seq = As<SeqExpr>(node);
  if (seq != nullptr && !IsLeafOrTuple(seq->body)) return "a result is not a leaf";
  return {};
}

std::string SymbolicShape(const Node* node) {
  const auto* shape = As<ShapeExpr>(node);
  if (shape == nullptr) return {};
  for (const Expr* dim : shape->values) {
    if (AsInt(dim) == nullptr) return "a shape is still symbolic";
  }
  return {};
}

bool NeedsKernel(std::string_view name) {
  if (IsRuntimeBuiltin(name) || !LaterPassOf(name).empty()) return false;
  const OpSpec* row = FindOp(name);
  return row != nullptr && row->lower.rule != nullptr;
}

Status CheckNames(const Module& module) {
  for (const ModuleEntry& entry : module.entries) {
    std::string_view symbol = StringAttr(AttrsOf(entry.func), "global_symbol");
    if (symbol.empty() || entry.var->name == symbol) continue;
    return NotSo(entry.func, "'" + entry.var->name.str() + "' has the symbol '" + std::string(symbol) + "'");
  }
  return Done{};
}

Status CheckSymbols(const Module& module) {
  for (const ModuleEntry& entry : module.entries) {
    if (Is<ExternFunc>(entry.func)) continue;
    std::string_view symbol = StringAttr(AttrsOf(entry.func), "global_symbol");
    if (entry.var->name == symbol) continue;
    return NotSo(entry.func, "'" + entry.var->name.str() + "' has the symbol '" + std::string(symbol) + "'");
  }
  return Done{};
}

bool ForcesPurity(const Function* func) {
  const auto* flag = As<AttrBool>(func->attrs == nullptr ? nullptr : func->attrs->Find("relax.force_pure"));
  return !func->is_pure || (flag != nullptr && flag->value);
}

Status CheckPurityForced(const Module& module) {
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr && !ForcesPurity(func))
      return NotSo(func, "'" + entry.var->name.str() + "' is pure without relax.force_pure");
  }
  return CheckBodies(module, [](const Node* node) {
    const auto* func = As<Function>(node);
    return func != nullptr && !ForcesPurity(func) ? std::string("a nested function is pure without relax.force_pure")
                                                  : std::string();
  });
}

}  // namespace

std::string_view PropName(Prop prop) {
  switch (prop) {
    case kNoProps: return "any";
    case kNormal: return "normal";
    case kLegalized: return "legalized";
    case kDataflowFree: return "dataflow-free";
    case kCallTIRLowered: return "call_tir-free";
    case kAllocLowered: return "alloc_tensor-free";
    case kShapeLowered: return "shape-lowered";
    case kSymbolsAttached: return "symbols-attached";
    case kPurityForced: return "purity-forced";
    case kNamedBySymbol: return "named-by-symbol";
  }
  return "?";
}

Status CheckProp(Context&, const Module& module, Prop prop) {
  switch (prop) {
    case kNoProps: return Done{};
    case kNormal: return CheckBodies(module, NotNormal);
    case kLegalized: return CheckOps(module, "needs a kernel", NeedsKernel);
    case kDataflowFree:
      return CheckBodies(module, [](const Node* node) {
        const auto* block = As<BindingBlock>(node);
        return block != nullptr && block->is_dataflow ? std::string("a dataflow block is left") : std::string();
      });
    case kCallTIRLowered: return CheckOps(module, "is left", IsDestinationPassing);
    case kAllocLowered:
      return CheckOps(module, "is left", [](std::string_view name) { return name == "relax.builtin.alloc_tensor"; });
    case kShapeLowered: return CheckBodies(module, SymbolicShape);
    case kSymbolsAttached: return CheckSymbols(module);
    case kPurityForced: return CheckPurityForced(module);
    case kNamedBySymbol: return CheckNames(module);
  }
  return Done{};
}

}  // namespace assay
