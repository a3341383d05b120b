#include "generators/modules/tir_free_names.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "generators/modules/tir_affine.h"

namespace assay {
namespace {

// Names in a row, and what they may be.
constexpr uint64_t kLongestChain = 32;
constexpr int64_t kMostNamed = 1 << 20;

}  // namespace

// More than one value: where it is but one, with what varies added.
FreeNames::Ranged FreeNames::Varying(Ranged a) {
  constexpr int kTries = 4;
  for (int i = 0; i < kTries && a.low == a.high; ++i) {
    Ranged more = FreeForms(scope_).Term();
    if (more.low < more.high)
      a = {MakeBinary(ctx(), NodeKind::kAdd, a.expr, more.expr), a.low + more.low, a.high + more.high};
  }
  return a;
}

const Stmt* FreeNames::NamedChain() {
  std::vector<const Stmt*> names;
  Ranged before = Varying(FreeForms(scope_).Affine(1)), last = Varying(FreeForms(scope_).Affine(1));
  for (uint64_t i = 4 + bytes().Below(kLongestChain); i > 0; --i) {
    Ranged next = FreeForms(scope_).Joined(bytes().Chance(3, 4) ? FreeForms(scope_).Divided(before) : before, last);
    if (Is<IntImm>(next.expr) || Is<Var>(next.expr)) next = FreeForms(scope_).Scaled(FreeForms(scope_).Term());
    next = Varying(next);
    // What grew too large goes on as a remainder.
    if (std::max(std::abs(next.low), std::abs(next.high)) > kMostNamed)
      next =
          FreeForms(scope_).DividedBy(next, NodeKind::kFloorMod, 2 + static_cast<int64_t>(bytes().Below(kMostNamed)));
    Bind* bind = ctx().arena.New<Bind>();
    bind->var = MakeVar(ctx(), Fresh("u"), scope_.index);
    bind->value = next.expr;
    names.push_back(bind);
    before = std::exchange(last, {bind->var, next.low, next.high});
  }
  if (names.empty()) return nullptr;
  scope_.vars.push_back(last);
  return MakeSeqStmt(ctx(), names);
}

const Stmt* FreeNames::Named() {
  if (bytes().Chance(1, 8)) return NamedChain();
  Ranged a = FreeForms(scope_).Affine(2);
  if (Is<IntImm>(a.expr)) return nullptr;
  Bind* bind = ctx().arena.New<Bind>();
  bind->var = MakeVar(ctx(), Fresh("u"), scope_.index);
  bind->value = a.expr;
  scope_.vars.push_back({bind->var, a.low, a.high});
  return bind;
}

}  // namespace assay
