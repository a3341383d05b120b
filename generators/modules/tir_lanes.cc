#include "generators/modules/tir_lanes.h"

#include <algorithm>
#include <utility>

#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free_memory.h"
#include "generators/modules/tir_free_stores.h"
#include "generators/modules/tir_free_values.h"
#include "generators/modules/widen.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

constexpr int64_t kMostLanes = 6;

}  // namespace

// Another number of this one: every so many elements, from some element on, from either side.
LaneStmts::Strip LaneStmts::Places(int64_t extent) {
  int64_t step = 1 + static_cast<int64_t>(bytes().Chance(1, 3) ? bytes().Below(3) : 0);
  int64_t begin = bytes().Chance(1, 3) ? static_cast<int64_t>(bytes().Below(3)) : 0;
  return {begin, step, begin + (extent - 1) * step, bytes().Chance(1, 4)};
}

const Expr* LaneStmts::PlaceOf(const Strip& places, const Expr* iteration) {
  if (places.mirrored && bytes().Chance(1, 2)) {
    const Expr* back = MakeBinary(ctx(), NodeKind::kMul, iteration, Int(-places.step));
    return MakeBinary(ctx(), NodeKind::kAdd, back, Int(places.last));
  }
  const Expr* scaled = places.step == 1 ? iteration : MakeBinary(ctx(), NodeKind::kMul, iteration, Int(places.step));
  if (places.mirrored) return MakeBinary(ctx(), NodeKind::kSub, Int(places.last), scaled);
  return places.begin == 0 ? scaled : MakeBinary(ctx(), NodeKind::kAdd, scaled, Int(places.begin));
}

// What an iteration stores into its element, with or without what is there.
const Stmt* LaneStmts::IntoOwn(const Buffer* buffer, const std::vector<const Expr*>& at, int64_t beside) {
  const Expr* value = FreeValues(scope_).Value(buffer->dtype);
  if (beside != 0 && bytes().Chance(1, 2)) {
    std::vector<const Expr*> other = at;
    other.back() = MakeBinary(ctx(), beside > 0 ? NodeKind::kAdd : NodeKind::kSub, at.back(), Int(std::abs(beside)));
    value = FreeValues(scope_).WithCarried({buffer, other}, value);
  }
  // A guard of each iteration keeps from being computed what may not be.
  if (const Expr* guard = bytes().Chance(1, 4) ? FreeValues(scope_).BehindAGuard() : nullptr)
    value = buffer->dtype.IsBool() ? guard : MakeSelect(ctx(), guard, value, MakeLoad(ctx(), buffer, at));
  if (!buffer->dtype.IsBool() && bytes().Chance(1, 2))
    value =
        MakeBinary(ctx(), bytes().Chance(1, 2) ? NodeKind::kAdd : NodeKind::kMax, MakeLoad(ctx(), buffer, at), value);
  return MakeStore(ctx(), buffer, value, at);
}

// One statement of an iteration.
// recursion: branches and loops hold stores alone
const Stmt* LaneStmts::OfIteration(const Buffer* buffer, const std::vector<const Expr*>& at,
                                   const std::vector<Ranged>& even, int64_t beside, bool nested) {
  switch (nested ? 9 : bytes().Below(10)) {
    case 0: {
      Bind* bind = ctx().arena.New<Bind>();
      DType dtype = scope_.module.plan.PickDType(bytes(), kNumeric);
      bind->value = FreeValues(scope_).Value(dtype);
      bind->var = MakeVar(ctx(), Fresh("u"), dtype);
      const Expr* named = bind->var;
      if (buffer->dtype.IsBool())
        named = MakeBinary(ctx(), NodeKind::kLT, named, FreeValues(scope_).Value(dtype));
      else if (buffer->dtype != dtype)
        named = MakeCast(ctx(), buffer->dtype, named);
      return MakeSeqStmt(ctx(), {bind, MakeStore(ctx(), buffer, named, at)});
    }
    case 1:
    case 2: {
      // A condition of what is outside.
      std::vector<Ranged> all = std::exchange(scope_.vars, even);
      std::vector<const Expr*> asked = std::exchange(scope_.asked, {});
      IfThenElse* choice = ctx().arena.New<IfThenElse>();
      choice->condition = FreeForms(scope_).Condition();
      scope_.vars = std::move(all);
      scope_.asked = std::move(asked);
      choice->then_case = OfIteration(buffer, at, even, beside, true);
      if (bytes().Chance(1, 2)) choice->else_case = OfIteration(buffer, at, even, beside, true);
      return choice;
    }
    case 3:
    case 4: {
      const Var* inner = MakeVar(ctx(), Fresh("f"), scope_.index);
      int64_t from = bytes().Chance(1, 3) ? 1 : 0, extent = 1 + static_cast<int64_t>(bytes().Below(3));
      scope_.vars.push_back({inner, from, from + extent - 1});
      For* loop =
          ctx().arena.New<For>(*MakeFor(ctx(), inner, Int(extent), OfIteration(buffer, at, even, beside, true)));
      loop->min = Int(from);
      scope_.vars.pop_back();
      return loop;
    }
    default: return IntoOwn(buffer, at, beside);
  }
}

const Stmt* LaneStmts::Lanes() {
  int64_t extent = 2 + static_cast<int64_t>(bytes().Below(kMostLanes)), from = bytes().Chance(1, 3) ? 1 : 0;
  ForKind kind = bytes().Chance(2, 3) ? ForKind::kVectorized : ForKind::kParallel;
  std::vector<const Buffer*> own;
  std::vector<Strip> places;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    Strip at = Places(from + extent);
    // Lanes have the order of a loop's iterations, until they are made vectors.
    if (kind == ForKind::kVectorized && bytes().Chance(1, 4)) at.beside = bytes().Chance(1, 2) ? 1 : -1;
    int64_t behind = at.beside > 0 ? 1 : 0;
    if (at.beside < 0) ++at.begin, ++at.last;
    at.rows = bytes().Chance(1, 4) ? 2 : 0;
    std::vector<const Expr*> shape{Int(at.last + 1 + behind + static_cast<int64_t>(bytes().Below(2)))};
    if (at.rows != 0) shape.insert(shape.begin(), Int(at.rows));
    DType dtype = scope_.module.plan.PickDType(bytes(), kAnyDType);
    own.push_back(MakeBuffer(ctx(), Fresh("lanes"), dtype, shape, "global"));
    places.push_back(at);
  }
  std::vector<const Stmt*> stmts;
  for (const Buffer* buffer : own) stmts.push_back(FreeStores(scope_).Filled(buffer));
  std::vector<Ranged> even = scope_.vars;
  const Var* iteration = MakeVar(ctx(), Fresh("f"), scope_.index);
  scope_.vars.push_back({iteration, from, from + extent - 1});
  std::vector<const Stmt*> body;
  for (uint64_t i = 1 + bytes().Below(3); i > 0; --i) {
    size_t which = bytes().Below(own.size());
    std::vector<const Expr*> at{PlaceOf(places[which], iteration)};
    // A row for each memory: iterations are told apart by the last axis.
    if (places[which].rows != 0) at.insert(at.begin(), Int(places[which].rows - 1));
    body.push_back(OfIteration(own[which], at, even, places[which].beside, false));
  }
  scope_.vars = std::move(even);
  For* loop = ctx().arena.New<For>(*MakeFor(ctx(), iteration, Int(extent), MakeSeqStmt(ctx(), body), kind));
  loop->min = Int(from);
  stmts.push_back(loop);
  for (const Buffer* buffer : own) stmts.push_back(FreeStores(scope_).Shown(buffer));
  return FreeMemory(scope_).Owning(own, stmts);
}

}  // namespace assay
