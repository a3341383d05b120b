// Statements, and loops that threads share (emit_stmt.cc, emit_parallel.cc). Internal to vm/llvm.
#pragma once

#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/counter_emitter.h"
#include "vm/llvm/emitter_part.h"

namespace assay {

class StatementEmitter : public EmitterPart {
 public:
  StatementEmitter(FunctionBuilder& fn, const EmitOptions& options, NumberEmitter& numbers,
                   ArithmeticEmitter& arithmetic, MemoryTracker& tracked, FuelEmitter& fuel, KernelScope& scope,
                   CounterEmitter& counters, BufferEmitter& buffers, CallEmitter& calls, ExpressionEmitter& exprs)
      : EmitterPart(fn, options),
        numbers_(numbers),
        arithmetic_(arithmetic),
        tracked_(tracked),
        fuel_(fuel),
        scope_(scope),
        counters_(counters),
        buffers_(buffers),
        calls_(calls),
        exprs_(exprs) {}

  void Statement(const Stmt* s);

 private:
  void StatementNode(const Stmt* s);
  void Loop(const Var* var, Lane start, Lane extent, Lane step, const Stmt* body, bool apart = false);
  llvm::BranchInst* IterationsInOrder(const Var* var, Lane start, Lane extent, Lane step, Interval values,
                                      llvm::BasicBlock* end, const Stmt* body);
  // Of a loop that ends with this jump back.
  void DisableUnroll(llvm::BranchInst* again);
  // A loop of one iteration.
  void EmitSingleTrip(const Var* var, Lane start, const Stmt* body);
  void ForLoop(const For& loop);
  void WhileLoop(const While& loop);
  void Conditional(const IfThenElse& branch);
  void Block(const SBlockRealize& realize);
  void BlockInstance(const SBlockRealize& realize);
  Lanes BlockValue(const Expr* value, const Var* var);
  void BlockBody(const SBlock& block);
  void Init(const SBlock& block);
  void Attribute(const AttrStmt& attr);
  void Assertion(const AssertStmt& assertion);
  void Store(const BufferStore& store);
  void JumpAway(const Node* node, bool to_end);
  bool RunsInParallel(const For& loop);
  void ParallelIterations(const Var* var, Lane start, llvm::Value* iterations, Interval values, const Stmt* body);
  void RunRange(const Var* var, Lane start, Interval values, const Stmt* body);
  // Loads what the function at work takes from the one around it from its first argument, and says what that is, in
  // order.
  std::vector<llvm::Value*> TakeFromAround();
  void CallParallelFor(llvm::Function* function, llvm::Value* iterations, llvm::ArrayRef<llvm::Value*> taken);

  NumberEmitter& numbers_;
  ArithmeticEmitter& arithmetic_;
  MemoryTracker& tracked_;
  FuelEmitter& fuel_;
  KernelScope& scope_;
  CounterEmitter& counters_;
  BufferEmitter& buffers_;
  CallEmitter& calls_;
  ExpressionEmitter& exprs_;
  // Iterations of the loops inside the one at work, in all, of the nest that has the most.
  int64_t nested_ = 1;
};

}  // namespace assay
