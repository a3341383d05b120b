// Moves that give loops and stores of kernels another form: where loops begin, how they nest and in which order they
// go, stores that are made twice or in either branch. Tested by moves_test.cc.
#include <algorithm>

#include <fmt/format.h>

#include "generators/moves/kernel_places.h"
#include "generators/moves/near_moves.h"
#include "ir/builder.h"
#include "ir/mentions.h"
#include "ir/tensor/int_range.h"
#include "ir/tir/accesses.h"
#include "passes/analysis/effects.h"
#include "passes/analysis/iterations.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

constexpr int64_t kMostFused = 1 << 12;

// With a number of the same dtype.
const Expr* Binary(Context& ctx, NodeKind kind, const Expr* a, int64_t b) {
  return MakeBinary(ctx, kind, a, Number(ctx, b, a));
}

// The loop's variable under a name of its own.
const Var* Another(Context& ctx, const For& loop, std::string_view word) {
  return MakeVar(ctx, fmt::format("{}_{}", loop.loop_var->name.text(), word), DTypeOf(loop.loop_var));
}

bool HasInit(const Stmt* stmt) {
  bool found = false;
  WalkOnce(stmt, [&](const Node* node) { found |= Is<SBlock>(node) && As<SBlock>(node)->init != nullptr; });
  return found;
}

// ---- loops

std::optional<Module> ShiftLoop(MoveSite& site) {
  auto fits = [](const For& loop) { return IsSimple(loop) && ExtentOf(loop) > 0; };
  return ChangeOne<For>(site, fits, [&](const For& loop) -> const Stmt* {
    DType dtype = DTypeOf(loop.loop_var);
    int64_t begin = site.bytes.Between(1, 5);
    if (dtype.IsInt() && site.bytes.Chance(1, 3)) begin = -begin;
    if (begin > 0 && ExtentOf(loop) > GreatestInt(dtype) - begin) return nullptr;
    const Var* shifted = Another(site.ctx, loop, "shifted");
    For* moved = site.ctx.arena.New<For>(loop);
    moved->loop_var = shifted;
    moved->min = MakeInt(site.ctx, begin, dtype);
    const Expr* index =
        Binary(site.ctx, begin > 0 ? NodeKind::kSub : NodeKind::kAdd, shifted, begin > 0 ? begin : -begin);
    moved->body = SubstituteIn(site.ctx, loop.body, {{loop.loop_var, index}});
    return moved;
  });
}

// The inner loop, where it is all that the outer one does, and both can be one.
const For* FusedWith(const For& outer) {
  const auto* inner = As<For>(outer.body);
  bool both = IsSimple(outer) && inner != nullptr && IsSimple(*inner) && ExtentOf(outer) > 0 && ExtentOf(*inner) > 0;
  if (!both || DTypeOf(outer.loop_var) != DTypeOf(inner->loop_var) || MayBreak(*inner)) return nullptr;
  int64_t most = std::min(kMostFused, GreatestInt(DTypeOf(outer.loop_var)));
  return ExtentOf(outer) <= most / ExtentOf(*inner) ? inner : nullptr;
}

std::optional<Module> FuseLoops(MoveSite& site) {
  auto fits = [](const For& loop) { return TakesStatements(loop) && FusedWith(loop) != nullptr; };
  return ChangeOne<For>(site, fits, [&](const For& outer) {
    Context& ctx = site.ctx;
    const For* inner = FusedWith(outer);
    int64_t extent = ExtentOf(*inner);
    const Var* fused = Another(ctx, outer, "fused");
    const Stmt* body = SubstituteIn(ctx, inner->body,
                                    {{outer.loop_var, Binary(ctx, NodeKind::kFloorDiv, fused, extent)},
                                     {inner->loop_var, Binary(ctx, NodeKind::kFloorMod, fused, extent)}});
    return MakeFor(ctx, fused, MakeInt(ctx, ExtentOf(outer) * extent, DTypeOf(fused)), body);
  });
}

std::optional<Module> SpreadLoop(MoveSite& site) {
  auto fits = [](const For& loop) {
    return IsSimple(loop) && ExtentOf(loop) > 0 && ExtentOf(loop) <= kMostFused && TakesStatements(loop) &&
           !MayBreak(loop);
  };
  return ChangeOne<For>(site, fits, [&](const For& loop) -> const Stmt* {
    Context& ctx = site.ctx;
    int64_t step = site.bytes.Between(2, 3);
    if (ExtentOf(loop) > GreatestInt(DTypeOf(loop.loop_var)) / step) return nullptr;
    const Var* spread = Another(ctx, loop, "spread");
    IfThenElse* now = ctx.arena.New<IfThenElse>();
    now->condition = Binary(ctx, NodeKind::kEQ, Binary(ctx, NodeKind::kFloorMod, spread, step), 0);
    now->then_case = SubstituteIn(ctx, loop.body, {{loop.loop_var, Binary(ctx, NodeKind::kFloorDiv, spread, step)}});
    return MakeFor(ctx, spread, MakeInt(ctx, ExtentOf(loop) * step, DTypeOf(spread)), now);
  });
}

// Sums of floats come out otherwise, and what the last iteration leaves is another's.
std::optional<Module> ReverseLoop(MoveSite& site) {
  auto fits = [](const For& loop) {
    return IsSimple(loop) && ExtentOf(loop) > 1 && !MayBreak(loop) && !HasInit(loop.body);
  };
  return ChangeOne<For>(site, fits, [&](const For& loop) {
    Context& ctx = site.ctx;
    const Var* back = Another(ctx, loop, "back");
    const Expr* index =
        MakeBinary(ctx, NodeKind::kSub, Number(ctx, ExtentOf(loop) - 1, back), static_cast<const Expr*>(back));
    return MakeFor(ctx, back, loop.extent, SubstituteIn(ctx, loop.body, {{loop.loop_var, index}}));
  });
}

std::optional<Module> ParallelLoop(MoveSite& site) {
  auto fits = [](const For& loop) {
    return IsSimple(loop) && ExtentOf(loop) > 0 && !MayBreak(loop) && !HasInit(loop.body) &&
           IterationsAreIndependent(loop);
  };
  return ChangeOne<For>(site, fits, [&](const For& loop) {
    For* parallel = site.ctx.arena.New<For>(loop);
    parallel->for_kind = ForKind::kParallel;
    return parallel;
  });
}

// ---- stores

// Whether it does nothing but read memory, other than what is stored into.
bool OnlyReadsOthers(const Expr* e, const Buffer* stored) {
  bool only = DTypeOf(e).lanes == 1;
  WalkBeforeChildren(e, [&](const Node* node) {
    NodeEffects effects = EffectsOfNode(node);
    only &= !effects.writes && !effects.calls && !effects.jumps && !effects.unknown;
    return !Is<Buffer>(node);
  });
  return only && !AnyAccess(e, [&](const ElementAccess& access) { return access.buffer->data == stored->data; });
}

// A store that may be made once more, or behind a branch, and still leaves the same. Views may be of one memory.
bool CanBeRepeated(const Expr* func, const BufferStore& store) {
  bool plain = store.predicate == nullptr && OnlyReadsOthers(store.value, store.buffer) &&
               std::ranges::all_of(store.indices, [&](const Expr* i) { return OnlyReadsOthers(i, store.buffer); });
  bool views = false;
  WalkOnce(func, [&](const Node* node) { views |= Is<DeclBuffer>(node) || Is<MatchBufferRegion>(node); });
  return plain && !views;
}

// A store, and the statement in its place.
template <class Change>
std::optional<Module> ChangeStore(MoveSite& site, Change&& change) {
  std::vector<KernelPlace> places = KernelPlaces(site.module, Is<BufferStore>);
  std::erase_if(places, [&](const KernelPlace& place) {
    return !CanBeRepeated(site.module.entries[place.entry].func, *As<BufferStore>(place.node));
  });
  if (places.empty()) return std::nullopt;
  const KernelPlace& place = site.bytes.Pick(places);
  const Stmt* by = change(*As<BufferStore>(place.node));
  if (by == nullptr) return std::nullopt;
  return WithNodes(site, place.entry, {{place.node, by}});
}

// About one of the integers that the indices are made of; nullptr where they are made of none.
const Expr* DrawCondition(MoveSite& site, const BufferStore& store) {
  std::vector<const Var*> vars;
  for (const Expr* index : store.indices) {
    for (const Var* var : VarsIn(index)) {
      if (DTypeOf(var).IsInt() && DTypeOf(var).lanes == 1) vars.push_back(var);
    }
  }
  if (vars.empty()) return nullptr;
  const Expr* var = site.bytes.Pick(vars);
  switch (site.bytes.Below(3)) {
    case 0: return Binary(site.ctx, NodeKind::kLT, var, site.bytes.Between(0, 4));
    case 1: return Binary(site.ctx, NodeKind::kEQ, Binary(site.ctx, NodeKind::kFloorMod, var, 2), 0);
    default: return Binary(site.ctx, NodeKind::kGE, var, site.bytes.Between(0, 4));
  }
}

// The same store, with variables of its own in lets.
const BufferStore* Again(Context& ctx, const BufferStore& store) {
  BufferStore* again = ctx.arena.New<BufferStore>(store);
  again->value = FreshCopy(ctx, store.value);
  std::vector<const Expr*> indices;
  for (const Expr* index : store.indices) indices.push_back(FreshCopy(ctx, index));
  again->indices = ctx.Copy(indices);
  return again;
}

std::optional<Module> StoreTwice(MoveSite& site) {
  return ChangeStore(site, [&](const BufferStore& store) {
    const Stmt* first = site.ctx.arena.New<BufferStore>(store);
    return MakeSeqStmt(site.ctx, {first, Again(site.ctx, store)});
  });
}

std::optional<Module> StoreInEither(MoveSite& site) {
  return ChangeStore(site, [&](const BufferStore& store) -> const Stmt* {
    const Expr* condition = DrawCondition(site, store);
    if (condition == nullptr) return nullptr;
    IfThenElse* either = site.ctx.arena.New<IfThenElse>();
    either->condition = condition;
    either->then_case = site.ctx.arena.New<BufferStore>(store);
    either->else_case = Again(site.ctx, store);
    return either;
  });
}

std::optional<Module> SelectValue(MoveSite& site) {
  return ChangeStore(site, [&](const BufferStore& store) -> const Stmt* {
    const Expr* condition = DrawCondition(site, store);
    if (condition == nullptr) return nullptr;
    BufferStore* selected = site.ctx.arena.New<BufferStore>(store);
    selected->value = MakeSelect(site.ctx, condition, store.value, FreshCopy(site.ctx, store.value));
    return selected;
  });
}

constexpr MoveFamily kSame = MoveFamily::kMetamorphic;

}  // namespace

const MoveSpec kShiftLoop = {"shift_loop", kSame, "a loop begins elsewhere", ShiftLoop};
const MoveSpec kFuseLoops = {"fuse_loops", kSame, "two loops become one, by quotient and remainder", FuseLoops};
const MoveSpec kSpreadLoop = {"spread_loop", kSame,
                              "a loop has more iterations, and does something every so many times", SpreadLoop};
const MoveSpec kReverseLoop = {"reverse_loop", MoveFamily::kMutate, "a loop goes backwards", ReverseLoop};
const MoveSpec kParallelLoop = {"parallel_loop", kSame, "a loop of independent iterations is parallel", ParallelLoop};
const MoveSpec kStoreTwice = {"store_twice", kSame, "a store is made twice", StoreTwice};
const MoveSpec kStoreInEither = {"store_in_either", kSame, "a store is made in both branches of a condition",
                                 StoreInEither};
const MoveSpec kSelectValue = {"select_value", kSame, "a stored value is selected from two that are the same",
                               SelectValue};

}  // namespace assay
