#include "passes/tir/empty_reductions.h"

#include <algorithm>
#include <unordered_set>

#include "ir/arith/analyzer.h"
#include "ir/builder.h"
#include "ir/mentions.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/analysis/effects.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

// Loops around one block, from the first that feeds a reduction variable.
struct Nest {
  std::vector<const For*> reduced;
  std::vector<const For*> spatial;
  const SBlockRealize* realize = nullptr;
  const SBlock* block = nullptr;
  // The realize's predicate: what is about reduction loops alone, as split adds it, and the rest.
  std::vector<const Expr*> reduced_conditions;
  const Expr* spatial_predicate = nullptr;
};

// Takes the conditions that mention some of the reduced loops' variables and none of the spatial ones' out of a
// conjunction.
// recursion: on right operands alone, which nest as deep as the parser lets parentheses nest
const Expr* SplitOffReduced(Context& ctx, const Expr* predicate, const VarSet& reduced, const VarSet& spatial,
                            std::vector<const Expr*>& apart) {
  auto left = [&](const Expr* condition) -> const Expr* {
    if (!MentionsAny(condition, reduced) || MentionsAny(condition, spatial)) return condition;
    apart.push_back(condition);
    return MakeBool(ctx, true);
  };
  std::vector<const And*> chain;
  while (const auto* both = As<And>(predicate)) {
    chain.push_back(both);
    predicate = both->a;
  }
  const Expr* kept = left(predicate);
  for (; !chain.empty(); chain.pop_back()) {
    const And* both = chain.back();
    const Expr* b = SplitOffReduced(ctx, both->b, reduced, spatial, apart);
    kept = kept == both->a && b == both->b ? both : MakeBinary(ctx, NodeKind::kAnd, kept, b);
  }
  return kept;
}

// Whether the nest's first step is not where a reduction variable begins: then it goes on with a reduction that began
// elsewhere, as copies of an unrolled body do.
bool GoesOn(Context& ctx, const SBlockRealize& realize, const std::vector<const For*>& reduced) {
  VarMap starts;
  for (const For* loop : reduced) starts.emplace(loop->loop_var, loop->min);
  for (size_t i = 0; i < realize.block->iter_vars.size(); ++i) {
    const IterVar* iter = realize.block->iter_vars[i];
    if (iter->iter_type != IterType::kCommReduce) continue;
    const IntImm* begin = AsInt(iter->dom->min);
    const IntImm* first = AsInt(Simplify(ctx, SubstituteIn(ctx, realize.iter_values[i], starts)));
    if (begin != nullptr && first != nullptr && begin->value != first->value) return true;
  }
  return false;
}

// What stands behind names that a sequence gives values to; null where there is anything else in front.
// other kinds: give no names
const Stmt* BehindNames(Context& ctx, const Stmt* stmt, VarMap& names) {
  const auto* seq = As<SeqStmt>(stmt);
  if (seq == nullptr || seq->seq.empty()) return nullptr;
  for (size_t i = 0; i + 1 < seq->seq.size(); ++i) {
    const auto* bind = As<Bind>(seq->seq[i]);
    if (bind == nullptr || !IsSpeculatable(bind->value)) return nullptr;
    names.emplace(bind->var, names.empty() ? bind->value : SubstituteIn(ctx, bind->value, names));
  }
  return seq->seq.back();
}
const For* WithRangeOf(Context& ctx, const For& loop, const VarMap& names) {
  auto* changed = ctx.arena.New<For>(loop);
  changed->min = SubstituteIn(ctx, loop.min, names);
  changed->extent = SubstituteIn(ctx, loop.extent, names);
  return changed;
}

// Loops straight down to a block with init, but for names that are given between them, sorted by what they feed;
// nothing when `top` is not the outermost reduction loop of such a nest. `loop_vars`: of all loops of the function.
// other kinds: stand between loops and block, so there is no nest
std::optional<Nest> NestAt(Context& ctx, const For* top, const VarSet& loop_vars) {
  std::vector<const For*> loops;
  VarMap names;
  const Stmt* inner = top;
  for (;;) {
    if (const auto* loop = As<For>(inner)) {
      loops.push_back(names.empty() || loop == top ? loop : WithRangeOf(ctx, *loop, names));
      inner = loop->body;
    } else if (const Stmt* behind = BehindNames(ctx, inner, names)) {
      inner = behind;
    } else {
      break;
    }
  }
  Nest nest;
  nest.realize = As<SBlockRealize>(inner);
  if (nest.realize != nullptr && !names.empty())
    nest.realize = static_cast<const SBlockRealize*>(SubstituteIn(ctx, static_cast<const Stmt*>(nest.realize), names));
  if (nest.realize == nullptr || nest.realize->block->init == nullptr) return std::nullopt;
  nest.block = nest.realize->block;
  VarSet feeding;
  for (size_t i = 0; i < nest.block->iter_vars.size(); ++i) {
    if (nest.block->iter_vars[i]->iter_type != IterType::kCommReduce) continue;
    for (const Var* var : VarsIn(nest.realize->iter_values[i])) feeding.insert(var);
  }
  for (const For* loop : loops) {
    bool feeds = feeding.erase(loop->loop_var) != 0;
    (feeds ? nest.reduced : nest.spatial).push_back(loop);
  }
  // Where a loop further out feeds the reduction, too, the nest is a part of its steps.
  if (std::ranges::any_of(feeding, [&](const Var* var) { return loop_vars.contains(var); })) return std::nullopt;
  if (nest.reduced.empty() || nest.reduced.front() != top) return std::nullopt;
  if (GoesOn(ctx, *nest.realize, nest.reduced)) return std::nullopt;
  VarSet reduced, spatial;
  for (const For* loop : nest.reduced) reduced.insert(loop->loop_var);
  for (const For* loop : nest.spatial) spatial.insert(loop->loop_var);
  if (nest.realize->predicate != nullptr) {
    nest.spatial_predicate = SplitOffReduced(ctx, nest.realize->predicate, reduced, spatial, nest.reduced_conditions);
  }
  return nest;
}

// Extents must be known before the nest, and where init writes must not depend on the reduction.
bool CanStandAlone(const Nest& nest) {
  VarSet reduced, all;
  for (const For* loop : nest.reduced) reduced.insert(loop->loop_var);
  all = reduced;
  for (const For* loop : nest.spatial) all.insert(loop->loop_var);
  auto independent = [&](const For* loop) { return !MentionsAny(loop->extent, all) && !MentionsAny(loop->min, all); };
  if (!std::all_of(nest.reduced.begin(), nest.reduced.end(), independent)) return false;
  if (!std::all_of(nest.spatial.begin(), nest.spatial.end(), independent)) return false;
  if (!nest.block->alloc_buffers.empty() || !nest.block->match_buffers.empty()) return false;
  if (nest.realize->predicate != nullptr && MentionsAny(nest.spatial_predicate, reduced)) return false;
  for (size_t i = 0; i < nest.block->iter_vars.size(); ++i) {
    bool spatial = nest.block->iter_vars[i]->iter_type != IterType::kCommReduce;
    if (spatial && MentionsAny(nest.realize->iter_values[i], reduced)) return false;
  }
  return true;
}

VarMap StartsOf(const Nest& nest) {
  VarMap starts;
  for (const For* loop : nest.reduced) starts.emplace(loop->loop_var, loop->min);
  return starts;
}

// Whether some reduced extent is 0, or the first step is left out, in which init would run; null when none of that can
// be.
const Expr* IsEmpty(Context& ctx, const Nest& nest) {
  const Expr* empty = nullptr;
  auto either = [&](const Expr* condition) {
    empty = empty == nullptr ? condition : MakeBinary(ctx, NodeKind::kOr, empty, condition);
  };
  VarMap starts = StartsOf(nest);
  for (const For* loop : nest.reduced) {
    const IntImm* constant = AsInt(loop->extent);
    if (constant != nullptr && constant->value > 0) continue;
    either(MakeBinary(ctx, NodeKind::kLE, loop->extent, MakeInt(ctx, 0, DTypeOf(loop->extent))));
  }
  for (const Expr* condition : nest.reduced_conditions) {
    const Expr* first = Simplify(ctx, SubstituteIn(ctx, condition, starts));
    if (const IntImm* known = AsInt(first); known != nullptr && known->value != 0) continue;
    either(MakeNot(ctx, first));
  }
  return empty;
}

// The spatial loops around a block that only initialises. Reduction variables stand at their start.
const Stmt* InitNest(Context& ctx, const Nest& nest) {
  auto* block = ctx.arena.New<SBlock>(*nest.block);
  auto* realize = ctx.arena.New<SBlockRealize>(*nest.realize);
  std::vector<const IterVar*> iters;
  std::vector<const Expr*> values;
  VarMap starts;
  for (size_t i = 0; i < nest.block->iter_vars.size(); ++i) {
    const IterVar* iter = nest.block->iter_vars[i];
    if (iter->iter_type == IterType::kCommReduce) {
      starts.emplace(iter->var, iter->dom->min);
    } else {
      iters.push_back(iter);
      values.push_back(nest.realize->iter_values[i]);
    }
  }
  block->iter_vars = ctx.Copy(iters);
  block->reads = {};
  block->init = nullptr;
  block->body = SubstituteIn(ctx, nest.block->init, starts);
  realize->iter_values = ctx.Copy(values);
  realize->predicate = nest.spatial_predicate;
  realize->block = block;
  const Stmt* stmt = realize;
  for (size_t i = nest.spatial.size(); i-- > 0;) {
    auto* loop = ctx.arena.New<For>(*nest.spatial[i]);
    loop->body = stmt;
    stmt = loop;
  }
  return stmt;
}

const Stmt* WithInitWhenEmpty(Context& ctx, const For* top, const VarSet& loop_vars) {
  std::optional<Nest> nest = NestAt(ctx, top, loop_vars);
  if (!nest || !CanStandAlone(*nest)) return top;
  const Expr* empty = IsEmpty(ctx, *nest);
  if (empty == nullptr) return top;
  auto* branch = ctx.arena.New<IfThenElse>();
  branch->condition = empty;
  // Variables of its own, since the nest itself follows.
  branch->then_case = FreshCopy(ctx, InitNest(ctx, *nest), {});
  return MakeSeqStmt(ctx, {branch, top});
}

// Most functions have loops of constant extents alone, and no conditions on blocks with init.
// other kinds: walked into
bool MayReduceNothing(const Node* func) {
  bool found = false;
  auto look = [&](const Node* node) {
    if (const auto* loop = As<For>(node)) {
      const IntImm* extent = AsInt(loop->extent);
      found = found || extent == nullptr || extent->value <= 0;
    }
    const auto* realize = As<SBlockRealize>(node);
    if (realize != nullptr && realize->block->init != nullptr)
      found = found || (realize->predicate != nullptr && AsInt(realize->predicate) == nullptr);
    return !found && (node == func || !IsExprKind(node->kind));
  };
  WalkBeforeChildren(func, look);
  return found;
}

VarSet LoopVarsOf(const Expr* func) {
  VarSet loop_vars;
  WalkOnce(func, [&](const Node* node) {
    if (const auto* loop = As<For>(node)) loop_vars.insert(loop->loop_var);
  });
  return loop_vars;
}

}  // namespace

bool LeavesOutFirstStep(Context& ctx, const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func) || !MayReduceNothing(entry.func)) continue;
    VarSet loop_vars = LoopVarsOf(entry.func);
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* loop = As<For>(node);
      std::optional<Nest> nest = loop == nullptr ? std::nullopt : NestAt(ctx, loop, loop_vars);
      if (!nest) return;
      VarMap starts = StartsOf(*nest);
      for (const Expr* condition : nest->reduced_conditions) {
        const IntImm* first = AsInt(Simplify(ctx, SubstituteIn(ctx, condition, starts)));
        found |= first != nullptr && first->value == 0;
      }
    });
  }
  return found;
}

Module DefineEmptyReductions(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func) || !MayReduceNothing(entry.func)) continue;
    RewriteMemo memo;
    VarSet loop_vars = LoopVarsOf(entry.func);
    auto rule = [&](const Node* node, const Node*) -> const Node* {
      const auto* loop = As<For>(node);
      return loop == nullptr ? node : WithInitWhenEmpty(ctx, loop, loop_vars);
    };
    // What stands inside such a nest stays as it is.
    auto enter = [&](const Node* node) {
      const auto* loop = As<For>(node);
      return loop == nullptr || !NestAt(ctx, loop, loop_vars);
    };
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, rule, enter, Types::kSkip, memo));
  }
  return WithEntries(ctx, module, entries);
}

}  // namespace assay
