#include "generators/modules/tir_edges.h"

#include <algorithm>
#include <bit>

#include "generators/modules/tir_blocks.h"

namespace assay {
namespace {

constexpr int64_t kMostBeyond = 3;

}  // namespace

// The loop runs a little further than the axis, or up to a power of two, and the predicate leaves out what is beyond.
bool EdgeStages::GoesBeyond(const Axis& axis, Loop& loop, const Expr*& predicate) {
  const auto* extent = As<IntImm>(axis.extent);
  // A reduction over nothing is one without iterations.
  bool some = extent != nullptr && extent->value > 0;
  // Schedules for threads leave many such loops.
  if (!bytes().Chance(1, scope_.scheduled ? 4 : 10) || (axis.reduce && !some)) return false;
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
const Expr* EdgeStages::LeaveOut(std::vector<Loop>& loops) {
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
const Stmt* EdgeStages::PartStage(const Buffer* target) {
  std::vector<const Buffer*> readable = scope_.readable;
  std::erase(scope_.readable, target);
  std::vector<Axis> axes = MakeAxes(target, /*reduce=*/false);
  SBlock* block = ctx().arena.New<SBlock>(*BlockStages(scope_).MakeBlock(target, axes, /*reduce=*/false));
  block->name_hint = ctx().Intern(target->name.str() + "_part");
  scope_.readable = std::move(readable);
  std::vector<Loop> loops;
  std::vector<const Expr*> values;
  for (const Axis& axis : axes) {
    loops.push_back({MakeVar(ctx(), "i" + std::to_string(scope_.next++), scope_.index), axis.extent, ForKind::kSerial});
    values.push_back(loops.back().var);
  }
  SBlockRealize* realize = ctx().arena.New<SBlockRealize>();
  const Expr* predicate = LeaveOut(loops);
  realize->predicate = predicate == nullptr ? MakeBool(ctx(), true) : predicate;
  if (scope_.scheduled)
    BlockStages(scope_).BindThreads(loops);
  else
    BlockStages(scope_).AvoidLoneSerialLoops(loops);
  realize->iter_values = ctx().Copy(values);
  realize->block = block;
  return BlockStages(scope_).Nest(loops, BlockStages(scope_).FromElsewhere(*realize));
}

}  // namespace assay
