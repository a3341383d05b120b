// Blocks whose loops go further than their axes, as padded ones do, or not through all of them: then the rest of the
// target stays what it is. Predicates and extents that depend on other loops say so.
#include <algorithm>
#include <bit>

#include "generators/modules/tir_gen.h"

namespace assay {
namespace {

constexpr int64_t kMostBeyond = 3;

}  // namespace

// The loop runs a little further than the axis, or up to a power of two, and the predicate leaves out what is beyond.
bool TirGen::GoesBeyond(const Axis& axis, Loop& loop, const Expr*& predicate) {
  const auto* extent = As<IntImm>(axis.extent);
  // A reduction over nothing is one without iterations.
  bool some = extent != nullptr && extent->value > 0;
  // Schedules for threads leave many such loops.
  if (!bytes().Chance(1, scheduled_ ? 4 : 10) || (axis.reduce && !some)) return false;
  int64_t more = 1 + static_cast<int64_t>(bytes().Below(kMostBeyond));
  if (some && bytes().Chance(1, 2))
    more = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(extent->value) + 1)) - extent->value;
  loop.extent = extent != nullptr ? IndexInt(extent->value + more)
                                  : MakeBinary(ctx(), NodeKind::kAdd, axis.extent, IndexInt(more));
  const Expr* inside = MakeBinary(ctx(), NodeKind::kLT, loop.var, axis.extent);
  predicate = predicate == nullptr ? inside : MakeBinary(ctx(), NodeKind::kAnd, predicate, inside);
  return true;
}

// A loop ends where another one has come to, or the predicate that is given back leaves some iterations out; null:
// none.
const Expr* TirGen::LeaveOut(std::vector<Loop>& loops) {
  Loop& last = loops.back();
  const Loop& other = loops[bytes().Below(loops.size())];
  const auto* extent = As<IntImm>(other.extent);
  if (other.var != last.var && bytes().Chance(1, 2)) {
    const Expr* reached = MakeBinary(ctx(), NodeKind::kAdd, other.var, IndexInt(1));
    const auto* whole = As<IntImm>(last.extent);
    bool within = extent != nullptr && whole != nullptr && extent->value <= whole->value;
    last.extent = within ? reached : MakeBinary(ctx(), NodeKind::kMin, reached, last.extent);
    return nullptr;
  }
  int64_t most = extent != nullptr && extent->value > 1 ? extent->value - 1 : kMostBeyond;
  int64_t end = 1 + static_cast<int64_t>(bytes().Below(static_cast<uint64_t>(most)));
  const Expr* counted = other.var == last.var || bytes().Chance(1, 2)
                            ? other.var
                            : MakeBinary(ctx(), NodeKind::kAdd, other.var, last.var);
  return MakeBinary(ctx(), NodeKind::kLT, counted, IndexInt(end));
}

// The target, which is filled, has other values in some of its elements.
const Stmt* TirGen::PartStage(const Buffer* target) {
  std::vector<const Buffer*> readable = readable_;
  std::erase(readable_, target);
  std::vector<Axis> axes = MakeAxes(target, /*reduce=*/false);
  SBlock* block = ctx().arena.New<SBlock>(*MakeBlock(target, axes, /*reduce=*/false));
  block->name_hint = ctx().Intern(target->name.str() + "_part");
  readable_ = std::move(readable);
  std::vector<Loop> loops;
  std::vector<const Expr*> values;
  for (const Axis& axis : axes) {
    loops.push_back({MakeVar(ctx(), "i" + std::to_string(next_++), index_), axis.extent, ForKind::kSerial});
    values.push_back(loops.back().var);
  }
  SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
  const Expr* predicate = LeaveOut(loops);
  realize->predicate = predicate == nullptr ? MakeBool(ctx(), true) : predicate;
  if (scheduled_)
    BindThreads(loops);
  else
    AvoidLoneSerialLoops(loops);
  realize->iter_values = ctx().Copy(values);
  realize->block = block;
  return Nest(loops, FromElsewhere(*realize));
}

}  // namespace assay
