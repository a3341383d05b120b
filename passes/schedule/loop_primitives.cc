// Steps on loops: split, tile, fuse, reorder, and the kinds of loops. Loops are counted from the outermost one around a
// block.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/instances.h"
#include "passes/analysis/loop_indices.h"
#include "passes/analysis/reductions.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/primitive_specs.h"

namespace assay {
namespace {

using Args = std::span<const PrimitiveArg>;

// Adds a condition to the predicate of the outermost blocks.
class PredicateAdder : public StmtMutator {
 public:
  PredicateAdder(Context& context, const Expr* condition) : StmtMutator(context), condition_(condition) {}

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* realize = As<SBlockRealize>(s);
    if (realize == nullptr) return Children(s);
    SBlockRealize* guarded = ctx.arena.New<SBlockRealize>(*realize);
    const IntImm* known = AsInt(realize->predicate);
    bool always = realize->predicate == nullptr || (known != nullptr && known->value != 0);
    guarded->predicate = always ? condition_ : MakeBinary(ctx, NodeKind::kAnd, realize->predicate, condition_);
    return guarded;
  }

 private:
  const Expr* condition_;
};

const Expr* Times(Context& ctx, const Expr* a, const Expr* b) {
  return Simplify(ctx, MakeBinary(ctx, NodeKind::kMul, a, b));
}

// ---- split
constexpr std::string_view kSplitPreconditions[] = {
    "the loop starts at 0",
    "the loop is serial, without annotations",
    "factors are positive, and at most one is left open",
    "the factors reach the extent",
    "only blocks stand in the loop, one of them",
    "the extent is not read from memory",
};

// Extents of the new loops, outermost first.
Result<std::vector<const Expr*>> Extents(Context& ctx, const For& loop,
                                         const std::vector<std::optional<int64_t>>& factors) {
  int64_t product = 1, open = 0;
  for (std::optional<int64_t> factor : factors) {
    open += factor ? 0 : 1;
    if (factor && *factor <= 0)
      return RefusedPrimitive("split.r3", fmt::format("a factor must be positive, got {}", *factor));
    if (factor && __builtin_mul_overflow(product, *factor, &product))
      return RefusedPrimitive("split.r3", fmt::format("the factors' product does not fit 64 bits, with {}", *factor));
  }
  if (open > 1 || factors.empty())
    return RefusedPrimitive("split.r3", fmt::format("{} factors, {} of them open", factors.size(), open));
  DType dtype = DTypeOf(loop.loop_var);
  const IntImm* extent = AsInt(loop.extent);
  bool short_of = open == 0 && (extent == nullptr || product < extent->value);
  if (short_of || product > INT32_MAX)
    return RefusedPrimitive("split.r4", fmt::format("the factors make {} iterations", product));
  const Expr* rest = nullptr;
  if (product == 1) {
    rest = loop.extent;
  } else if (extent != nullptr) {
    rest = MakeInt(ctx, extent->value <= 0 ? 0 : (extent->value - 1) / product + 1, dtype);
  } else {
    const Expr* raised = MakeBinary(ctx, NodeKind::kAdd, loop.extent, MakeInt(ctx, product - 1, dtype));
    rest = MakeBinary(ctx, NodeKind::kFloorDiv, raised, MakeInt(ctx, product, dtype));
  }
  std::vector<const Expr*> extents;
  for (std::optional<int64_t> factor : factors) extents.push_back(factor ? MakeInt(ctx, *factor, dtype) : rest);
  return extents;
}

Status CanSplit(const For& loop) {
  if (!StartsAtZero(loop))
    return RefusedPrimitive("split.r1", fmt::format("loop {} does not start at 0", loop.loop_var->name.text()));
  if (!IsPlain(loop)) return RefusedPrimitive("split.r2", fmt::format("loop {} is marked", loop.loop_var->name.text()));
  if (OnlyBlock(&loop) == nullptr)
    return RefusedPrimitive("split.r5", fmt::format("loop {} holds more than one block", loop.loop_var->name.text()));
  // It would be read again where the block may have stored.
  if (!IsPure(loop.extent))
    return RefusedPrimitive("split.r6",
                            fmt::format("the extent of {} is read from memory", loop.loop_var->name.text()));
  return Done{};
}

Result<std::vector<const For*>> SplitLoop(KernelSchedule& schedule, const For* loop,
                                          const std::vector<std::optional<int64_t>>& factors) {
  Context& ctx = schedule.ctx;
  ASSAY_RETURN_IF_ERROR(CanSplit(*loop));
  ASSAY_TRY(std::vector<const Expr*> extents, Extents(ctx, *loop, factors));
  std::vector<const Var*> vars;
  const Expr* value = nullptr;
  const Expr* iterations = MakeInt(ctx, 1, DTypeOf(loop->loop_var));
  for (size_t i = 0; i < extents.size(); ++i) {
    vars.push_back(MakeVar(ctx, fmt::format("{}_{}", loop->loop_var->name.text(), i), DTypeOf(loop->loop_var)));
    bool once = AsInt(extents[i]) != nullptr && AsInt(extents[i])->value == 1;
    if (value != nullptr && !once) value = MakeBinary(ctx, NodeKind::kMul, value, extents[i]);
    value = value == nullptr ? static_cast<const Expr*>(vars[i]) : MakeBinary(ctx, NodeKind::kAdd, value, vars[i]);
    iterations = Times(ctx, iterations, extents[i]);
  }
  const Stmt* body = SubstituteIn(ctx, loop->body, {{loop->loop_var, value}});
  if (!ProveEqual(ctx, iterations, loop->extent)) {
    body = PredicateAdder(ctx, MakeBinary(ctx, NodeKind::kLT, value, loop->extent)).Visit(body);
  }
  std::vector<const For*> made(vars.size());
  for (size_t i = vars.size(); i-- > 0;) {
    made[i] = MakeFor(ctx, vars[i], extents[i], body);
    body = made[i];
  }
  schedule.Replace(loop, body);
  return made;
}

Status Split(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  Result<std::vector<const For*>> made = SplitLoop(schedule, at.loop, args[2].numbers);
  if (!made.ok()) return std::move(made).error();
  return Done{};
}

// ---- fuse
constexpr std::string_view kFusePreconditions[] = {
    "the loops stand directly in each other",
    "they start at 0",
    "they are serial, without annotations",
    "extents do not depend on a loop that is fused",
    "extents are not read from memory",
    "a loop of a reduction with an init has iterations, where it is fused with another one, which a variable counts if "
    "the "
    "predicate does",
};

// A reduction over nothing gives its init's value, which needs loops of its own: those of one loop with others have no
// iteration at all.
bool MayReduceNothing(const KernelSchedule& schedule, const For& outer, const For& inner) {
  Context& ctx = schedule.ctx;
  KernelFacts facts(ctx, *schedule.func);
  BindLoops(facts, schedule.func->body);
  auto has_iterations = [&](const For& loop) {
    return facts.Proves(MakeBinary(ctx, NodeKind::kGT, loop.extent, MakeInt(ctx, 0, DTypeOf(loop.extent))));
  };
  bool may = false;
  WalkBeforeChildren(inner.body, [&](const Node* node) {
    const auto* realize = As<SBlockRealize>(node);
    if (realize == nullptr || realize->block->init == nullptr) return !may;
    bool outer_reduces = HasKind(*realize, outer.loop_var, IterType::kCommReduce);
    bool inner_reduces = HasKind(*realize, inner.loop_var, IterType::kCommReduce);
    if (outer_reduces == inner_reduces) return !may;
    const Var* other = (outer_reduces ? inner : outer).loop_var;
    // Each of its iterations would be a reduction of its own, over nothing where the predicate does not hold.
    bool uncounted = BoundBy(*realize, other).empty() && Mentions(realize->predicate, other);
    may |= uncounted || !has_iterations(outer_reduces ? outer : inner);
    return !may;
  });
  return may;
}

Status CanFuse(const KernelSchedule& schedule, const For& outer, const For& inner) {
  if (outer.body != &inner) return RefusedPrimitive("fuse.r1", "more than a loop stands in a loop that is fused");
  if (!StartsAtZero(outer) || !StartsAtZero(inner)) return RefusedPrimitive("fuse.r2", "a loop does not start at 0");
  if (!IsPlain(outer) || !IsPlain(inner)) return RefusedPrimitive("fuse.r3", "a loop is marked");
  if (Mentions(inner.extent, outer.loop_var))
    return RefusedPrimitive("fuse.r4", "an extent depends on a loop that is fused");
  if (!IsPure(outer.extent) || !IsPure(inner.extent))
    return RefusedPrimitive("fuse.r5", "an extent is read from memory");
  if (MayReduceNothing(schedule, outer, inner))
    return RefusedPrimitive("fuse.r6", "a loop of a reduction may have no iterations");
  return Done{};
}

// Iterations of both loops. Two extents below 0 would make some, so that one of them counts as 0 where nothing says
// that it is not less.
const Expr* Iterations(const KernelSchedule& schedule, const Expr* outer, const Expr* inner) {
  Context& ctx = schedule.ctx;
  KernelFacts facts(ctx, *schedule.func);
  BindLoops(facts, schedule.func->body);
  const Expr* zero = MakeInt(ctx, 0, DTypeOf(inner));
  auto counts = [&](const Expr* extent) { return facts.Proves(MakeBinary(ctx, NodeKind::kGE, extent, zero)); };
  if (!counts(outer) && !counts(inner)) inner = MakeBinary(ctx, NodeKind::kMax, inner, zero);
  return Times(ctx, outer, inner);
}

bool RunsOnce(const For& loop) { return AsInt(loop.extent) != nullptr && AsInt(loop.extent)->value == 1; }

// Loops number args[1] and the one in it.
Status Fuse(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  const auto* inner = As<For>(at.loop->body);
  if (inner == nullptr) return RefusedPrimitive("fuse.r1", "no loop stands in the loop");
  ASSAY_RETURN_IF_ERROR(CanFuse(schedule, *at.loop, *inner));
  Context& ctx = schedule.ctx;
  const For& outer = *at.loop;
  // A loop of one iteration counts in whatever dtype the other one does.
  bool outer_once = RunsOnce(outer), inner_once = RunsOnce(*inner);
  DType dtype = DTypeOf(outer_once && !inner_once ? inner->loop_var : outer.loop_var);
  if (!outer_once && !inner_once && DTypeOf(inner->loop_var) != dtype)
    return RefusedPrimitive("fuse.r3", "the loops count in different dtypes");
  const Var* fused =
      MakeVar(ctx, fmt::format("{}_{}_fused", outer.loop_var->name.text(), inner->loop_var->name.text()), dtype);
  const Expr *first = fused, *second = fused;
  if (!outer_once && !inner_once) {
    first = MakeBinary(ctx, NodeKind::kFloorDiv, fused, inner->extent);
    second = MakeBinary(ctx, NodeKind::kFloorMod, fused, inner->extent);
  }
  if (outer_once && !inner_once) first = MakeInt(ctx, 0, DTypeOf(outer.loop_var));
  if (inner_once) second = MakeInt(ctx, 0, DTypeOf(inner->loop_var));
  const Stmt* body = SubstituteIn(ctx, inner->body, {{outer.loop_var, first}, {inner->loop_var, second}});
  const Expr* iterations = inner_once   ? outer.extent
                           : outer_once ? inner->extent
                                        : Iterations(schedule, outer.extent, inner->extent);
  schedule.Replace(&outer, MakeFor(ctx, fused, iterations, body));
  return Done{};
}

// ---- reorder
constexpr std::string_view kReorderPreconditions[] = {
    "the order names the block's innermost loops, each once",
    "the loops stand directly in each other, around the block alone",
    "no extent depends on another of the loops",
    "instances of the block may run in another order",
    "reductions keep their order, but for those of integers and of the least or greatest value",
    "no loop binds a reduction and a spatial variable at once",
};

Status CanReorder(Context& ctx, const BlockSite& site, const std::vector<const For*>& order) {
  std::string why = WhyOrdered(ctx, site);
  if (!why.empty())
    return RefusedPrimitive("reorder.r4", fmt::format("block {}: {}", site.block().name_hint.text(), why));
  for (const For* loop : order) {
    for (const For* other : order) {
      bool depends = Mentions(loop->extent, other->loop_var) || Mentions(loop->min, other->loop_var);
      if (depends)
        return RefusedPrimitive("reorder.r3", fmt::format("the extent of {} depends on {}", loop->loop_var->name.text(),
                                                          other->loop_var->name.text()));
    }
    bool spatial = HasKind(*site.realize, loop->loop_var, IterType::kDataPar);
    if (spatial && HasKind(*site.realize, loop->loop_var, IterType::kCommReduce)) {
      return RefusedPrimitive(
          "reorder.r6", fmt::format("loop {} binds a reduction and a spatial variable", loop->loop_var->name.text()));
    }
  }
  return Done{};
}

bool KeepsReductions(const BlockSite& site, const std::vector<const For*>& before,
                     const std::vector<const For*>& after) {
  auto reductions = [&](const std::vector<const For*>& loops) {
    std::vector<const For*> reduced;
    for (const For* loop : loops) {
      if (HasKind(*site.realize, loop->loop_var, IterType::kCommReduce)) reduced.push_back(loop);
    }
    return reduced;
  };
  return reductions(before) == reductions(after);
}

// Whether the block combines what it reads, in a way that the order does not show in.
bool MayReduceInAnyOrder(const KernelSchedule& schedule, const SBlock& block) {
  std::optional<Reduction> reduction = ReductionOf(block);
  return reduction && (schedule.adds_in_any_order || Associates(reduction->op, reduction->store->buffer->dtype));
}

// The last loops around the block in another order: their numbers among themselves, [1, 0] for the last two.
Status Reorder(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  const auto& numbers = args[1].numbers;
  if (numbers.empty() || numbers.size() > site.loops.size())
    return RefusedPrimitive("reorder.r1", fmt::format("block {} stands in {} loops", args[0].text, site.loops.size()));
  std::vector<const For*> before(site.loops.end() - static_cast<std::ptrdiff_t>(numbers.size()), site.loops.end());
  std::vector<const For*> after;
  for (std::optional<int64_t> number : numbers) {
    bool fits = number && *number >= 0 && static_cast<size_t>(*number) < before.size();
    const For* loop = fits ? before[static_cast<size_t>(*number)] : nullptr;
    if (loop == nullptr || std::ranges::find(after, loop) != after.end())
      return RefusedPrimitive("reorder.r1", "the order is no permutation");
    after.push_back(loop);
  }
  if (OnlyBlock(before[0]) != site.realize)
    return RefusedPrimitive("reorder.r2", "more than the block stands in the loops");
  ASSAY_RETURN_IF_ERROR(CanReorder(schedule.ctx, site, after));
  if (!MayReduceInAnyOrder(schedule, site.block()) && !KeepsReductions(site, before, after)) {
    return RefusedPrimitive("reorder.r5", fmt::format("what block {} stores in {} may depend on the order",
                                                      args[0].text, OnlyStore(site.block())->buffer->name.text()));
  }
  const Stmt* body = before.back()->body;
  for (size_t i = after.size(); i-- > 0;) {
    For* moved = schedule.ctx.arena.New<For>(*after[i]);
    moved->body = body;
    body = moved;
  }
  schedule.Replace(before[0], body);
  return Done{};
}

// ---- tile
constexpr std::string_view kTilePreconditions[] = {"each loop can be split by its factor",
                                                   "what is in between can be reordered"};

// The last two loops around the block become four: outer, outer, inner, inner.
Status Tile(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  if (site.loops.size() < 2 || args[1].numbers.size() != 2)
    return RefusedPrimitive("tile.r1", "two loops and two factors are needed");
  const For *y = site.loops[site.loops.size() - 2], *x = site.loops.back();
  KernelSchedule trial = schedule;
  for (const auto& [loop, factor] : {std::pair(x, args[1].numbers[1]), std::pair(y, args[1].numbers[0])}) {
    // The outer loop is another one after the inner one was replaced: it is found by its place.
    ASSAY_TRY(BlockSite now, trial.Site(args[0].text));
    const For* here = loop == x ? now.loops.back() : now.loops[now.loops.size() - 3];
    Result<std::vector<const For*>> made = SplitLoop(trial, here, {std::nullopt, factor});
    if (!made.ok()) return RefusedPrimitive("tile.r1", made.error().message);
  }
  PrimitiveArg order{PrimitiveArg::Kind::kInts, "", 0, {0, 2, 1, 3}};
  std::vector<PrimitiveArg> reorder{args[0], order};
  Status done = Reorder(trial, reorder);
  if (!done.ok()) return RefusedPrimitive("tile.r2", done.error().message);
  schedule.func = trial.func;
  return Done{};
}

// ---- kinds
constexpr std::string_view kParallelPreconditions[] = {
    "the loop is around one block alone",
    "it binds spatial variables alone",
    "instances of the block may run in another order",
    "the loop is serial",
};
constexpr std::string_view kVectorizePreconditions[] = {
    "the loop is around one block alone",
    "it binds spatial variables alone",
    "instances of the block may run in another order",
    "the loop is serial",
    "its extent is constant, from 1 to 64",
};
constexpr std::string_view kUnrollPreconditions[] = {"the loop is serial"};
constexpr std::string_view kBindPreconditions[] = {
    "the loop is around one block alone",
    "it binds spatial variables alone, or on threadIdx reductions of a block with an init",
    "instances of the block may run in another order",
    "the loop is serial",
    "the name is that of a thread axis, which no loop around it is bound to",
};

// `reduces`: the loop may be one over a reduction.
Status CheckIndependent(Context& ctx, std::string_view primitive, const LoopSite& at, bool reduces = false) {
  auto label = [&](int number) { return fmt::format("{}.r{}", primitive, number); };
  const For& loop = *at.loop;
  const SBlockRealize* realize = OnlyBlock(&loop);
  std::string_view name = loop.loop_var->name.text();
  if (realize != at.at.realize)
    return RefusedPrimitive(label(1), fmt::format("loop {} holds more than one block", name));
  for (const IterVar* iter : BoundBy(*realize, loop.loop_var)) {
    bool reduction = reduces && iter->iter_type == IterType::kCommReduce && realize->block->init != nullptr;
    if (iter->iter_type != IterType::kDataPar && !reduction)
      return RefusedPrimitive(label(2),
                              fmt::format("loop {} binds {}, which is a reduction", name, iter->var->name.text()));
  }
  std::string why = WhyOrdered(ctx, at.at);
  if (!why.empty())
    return RefusedPrimitive(label(3), fmt::format("block {}: {}", realize->block->name_hint.text(), why));
  if (!IsPlain(loop)) return RefusedPrimitive(label(4), fmt::format("loop {} is marked already", name));
  return Done{};
}

void Mark(KernelSchedule& schedule, const For* loop, ForKind kind, const IterVar* thread = nullptr) {
  For* marked = schedule.ctx.arena.New<For>(*loop);
  marked->for_kind = kind;
  marked->thread_binding = thread;
  schedule.Replace(loop, marked);
}

Status Parallel(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  ASSAY_RETURN_IF_ERROR(CheckIndependent(schedule.ctx, "parallel", at));
  Mark(schedule, at.loop, ForKind::kParallel);
  return Done{};
}
Status Vectorize(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  ASSAY_RETURN_IF_ERROR(CheckIndependent(schedule.ctx, "vectorize", at));
  const IntImm* extent = AsInt(at.loop->extent);
  constexpr int64_t kMaxLanes = 64;
  if (extent == nullptr || extent->value < 1 || extent->value > kMaxLanes)
    return RefusedPrimitive("vectorize.r5", "the extent is no number of lanes");
  Mark(schedule, at.loop, ForKind::kVectorized);
  return Done{};
}
Status Unroll(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  if (!IsPlain(*at.loop))
    return RefusedPrimitive("unroll.r1", fmt::format("loop {} is marked already", at.loop->loop_var->name.text()));
  Mark(schedule, at.loop, ForKind::kUnrolled);
  return Done{};
}
Status BindToThread(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  std::string_view tag = args[2].text;
  ASSAY_RETURN_IF_ERROR(CheckIndependent(schedule.ctx, "bind", at, /*reduces=*/tag.starts_with("threadIdx.")));
  bool known = (tag.starts_with("blockIdx.") || tag.starts_with("threadIdx.") || tag.starts_with("vthread.")) &&
               std::string_view("xyz").find(tag.back()) != std::string_view("xyz").npos;
  for (const For* loop : at.at.loops)
    known &= loop->thread_binding == nullptr || loop->thread_binding->thread_tag != tag;
  if (!known) return RefusedPrimitive("bind.r5", fmt::format("{} is no thread axis, or is taken", tag));
  IterVar* thread = schedule.ctx.arena.New<IterVar>();
  thread->var = MakeVar(schedule.ctx, "", DTypeOf(at.loop->loop_var));
  thread->iter_type = IterType::kThreadIndex;
  thread->thread_tag = schedule.ctx.Intern(tag);
  Mark(schedule, at.loop, ForKind::kThreadBinding, thread);
  return Done{};
}

// ---- add_unit_loop
constexpr std::string_view kAddUnitLoopPreconditions[] = {
    "the number is that of a loop around the block, or the next one, which stands for the block itself"};

// A loop of one iteration around loop number args[1], whose number it takes.
Status AddUnitLoop(KernelSchedule& schedule, Args args) {
  Context& ctx = schedule.ctx;
  ASSAY_TRY(BlockSite site, schedule.Site(args[0].text));
  size_t count = site.loops.size();
  if (args[1].number < 0 || std::cmp_greater(args[1].number, count))
    return RefusedPrimitive("add_unit_loop.r1", fmt::format("block {} stands in {} loops", args[0].text, count));
  auto number = static_cast<size_t>(args[1].number);
  const Stmt* inner = number == count ? static_cast<const Stmt*>(site.realize) : site.loops[number];
  DType dtype = number == count ? DType::Int(32) : DTypeOf(site.loops[number]->loop_var);
  schedule.Replace(inner, MakeFor(ctx, MakeVar(ctx, "u", dtype), MakeInt(ctx, 1, dtype), inner));
  return Done{};
}

// Of a block that reduces, mostly a loop of its reduction, which runs on threads of one block of threads.
void DrawThread(const KernelSchedule& schedule, ByteSource& bytes, std::vector<PrimitiveArg>& args) {
  constexpr std::string_view kThreads[] = {"threadIdx.x", "threadIdx.y", "blockIdx.x", "blockIdx.y", "vthread.x"};
  Result<BlockSite> site = schedule.Site(args[0].text);
  std::vector<int64_t> reducing;
  for (size_t i = 0; site.ok() && i < site->loops.size(); ++i) {
    if (HasKind(*site->realize, site->loops[i]->loop_var, IterType::kCommReduce))
      reducing.push_back(static_cast<int64_t>(i));
  }
  if (!reducing.empty() && bytes.Chance(3, 4)) args[1].number = bytes.Pick(reducing);
  bool reduces = std::ranges::find(reducing, args[1].number) != reducing.end();
  args[2].text = std::string(kThreads[bytes.Below(reduces ? 2 : std::size(kThreads))]);
}

}  // namespace

namespace primitive {
const PrimitiveSpec kSplit{
    "split",
    "a loop becomes several, outermost first; what the factors reach beyond the extent is left out by a predicate",
    "bin", kSplitPreconditions, Split};
const PrimitiveSpec kFuse{"fuse", "a loop and the one in it become one", "bi", kFusePreconditions, Fuse};
const PrimitiveSpec kReorder{"reorder", "the last loops around a block in another order", "bn", kReorderPreconditions,
                             Reorder};
const PrimitiveSpec kTile{"tile", "the last two loops around a block become tiles", "bn", kTilePreconditions, Tile};
const PrimitiveSpec kParallel{"parallel", "iterations of a loop may run at once", "bi", kParallelPreconditions,
                              Parallel};
const PrimitiveSpec kVectorize{"vectorize", "iterations of a loop become lanes of vectors", "bi",
                               kVectorizePreconditions, Vectorize};
const PrimitiveSpec kUnroll{"unroll", "iterations of a loop are to be written out", "bi", kUnrollPreconditions, Unroll};
const PrimitiveSpec kBind{
    "bind", "iterations of a loop run on threads of a device", "bit", kBindPreconditions, BindToThread, DrawThread};
const PrimitiveSpec kAddUnitLoop{"add_unit_loop", "a loop of one iteration comes around a loop, or around the block",
                                 "bi", kAddUnitLoopPreconditions, AddUnitLoop};
}  // namespace primitive

}  // namespace assay
