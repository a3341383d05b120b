// What nests do to memory, in terms of the variables of loops, for steps that move blocks past each other. Tested
// through the steps.
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "ir/arith/bounds.h"
#include "passes/schedule/schedule.h"

namespace assay {

// Memory that a statement reads and writes, by the variables of its buffers.
struct EffectSet {
  std::unordered_set<const Var*> reads, writes;
  // It does what cannot be told from its accesses: calls, views, pointers, jumps.
  bool unknown = false;

  void Add(const EffectSet& other);
  bool Touches(const Var* data) const { return reads.contains(data) || writes.contains(data); }
};
EffectSet FootprintOf(const Stmt* s);
// Whether both may change places: neither writes what the other one reads or writes.
bool CanReorder(const EffectSet& a, const EffectSet& b);

// An access of a buffer, its indices with the variables of blocks replaced by what they are bound to.
struct Access {
  const Buffer* buffer = nullptr;
  bool store = false;
  std::vector<const Expr*> indices;
};
struct Accesses {
  std::vector<Access> all;
  // What the loops inside run over, as far as they do not depend on each other.
  ExprDomains loops;
  std::unordered_set<const Var*> defined;
};
Accesses AccessesIn(Context& ctx, const Stmt* s);

// The loops, slowest first, where the value counts 0, 1, 2, … over them; nothing where it does not, or mentions
// anything else.
std::optional<std::vector<const For*>> CountsOver(Context& ctx, const Expr* value, std::span<const For* const> loops);

// The place of a statement in the scope's body; nothing where it is none of its statements.
std::optional<size_t> PlaceIn(const SBlock& scope, const Stmt* top);
// All that the scope's statements [first, last) do.
EffectSet FootprintBetween(const SBlock& scope, size_t first, size_t last);

}  // namespace assay
