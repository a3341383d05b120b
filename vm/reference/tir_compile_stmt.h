// TirStmtCompiler: statements of a kernel (tir_code_state.h): structure becomes jumps. Loops of every kind run in
// order; blocks bind their variables, skip on a false predicate, and run init when all reduction variables stand at
// their start (as TVM's LowerInitBlock). Internal to vm/reference.
#pragma once

#include "vm/reference/tir_code_state.h"

namespace assay {

class TirStmtCompiler : protected TirCompilerPart {
 public:
  explicit TirStmtCompiler(TirCodeState& state) : TirCompilerPart(state) {}

  void Statement(const Stmt* s);
  void Loop(const For& loop);
  void Attribute(const AttrStmt& attr);
  void ReturnOf(const Expr* value);

 private:
  void StatementNode(const Stmt* s);
  void WhileLoop(const While& loop);
  void Conditional(const IfThenElse& branch);
  void Block(const SBlockRealize& realize);
  void Init(const SBlock& block);
  void Store(const BufferStore& store);
};

}  // namespace assay
