#include "generators/modules/tir_split.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/modules/tir_affine.h"
#include "generators/modules/tir_free_stores.h"
#include "generators/modules/tir_free_values.h"
#include "ir/prim/intrinsics.h"

namespace assay {
namespace {

// Where loops begin, and how many iterations they have.
constexpr int64_t kLeastStart = -4, kGreatestStart = 6, kMostTrips = 8;

}  // namespace

// Holds for some of the values, from one of them on or up to one: a multiple of the variable, maybe beside what another
// one or a size comes to, against a bound that it crosses or just meets.
const Expr* SplitStmts::Reached(const Ranged& axis) {
  int64_t factor = bytes().Between(1, 5) * (bytes().Chance(1, 3) ? -1 : 1);
  auto [low, high] = std::minmax({factor * axis.low, factor * axis.high});
  const Expr* scaled = factor == 1 ? axis.expr : MakeBinary(ctx(), NodeKind::kMul, axis.expr, Int(factor));
  Ranged beside = bytes().Chance(1, 2) && !scope_.vars.empty() ? bytes().Pick(scope_.vars) : Ranged{nullptr, 0, 0};
  if (beside.expr != nullptr && beside.expr != axis.expr) {
    scaled = MakeBinary(ctx(), NodeKind::kAdd, scaled, beside.expr);
    low += beside.low, high += beside.high;
  } else if (bytes().Chance(1, 2)) {
    int64_t more = bytes().Between(-6, 6);
    if (more != 0) scaled = MakeBinary(ctx(), NodeKind::kAdd, scaled, Int(more));
    low += more, high += more;
  }
  constexpr std::array kOrders = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT, NodeKind::kGE};
  const Expr* bound = Int(bytes().Between(low - 1, high + 1));
  if (bytes().Chance(1, 4)) return MakeBinary(ctx(), bytes().Pick(kOrders), bound, scaled);
  return MakeBinary(ctx(), bytes().Pick(kOrders), scaled, bound);
}

// How many iterations a loop has: a number, or now and then a name for one up to it, which memory alone says. The name
// is bound in front of the loop.
const Expr* SplitStmts::Count(int64_t most, std::vector<const Stmt*>& before) {
  if (most < 1 || !bytes().Chance(1, 2)) return Int(most);
  const Expr* of_memory = FreeForms(scope_).OfMemory();
  bool chosen = of_memory != nullptr && bytes().Chance(1, 2);
  Ranged read = chosen ? FreeValues(scope_).NumberOf(of_memory, most) : FreeForms(scope_).Indirect();
  if (Is<IntImm>(read.expr) || read.low < 0) return Int(most);
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("u"), scope_.index);
  bind->value = read.high <= most ? read.expr : MakeBinary(ctx(), NodeKind::kMin, read.expr, Int(most));
  before.push_back(bind);
  return bind->var;
}

// A loop from any start, in which one or two conditions on its variable decide.
// recursion: at most `depth` deep
const Stmt* SplitStmts::Split(int depth) {
  For* loop = ctx().arena.New<For>();
  int64_t from = bytes().Chance(1, 3) ? 0 : bytes().Between(kLeastStart, kGreatestStart);
  int64_t iterations = 1 + static_cast<int64_t>(bytes().Below(kMostTrips));
  std::vector<const Stmt*> whole;
  loop->min = Int(from);
  loop->extent = from == 0 ? Count(iterations, whole) : Int(iterations);
  loop->loop_var = MakeVar(ctx(), Fresh("f"), scope_.index);
  Mark outer = scope_.Here();
  bool left = std::exchange(scope_.in_loop, false);
  Ranged axis{loop->loop_var, from, from + iterations - 1};
  scope_.vars.push_back(axis);
  std::vector<const Stmt*> body;
  for (uint64_t i = 1 + bytes().Below(2); i > 0; --i) {
    IfThenElse* choice = ctx().arena.New<IfThenElse>();
    choice->condition = Reached(axis);
    if (bytes().Chance(3, 4))
      choice->condition = MakeIntrinsic(ctx(), IntrinsicId::likely, DType::Bool(), {choice->condition});
    choice->then_case = depth > 1 && bytes().Chance(1, 4) ? Split(depth - 1) : FreeStores(scope_).Store();
    if (bytes().Chance(1, 2)) choice->else_case = FreeStores(scope_).Store();
    body.push_back(choice);
    if (bytes().Chance(1, 4)) body.push_back(FreeStores(scope_).Store());
  }
  loop->body = MakeSeqStmt(ctx(), body);
  scope_.in_loop = left;
  scope_.BackTo(outer);
  whole.push_back(loop);
  return MakeSeqStmt(ctx(), whole);
}

}  // namespace assay
