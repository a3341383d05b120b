#include "passes/rewrite/stmt_mutator.h"

#include <algorithm>

#include "ir/own_scope.h"
#include "ir/tir/unit_step.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool Defines(const Node* parent, const Node* child) {
  bool defined = false;
  Visit(parent, [&](const auto& node) {
    ForEachField(node, [&](const auto& value, const auto& field) {
      using Value = std::remove_cvref_t<decltype(value)>;
      if constexpr (std::is_pointer_v<Value>) defined |= field.role != FieldRole::kUse && value == child;
    });
  });
  return defined;
}

}  // namespace

const Stmt* NoOp(Context& ctx) {
  Evaluate* nothing = ctx.arena.New<Evaluate>();
  nothing->value = MakeInt(ctx, 0, DType::Int(32));
  return nothing;
}

bool IsNoOp(const Stmt* s) {
  const auto* evaluate = As<Evaluate>(s);
  return evaluate != nullptr && Is<IntImm>(evaluate->value);
}

const Stmt* OrNoOp(Context& ctx, const Stmt* visited, const Stmt* original) {
  if (visited != nullptr) return visited;
  return IsNoOp(original) ? original : NoOp(ctx);
}

Diag BlocksAreLeft(const PrimFunc& func) {
  return {DiagKind::kCannotLower, func.span, "a kernel has blocks; run LowerOpaqueBlock first", "", {}};
}

bool HasBlocks(const PrimFunc& func) {
  bool found = false;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    found |= Is<SBlock>(node);
    return !found && AsExpr(node) == nullptr;
  });
  return found;
}

const PrimFunc* WithBody(Context& ctx, const PrimFunc* func, const Stmt* body) {
  body = OrNoOp(ctx, body, func->body);
  if (body == func->body) return func;
  PrimFunc* changed = ctx.arena.New<PrimFunc>(*func);
  changed->body = body;
  return changed;
}

const PrimFunc* StmtMutator::VisitFunction(const PrimFunc* func) {
  return assay::WithBody(ctx, func, Visit(func->body));
}

const For* StmtMutator::WithBody(const For* loop, const Stmt* body) {
  body = OrNoOp(ctx, body, loop->body);
  if (body == loop->body) return loop;
  For* changed = ctx.arena.New<For>(*loop);
  changed->body = body;
  return changed;
}

const Stmt* StmtMutator::Children(const Stmt* s) {
  switch (StmtKindOf(s)) {
    case StmtKind::kSeqStmt: return Sequence(static_cast<const SeqStmt*>(s));
    case StmtKind::kFor: return WithoutUnitStep(ctx, static_cast<const For*>(Mapped(s)));
    case StmtKind::kIfThenElse: return Branches(static_cast<const IfThenElse*>(s));
    // A body that goes away is nothing to do; what is defined is known by the roles of fields.
    case StmtKind::kBind:
    case StmtKind::kAttrStmt:
    case StmtKind::kAssertStmt:
    case StmtKind::kBufferStore:
    case StmtKind::kDeclBuffer:
    case StmtKind::kAllocBuffer:
    case StmtKind::kEvaluate:
    case StmtKind::kWhile:
    case StmtKind::kReturn:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kSBlock:
    case StmtKind::kSBlockRealize: break;
  }
  return Mapped(s);
}

const Stmt* StmtMutator::Mapped(const Stmt* s) {
  return static_cast<const Stmt*>(
      MapChildren(ctx, s, Types::kSkip, [&](const Node* child) { return Child(s, child); }));
}

// recursion: statements nest as deep as the parser lets them; expressions are handed over whole
const Node* StmtMutator::Child(const Node* parent, const Node* child) {
  if (const Stmt* s = AsStmt(child)) return OrNoOp(ctx, Visit(s), s);
  if (const auto* buffer = As<Buffer>(child)) return VisitBuffer(buffer);
  if (const Expr* e = AsExpr(child)) return Is<Var>(e) && Defines(parent, e) ? e : VisitExpr(e);
  if (HasOwnScope(child) || (Is<AttrNode>(parent) && IsTypeKind(child->kind))) return child;
  // Ranges, regions, iteration variables, annotations.
  return MapChildren(ctx, child, Types::kSkip, [&](const Node* inner) { return Child(child, inner); });
}

const Stmt* StmtMutator::Sequence(const SeqStmt* seq) {
  std::vector<const Stmt*> kept;
  bool changed = false;
  for (const Stmt* item : seq->seq) {
    const Stmt* visited = Visit(item);
    changed |= visited != item;
    if (visited != nullptr) kept.push_back(visited);
  }
  if (!changed) return seq;
  return kept.empty() ? nullptr : MakeSeqStmt(ctx, kept);
}

const Stmt* StmtMutator::Branches(const IfThenElse* branch) {
  const Expr* condition = VisitExpr(branch->condition);
  const Stmt* then_case = OrNoOp(ctx, Visit(branch->then_case), branch->then_case);
  const Stmt* else_case = Visit(branch->else_case);
  bool same = condition == branch->condition && then_case == branch->then_case && else_case == branch->else_case;
  if (same) return branch;
  IfThenElse* changed = ctx.arena.New<IfThenElse>(*branch);
  changed->condition = condition;
  changed->then_case = then_case;
  changed->else_case = else_case;
  return changed;
}

}  // namespace assay
