// What nodes do: the memory that they read and write, whether they may trap, and whether they do what cannot be told
// from their accesses. Whether an expression may trap is asked by IsSpeculatable alone. Passes, schedule primitives and
// fusion ask it. Of calls in Relax, ir/ops/purity.h tells. Tested by effects_test.cc.
#pragma once

#include <unordered_set>

#include "ir/tir/node.h"

namespace assay {

// Of one node, without what it is made of.
struct NodeEffects {
  // An element of memory.
  bool reads = false;
  bool writes = false;
  // A call that does more than give what its operands decide.
  bool calls = false;
  // Out of a loop or the kernel.
  bool jumps = false;
  // A view, a pointer, a loop that may not end.
  bool unknown = false;
  // Other than by an access out of bounds.
  bool may_trap = false;
};
NodeEffects EffectsOfNode(const Node* node);

// Of a statement or an expression, with all that it is made of. Memory is told by the variables of its buffers.
struct EffectSet {
  std::unordered_set<const Var*> reads, writes;
  bool unknown = false;

  void Add(const EffectSet& other);
  bool Touches(const Var* data) const { return reads.contains(data) || writes.contains(data); }
};
EffectSet EffectsOf(const Node* root);
// Whether anything in the statement jumps, out of the statement or not.
bool Jumps(const Stmt* s);
// What the outermost blocks say that they read and write, and the effects of what is around them.
EffectSet DeclaredEffectsOf(const Stmt* s);
// Whether both may change places: neither writes what the other one reads or writes.
bool CanReorder(const EffectSet& a, const EffectSet& b);

// Whether the call gives what its operands decide, and does nothing else.
bool IsPureIntrinsic(const Call* call);
// Whether the expression reads no memory and calls nothing but plain functions of their operands.
bool IsPure(const Expr* e);
// Whether computing it can do nothing but give a value: pure, and no division by what may be zero.
bool IsSpeculatable(const Expr* e);
// Whether a loop's ends and step can do nothing but give values, and the step goes forward.
bool IsHeadSpeculatable(const For& loop);
// `A[i] = A[i]`.
bool IsSelfStore(const BufferStore* store);
// The elements whose places the node hands on: that whose address it takes, or where a reduction over threads puts its
// results. Memory behind them may be used in any way.
std::vector<const BufferLoad*> HandedOnBy(const Node* node);
// Memory that a call gets by its pointer, whole: the variable, and whether it may write there, which of its arguments
// tvm_access_ptr alone says otherwise.
struct PointerUse {
  const Var* data;
  bool writes;
};
std::vector<PointerUse> PointersTakenBy(const Node* node);

}  // namespace assay
