#include "vm/short_circuit.h"

#include "ir/builder.h"
#include "ir/ops/term.h"
#include "ir/rewrite.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool ReadsMemory(const Expr* e) {
  return AnyAccess(e, [](const ElementAccess&) { return true; });
}

bool IsGuard(const Node* node) {
  if (node->kind != NodeKind::kAnd && node->kind != NodeKind::kOr) return false;
  const BinaryExpr* both = AsBinary(static_cast<const Expr*>(node));
  return DTypeOf(both).lanes == 1 && DTypeOf(both->a).lanes == 1 && ReadsMemory(both->b);
}

bool HasGuard(const Node* func) {
  bool found = false;
  WalkBeforeChildren(func, [&](const Node* node) {
    found = found || IsGuard(node);
    return !found;
  });
  return found;
}

const Node* AsChoice(Context& ctx, const Node* node) {
  if (!IsGuard(node)) return node;
  const BinaryExpr* both = AsBinary(static_cast<const Expr*>(node));
  Term a(ctx, both->a), b(ctx, both->b);
  bool conjunction = node->kind == NodeKind::kAnd;
  Term otherwise(ctx, MakeBool(ctx, !conjunction));
  const Expr* choice = (conjunction ? IfThenElseOf(a, b, otherwise) : IfThenElseOf(a, otherwise, b)).expr();
  const auto* call = As<Call>(choice);
  if (call == nullptr) return choice;
  Call* placed = ctx.arena.New<Call>(*call);
  placed->span = both->span;
  return placed;
}

}  // namespace

Module ShortCircuitGuards(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func) || !HasGuard(entry.func)) continue;
    auto rule = [&](const Node* node, const Node*) { return AsChoice(ctx, node); };
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, rule));
    changed = true;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace assay
