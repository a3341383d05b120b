// Shrinks of PrimFuncs: fewer statements, bodies in place of loops and branches, simpler scalar expressions.
#include "fuzzers/reduce/shrinks.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {
namespace {

const Expr* Replaced(Context& ctx, const Expr* func, const Node* target, const Node* by) {
  return static_cast<const Expr*>(
      Rewrite(ctx, func, [&](const Node* node, const Node* original) { return original == target ? by : node; }));
}

bool TryReplace(Reducer& r, size_t index, const Node* target, const Node* by) {
  if (by == nullptr || by == target) return false;
  return r.Try(WithEntryFunction(r.ctx, r.module, index, Replaced(r.ctx, r.module.entries[index].func, target, by)));
}

// The nodes below a function that `wanted` accepts, in order of first occurrence.
template <class F>
std::vector<const Node*> Collect(const Expr* func, F&& wanted) {
  std::vector<const Node*> found;
  WalkOnce(func, [&](const Node* node) {
    if (wanted(node)) found.push_back(node);
  });
  return found;
}

// Calls f(node), which says whether the function changed, for each node; after a change the list is made anew.
template <class Wanted, class F>
void ForEachNode(Reducer& r, size_t index, Wanted&& wanted, F&& f) {
  for (size_t at = 0; !r.Spent();) {
    std::vector<const Node*> nodes = Collect(r.module.entries[index].func, wanted);
    if (at >= nodes.size()) return;
    if (!f(nodes[at])) ++at;
  }
}

const Stmt* Without(Context& ctx, const SeqStmt& seq, size_t place) {
  std::vector<const Stmt*> stmts(seq.seq.begin(), seq.seq.end());
  stmts.erase(stmts.begin() + static_cast<std::ptrdiff_t>(place));
  return MakeSeqStmt(ctx, stmts);
}

bool ShrinkStatement(Reducer& r, size_t index, const Node* node) {
  if (const auto* seq = As<SeqStmt>(node)) {
    for (size_t i = seq->seq.size(); i-- > 0;) {
      if (seq->seq.size() > 1 && TryReplace(r, index, node, Without(r.ctx, *seq, i))) return true;
    }
  }
  if (const auto* loop = As<For>(node)) {
    return TryReplace(r, index, node, SubstituteIn(r.ctx, loop->body, {{loop->loop_var, loop->min}}));
  }
  if (const auto* choice = As<IfThenElse>(node)) {
    return TryReplace(r, index, node, choice->then_case) || TryReplace(r, index, node, choice->else_case);
  }
  if (const auto* loop = As<While>(node)) return TryReplace(r, index, node, loop->body);
  return false;
}

bool IsPlainKind(const For& loop) { return loop.for_kind == ForKind::kSerial; }

bool MakeSerial(Reducer& r, size_t index, const Node* node) {
  const auto* loop = As<For>(node);
  if (loop == nullptr || IsPlainKind(*loop) || loop->for_kind == ForKind::kThreadBinding) return false;
  For* serial = r.ctx.arena.New<For>(*loop);
  serial->for_kind = ForKind::kSerial;
  return TryReplace(r, index, node, serial);
}

bool IsCompound(const Node* node) {
  return AsBinary(node) != nullptr || Is<Select>(node) || Is<Call>(node) || Is<Cast>(node) || Is<Let>(node) ||
         Is<Not>(node) || Is<BufferLoad>(node);
}

const Expr* ConstantOf(Context& ctx, DType dtype, int64_t value) {
  if (dtype.IsFloating()) return MakeFloat(ctx, static_cast<double>(value), dtype);
  return dtype.IsHandle() || dtype.IsVoid() ? nullptr : MakeInt(ctx, value, dtype);
}

bool ShrinkExpression(Reducer& r, size_t index, const Node* node) {
  const Expr* expr = AsExpr(node);
  DType dtype = DTypeOf(expr);
  if (dtype.IsVoid() || dtype.lanes != 1) return false;
  std::vector<const Node*> children;
  ForEachChild(node, Types::kSkip, [&](const Node* child) { children.push_back(child); });
  for (int64_t value : {0, 1}) {
    if (TryReplace(r, index, node, ConstantOf(r.ctx, dtype, value))) return true;
  }
  for (const Node* child : children) {
    const Expr* operand = AsExpr(child);
    if (operand != nullptr && operand->type != nullptr && DTypeOf(operand) == dtype &&
        TryReplace(r, index, node, operand))
      return true;
  }
  return false;
}

template <class F>
void ForEachPrimFunc(Reducer& r, F&& f) {
  for (size_t i = 0; i < r.module.entries.size() && !r.Spent(); ++i) {
    if (Is<PrimFunc>(r.module.entries[i].func)) f(i);
  }
}

}  // namespace

void DropStatements(Reducer& r) {
  auto any_stmt = [](const Node* node) {
    return Is<SeqStmt>(node) || Is<For>(node) || Is<IfThenElse>(node) || Is<While>(node);
  };
  ForEachPrimFunc(r, [&](size_t index) {
    ForEachNode(r, index, any_stmt,
                [&](const Node* node) { return ShrinkStatement(r, index, node) || MakeSerial(r, index, node); });
  });
}

void SimplifyExpressions(Reducer& r) {
  ForEachPrimFunc(r, [&](size_t index) {
    ForEachNode(r, index, IsCompound, [&](const Node* node) { return ShrinkExpression(r, index, node); });
  });
}

}  // namespace assay
