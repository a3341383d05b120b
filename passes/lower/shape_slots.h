// ShapeSlots: the places of a function's symbolic scalars on the VM's shape heap. Every distinct expression that shapes
// and types mention has one, and so has each of its variables. Tested by testdata/vm_shape_lower.
#pragma once

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/module.h"

namespace assay {

struct ShapeSlot {
  const Expr* expr = nullptr;
  int64_t index = 0;
  // For a variable: expressions that need it.
  std::vector<ShapeSlot*> users;
  // For an expression: how many of its variables have no value yet.
  int outstanding = 0;
  bool computed = false;
};

class ShapeSlots {
 public:
  // Looks at parameters, then the body in order, then the return type, as TVM numbers them.
  ShapeSlots(Context& ctx, const Function* func);

  // nullptr when the expression has none (constants never have).
  ShapeSlot* Find(const Expr* e) const;
  // Variables of their own for the extents of a shape that is a variable, against which a tensor is matched; null where
  // the rank is not known, or nothing is.
  const std::vector<const Expr*>* SizesOf(const Var* shape) const;
  int64_t size() const { return static_cast<int64_t>(slots_.size()); }
  const std::deque<ShapeSlot>& slots() const { return slots_; }
  // Which of them have a value by now, and back to that: what a branch matches has no value behind it.
  std::vector<std::pair<bool, int>> Progress() const;
  void Restore(const std::vector<std::pair<bool, int>>& progress);
  // The first nested function, which has no place on this heap; null when there is none.
  const Function* nested() const { return nested_; }

 private:
  void CollectScalar(const Var* var);
  void CollectType(const Type* type);
  void CollectMatched(const Type* type);
  void CollectValue(const Expr* value);
  void CollectSeq(const SeqExpr* seq);
  void Collect(const Expr* scalar);
  ShapeSlot* Add(const Expr* scalar);

  Context& ctx_;
  std::deque<ShapeSlot> slots_;
  std::unordered_map<const Var*, std::vector<const Expr*>> sizes_of_;
  // By identity first: most uses repeat the node.
  mutable std::unordered_map<const Expr*, ShapeSlot*> by_node_;
  std::unordered_multimap<uint64_t, ShapeSlot*> by_hash_;
  const Function* nested_ = nullptr;
};

}  // namespace assay
