// IndexNarrower: a mutator that gives loops and axes of blocks variables of 32 bits for ones of 64, and computes in 32
// bits what follows from them and fits. What does not fit is computed in 64 bits from the narrow variables. Tested
// through NarrowDataType and ForceNarrowIndexToInt32.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/refusing_mutator.h"

namespace assay {

class IndexNarrower : public RefusingMutator {
 public:
  // By force: all dimensions become narrow, too, and are taken to fit.
  IndexNarrower(Context& context, int bits, bool force)
      : RefusingMutator(context), narrow_(DType::Int(static_cast<uint8_t>(bits))), force_(force) {}

  const PrimFunc* VisitFunction(const PrimFunc* func) override;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override;
  const Expr* VisitExpr(const Expr* e) override { return Value(e); }
  const Buffer* VisitBuffer(const Buffer* buffer) override;

 private:
  bool IsWide(const Expr* e) const { return DTypeOf(e).IsInt() && DTypeOf(e).bits > narrow_.bits; }
  bool UsesNarrowed(const Expr* e) const;
  // In its shape, strides or offset.
  bool UsesNarrowed(const Buffer& buffer) const;
  // The same value in few bits; null where that is not known to fit.
  const Expr* Narrow(const Expr* e);
  const Expr* NarrowOf(const Expr* e);
  const Expr* NarrowFirst(const Expr* e);
  const Expr* NarrowParts(const Expr* e);
  // The expression with its own dtype, of variables that may be narrow now.
  const Expr* Value(const Expr* e);
  // The same where it is narrow inside, or a number; null where it is made of the values of its parts.
  const Expr* NarrowValue(const Expr* e);
  const Expr* ValueOf(const Expr* e);
  // Of either width.
  const Expr* Index(const Expr* e);
  Nodes<Expr> Indices(Nodes<Expr> indices);
  // Of a buffer: narrow by force alone, since an offset that nobody names has the dtype of its dimensions.
  const Expr* Size(const Expr* e) { return force_ ? Index(e) : Value(e); }
  Nodes<Expr> Sizes(Nodes<Expr> sizes);
  const Range* Narrow(const Range& range);
  const Var* MakeNarrow(const Var* var);
  const Stmt* VisitLoop(const For& loop);
  const Stmt* VisitBlock(const SBlockRealize& realize);
  Nodes<BufferRegion> Regions(Nodes<BufferRegion> regions);
  void NarrowDefined(const Buffer& buffer);
  void NarrowSizes(PrimFunc& func);
  const Type* NarrowType(const Type* type);
  void Refuse(const Node* node, std::string message);

  DType narrow_;
  bool force_;
  KernelFacts* facts_ = nullptr;
  // The statement or buffer at hand.
  const Node* place_ = nullptr;
  VarMap vars_;
  // What no buffer defines by naming it.
  std::unordered_set<const Var*> defined_;
  std::unordered_map<const Buffer*, const Buffer*> buffers_;
};

}  // namespace assay
