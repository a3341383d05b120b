// StmtMutator: what most TIR passes are written with. Statements nest as deep as the parser lets them, so they are
// visited by recursion; expressions are handed over whole. The input is never touched. Tested through the passes.
#pragma once

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "passes/pass.h"
#include "passes/rewrite/module_editor.h"

namespace assay {

// A statement that does nothing, which TVM writes `T.evaluate(0)`.
const Stmt* NoOp(Context& ctx);
bool IsNoOp(const Stmt* s);
bool HasBlocks(const PrimFunc& func);
// The refusal of a pass that takes kernels without any.
Diag BlocksAreLeft(const PrimFunc& func);
// What a visit gave, or something that does nothing where it gave null.
const Stmt* OrNoOp(Context& ctx, const Stmt* visited, const Stmt* original);

class StmtMutator {
 public:
  explicit StmtMutator(Context& context) : ctx(context) {}

  virtual const PrimFunc* VisitFunction(const PrimFunc* func);
  // Null: nothing is left of it.
  const Stmt* Visit(const Stmt* s) { return s == nullptr ? nullptr : VisitStmt(s); }

 protected:
  ~StmtMutator() = default;
  // Gives null for a statement that goes away.
  virtual const Stmt* VisitStmt(const Stmt* s) { return Children(s); }
  // A whole expression: a value, an index, a condition, an extent. Never a variable where it is defined.
  virtual const Expr* VisitExpr(const Expr* e) { return e; }
  // Where a buffer is read, written or named in a region, and where it is defined. What stands in its shape is not
  // visited.
  virtual const Buffer* VisitBuffer(const Buffer* buffer) { return buffer; }

  // The statement with all that it holds visited; sequences lose what went away and become flat.
  const Stmt* Children(const Stmt* s);
  // The same statement with other bodies.
  const For* WithBody(const For* loop, const Stmt* body);
  // What stands in a statement with all that it holds visited, such as annotations, which may name buffers.
  const Node* Child(const Node* parent, const Node* child);

  Context& ctx;

 private:
  const Stmt* Mapped(const Stmt* s);
  const Stmt* Sequence(const SeqStmt* seq);
  const Stmt* Branches(const IfThenElse* branch);
};

// The kernel with another body; itself when it is the same one.
const PrimFunc* WithBody(Context& ctx, const PrimFunc* func, const Stmt* body);

// Applies `rewrite(func) → Result<const PrimFunc*>` to each kernel of the module.
template <class F>
Result<Module> MapPrimFuncs(Context& ctx, const Module& module, F&& rewrite) {
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<PrimFunc>(module.entries[i].func);
    if (func == nullptr) continue;
    Result<const PrimFunc*> rewritten = rewrite(func);
    if (!rewritten.ok()) return std::move(rewritten).error();
    editor.Replace(i, *rewritten);
  }
  return editor.Finish();
}

// The same for a mutator class that is constructed afresh, with (ctx, args…), for each kernel.
template <class Mutator, class... A>
Result<Module> MutatePrimFuncs(Context& ctx, const Module& module, A&&... args) {
  return MapPrimFuncs(ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    return Mutator(ctx, args...).VisitFunction(func);
  });
}

}  // namespace assay
