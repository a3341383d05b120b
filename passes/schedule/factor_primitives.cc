// Steps that take nests apart and put them together: rfactor gives each iteration of a reduction loop a result of its
// own, merge makes one nest of two.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/arith/sum.h"
#include "ir/mentions.h"
#include "ir/tensor/int_range.h"
#include "ir/walk.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/instances.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/analysis/loop_indices.h"
#include "passes/analysis/reductions.h"
#include "passes/rewrite/copies.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/primitive_specs.h"

namespace assay {
namespace {

using Args = std::span<const PrimitiveArg>;

// ---- rfactor
constexpr std::string_view kRfactorPreconditions[] = {
    "the block is one store whose instances may run in another order, with an init, alone in its loops",
    "what it stores is a sum or product of integers, or a minimum or maximum, of what was there and something else",
    "the loop binds reduction variables alone, and they are bound to loops that bind nothing else",
    "extents do not depend on loops, the loop is serial; what the predicate says of the reduction mentions its loops "
    "alone, and is true of the first iterations of the others",
    "the axis is one of the buffer, or the one behind its last",
};

struct ReductionSite {
  BlockSite site;
  Reduction reduction;
};

Result<ReductionSite> ReductionAt(const KernelSchedule& schedule, std::string_view name) {
  ASSAY_TRY(BlockSite site, schedule.Site(name));
  std::string why = WhyOrdered(schedule.ctx, site);
  bool init = As<BufferStore>(site.block().init) != nullptr;
  if (!why.empty() || !init || OutermostAround(site) != site.top) {
    return RefusedPrimitive("rfactor.r1", fmt::format("block {} {}", name,
                                                      !why.empty() ? why
                                                      : init       ? "is not alone in its loops"
                                                                   : "has no init that is one store"));
  }
  std::optional<Reduction> reduction = ReductionOf(site.block());
  if (!reduction || !(schedule.adds_in_any_order || Associates(reduction->op, reduction->store->buffer->dtype))) {
    return RefusedPrimitive("rfactor.r2", fmt::format("what block {} stores in {} may depend on the order", name,
                                                      OnlyStore(site.block())->buffer->name.text()));
  }
  return ReductionSite{std::move(site), *reduction};
}

bool Reduces(const BlockSite& site, const For* loop) {
  return HasKind(*site.realize, loop->loop_var, IterType::kCommReduce);
}
bool MentionsReduction(const BlockSite& site, const Expr* e) {
  return std::ranges::any_of(site.loops,
                             [&](const For* loop) { return Reduces(site, loop) && Mentions(e, loop->loop_var); });
}

// Whether each iteration of the loop is one of the block, so that all partial results have a start; what it puts
// together may be told by reductions alone.
bool StartsAll(const KernelSchedule& schedule, const BlockSite& site, const For* factored) {
  Context& ctx = schedule.ctx;
  KernelFacts facts(ctx, *schedule.func);
  BindLoops(facts, schedule.func->body);
  VarMap first;
  for (const For* loop : site.loops) {
    if (loop != factored && Reduces(site, loop)) first[loop->loop_var] = loop->min;
  }
  for (const Expr* part : PartsOfCondition(site.realize->predicate)) {
    if (!MentionsReduction(site, part)) continue;
    for (const For* loop : site.loops) {
      if (!Reduces(site, loop) && Mentions(part, loop->loop_var)) return false;
    }
    if (!schedule.begins_later && !facts.Proves(Simplify(ctx, SubstituteInValue(ctx, part, first)))) return false;
  }
  return true;
}

Status CanFactor(const KernelSchedule& schedule, const ReductionSite& reduction, size_t number) {
  const BlockSite& site = reduction.site;
  const For* loop = site.loops[number];
  auto reduces = [&](const For* l) { return Reduces(site, l); };
  auto apart = [&](const For* l) { return !reduces(l) || !HasKind(*site.realize, l->loop_var, IterType::kDataPar); };
  if (!reduces(loop) || !std::ranges::all_of(site.loops, apart)) {
    return RefusedPrimitive("rfactor.r3",
                            fmt::format("loop {} binds no reduction, or another one binds a spatial variable, too",
                                        loop->loop_var->name.text()));
  }
  // The extent becomes that of an axis, and of a buffer that is allocated further outside.
  bool fixed = IsPlain(*loop) && StartsAtZero(*loop) && IsPure(loop->extent);
  for (const For* one : site.loops) {
    fixed &= one->step == nullptr && !Mentions(one->min, one->loop_var);
    for (const For* other : site.loops)
      fixed &= !Mentions(one->extent, other->loop_var) && !Mentions(one->min, other->loop_var);
    fixed &= !reduces(one) || one->for_kind == ForKind::kSerial || one->for_kind == ForKind::kUnrolled;
  }
  fixed = fixed && StartsAll(schedule, site, loop);
  return fixed ? Status(Done{})
               : Status(RefusedPrimitive("rfactor.r4",
                                         "an extent or the predicate depends on loops, or the loop is marked"));
}

const IterVar* NewIter(Context& ctx, std::string_view name, const Expr* extent, IterType type) {
  IterVar* iter = ctx.arena.New<IterVar>();
  iter->var = MakeVar(ctx, name, DTypeOf(extent));
  iter->dom = MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(extent)), extent);
  iter->iter_type = type;
  return iter;
}

// A block in place of another one: new variables, bound to values.
struct Rebound {
  std::vector<const IterVar*> iters;
  std::vector<const Expr*> values;

  void Add(const IterVar* iter, const Expr* value) {
    iters.push_back(iter);
    values.push_back(value);
  }
  const Stmt* Realize(KernelSchedule& schedule, const SBlockRealize& like, std::string_view name,
                      const BufferStore* init, const BufferStore* body) const {
    Context& ctx = schedule.ctx;
    SBlock* block = ctx.arena.New<SBlock>(*like.block);
    block->name_hint = ctx.Intern(name);
    block->iter_vars = ctx.Copy(iters);
    block->init = init;
    block->body = body;
    const Buffer* own[] = {body->buffer};
    block->reads = ctx.Copy(ReadsOf(ctx, body, own));
    block->writes = ctx.Copy(std::vector<const BufferRegion*>{PointRegion(ctx, body->buffer, body->indices)});
    SBlockRealize* realize = ctx.arena.New<SBlockRealize>(like);
    realize->iter_values = ctx.Copy(values);
    realize->block = block;
    return realize;
  }
};

const Stmt* InLoops(Context& ctx, std::span<const For* const> loops, const Stmt* body) {
  for (size_t i = loops.size(); i-- > 0;) {
    For* loop = ctx.arena.New<For>(*loops[i]);
    loop->body = body;
    body = loop;
  }
  return body;
}

class Factorer {
 public:
  Factorer(KernelSchedule& schedule, const ReductionSite& at, size_t number, size_t axis)
      : schedule_(schedule),
        ctx_(schedule.ctx),
        site_(at.site),
        reduction_(at.reduction),
        loop_(at.site.loops[number]) {
    const BufferStore& store = *reduction_.store;
    std::vector<const Expr*> shape(store.buffer->shape.begin(), store.buffer->shape.end());
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), loop_->extent);
    partial_ = MakeBuffer(ctx_, store.buffer->name.str() + "_rf", store.buffer->dtype, shape);
    axis_ = axis;
  }

  const Buffer* partial() const { return partial_; }

  // Each iteration of the loop has its own place in the partial results.
  const Stmt* Partial() {
    const SBlock& block = site_.block();
    Rebound made;
    const IterVar* iteration = NewIter(ctx_, "v" + loop_->loop_var->name.str(), loop_->extent, IterType::kDataPar);
    VarMap loops{{loop_->loop_var, iteration->var}}, values;
    made.Add(iteration, loop_->loop_var);
    for (size_t i = 0; i < block.iter_vars.size(); ++i) {
      const Expr* value = site_.realize->iter_values[i];
      if (Mentions(value, loop_->loop_var)) {
        AddReductions(value, loops, made);
        values[block.iter_vars[i]->var] = SubstituteInValue(ctx_, value, loops);
      } else {
        made.Add(block.iter_vars[i], value);
      }
    }
    const BufferStore& store = *reduction_.store;
    std::vector<const Expr*> place = At(store.indices, iteration->var);
    const Expr* addend = SubstituteInValue(ctx_, reduction_.addend, values);
    const Expr* sum = MakeBinary(ctx_, reduction_.op, MakeLoad(ctx_, partial_, place), addend);
    const BufferStore* init = MakeStore(ctx_, partial_, Neutral(ctx_, reduction_.op, partial_->dtype), place);
    const Stmt* realize =
        made.Realize(schedule_, *site_.realize, schedule_.FreshBlockName(block.name_hint.str() + "_rf"), init,
                     MakeStore(ctx_, partial_, sum, place));
    return InLoops(ctx_, site_.loops, realize);
  }

  // The partial results are put together under the block's name.
  const Stmt* Whole() {
    const SBlock& block = site_.block();
    Rebound made;
    const IterVar* iteration = NewIter(ctx_, "v" + loop_->loop_var->name.str(), loop_->extent, IterType::kCommReduce);
    made.Add(iteration, loop_->loop_var);
    for (size_t i = 0; i < block.iter_vars.size(); ++i) {
      if (block.iter_vars[i]->iter_type != IterType::kCommReduce)
        made.Add(block.iter_vars[i], site_.realize->iter_values[i]);
    }
    const BufferStore& store = *reduction_.store;
    const Expr* sum =
        MakeBinary(ctx_, reduction_.op, MakeLoad(ctx_, store.buffer, {store.indices.begin(), store.indices.end()}),
                   MakeLoad(ctx_, partial_, At(store.indices, iteration->var)));
    BufferStore* body = ctx_.arena.New<BufferStore>(store);
    body->value = sum;
    std::vector<const Expr*> condition = PartsOfCondition(site_.realize->predicate);
    std::erase_if(condition, [&](const Expr* part) { return MentionsReduction(site_, part); });
    SBlockRealize like = *site_.realize;
    like.predicate = ConditionOf(ctx_, condition);
    const Stmt* realize = made.Realize(schedule_, like, block.name_hint.text(), As<BufferStore>(block.init), body);
    std::vector<const For*> loops;
    for (const For* loop : site_.loops) {
      if (!HasKind(*site_.realize, loop->loop_var, IterType::kCommReduce)) loops.push_back(loop);
    }
    loops.push_back(loop_);
    return FreshCopy(ctx_, InLoops(ctx_, loops, realize), {});
  }

 private:
  std::vector<const Expr*> At(Nodes<Expr> indices, const Expr* iteration) const {
    std::vector<const Expr*> place(indices.begin(), indices.end());
    place.insert(place.begin() + static_cast<std::ptrdiff_t>(axis_), iteration);
    return place;
  }
  // A variable for each other loop that the reduction runs over.
  void AddReductions(const Expr* value, VarMap& loops, Rebound& made) {
    for (const For* loop : site_.loops) {
      if (!Mentions(value, loop->loop_var) || loops.contains(loop->loop_var)) continue;
      const Expr* end = Simplify(ctx_, MakeBinary(ctx_, NodeKind::kAdd, loop->min, loop->extent));
      const IterVar* iter = NewIter(ctx_, "v" + loop->loop_var->name.str(), end, IterType::kCommReduce);
      IterVar* ranged = ctx_.arena.New<IterVar>(*iter);
      ranged->dom = MakeRange(ctx_, loop->min, loop->extent);
      loops[loop->loop_var] = ranged->var;
      made.Add(ranged, loop->loop_var);
    }
  }

  KernelSchedule& schedule_;
  Context& ctx_;
  const BlockSite& site_;
  const Reduction& reduction_;
  const For* loop_;
  size_t axis_ = 0;
  const Buffer* partial_ = nullptr;
};

// rfactor(block, number of a reduction loop, axis of the partial results).
Status Rfactor(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(ReductionSite reduction, ReductionAt(schedule, args[0].text));
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  auto number = static_cast<size_t>(args[1].number);
  ASSAY_RETURN_IF_ERROR(CanFactor(schedule, reduction, number));
  size_t rank = reduction.reduction.store->buffer->shape.size();
  if (args[2].number < 0 || static_cast<size_t>(args[2].number) > rank)
    return RefusedPrimitive("rfactor.r5", fmt::format("the buffer has {} axes", rank));
  Factorer factorer(schedule, reduction, number, static_cast<size_t>(args[2].number));
  const Stmt *partial = factorer.Partial(), *whole = factorer.Whole();
  schedule.Replace(reduction.site.top, whole);
  AddToScope(schedule, args[0].text, {factorer.partial()}, {partial}, {});
  return Done{};
}

// ---- merge
constexpr std::string_view kMergePreconditions[] = {
    "the loops stand in one scope, in statements that follow each other directly",
    "from the outermost one on, loops stand directly in each other, as many in both",
    "they start at 0, are serial without annotations, and have the same extents, which do not depend on loops; those "
    "of a reduction with an init have iterations",
    "what one nest writes and the other one touches is of the same iteration in both",
};

struct NestToMerge {
  BlockSite site;
  std::vector<const For*> loops;
};

// A reduction over nothing gives its init's value, which needs loops of its own.
bool MayReduceNothing(const KernelSchedule& schedule, const std::vector<const For*>& loops) {
  KernelFacts facts(schedule.ctx, *schedule.func);
  BindLoops(facts, schedule.func->body);
  return std::ranges::any_of(loops, [&](const For* loop) {
    const Expr* zero = MakeInt(schedule.ctx, 0, DTypeOf(loop->extent));
    bool may = false;
    if (facts.Proves(MakeBinary(schedule.ctx, NodeKind::kGT, loop->extent, zero))) return false;
    WalkBeforeChildren(loop->body, [&](const Node* node) {
      const auto* realize = As<SBlockRealize>(node);
      may |= realize != nullptr && realize->block->init != nullptr &&
             HasKind(*realize, loop->loop_var, IterType::kCommReduce);
      return !may && AsExpr(node) == nullptr;
    });
    return may;
  });
}

Result<NestToMerge> NestAt(const KernelSchedule& schedule, const PrimitiveArg& block, int64_t number) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, block.text, number));
  const BlockSite& site = at.at;
  NestToMerge nest{site, {site.loops.begin(), site.loops.begin() + number + 1}};
  bool direct = nest.loops[0] == site.top;
  for (size_t i = 1; i < nest.loops.size(); ++i) direct &= nest.loops[i - 1]->body == nest.loops[i];
  if (!direct) return RefusedPrimitive("merge.r2", fmt::format("more than loops stands around block {}", block.text));
  for (const For* loop : nest.loops) {
    bool depends =
        std::ranges::any_of(nest.loops, [&](const For* other) { return Mentions(loop->extent, other->loop_var); });
    // What is read from memory may be another number behind the first nest.
    depends |= !IsPure(loop->extent);
    if (depends || !IsPlain(*loop) || !StartsAtZero(*loop))
      return RefusedPrimitive("merge.r3",
                              fmt::format("loop {} is marked, or not a plain one", loop->loop_var->name.text()));
  }
  if (MayReduceNothing(schedule, nest.loops))
    return RefusedPrimitive("merge.r3", fmt::format("block {} may be a reduction over nothing", block.text));
  return nest;
}

// Whether all accesses of the memory tell the iterations apart in the same way, so that none is of two iterations.
bool OfOneIteration(Context& ctx, std::span<const Access* const> accesses, const Var* data,
                    const std::vector<const For*>& loops) {
  std::vector<const Access*> here;
  for (const Access* access : accesses) {
    if (access->buffer->data == data) here.push_back(access);
  }
  std::vector<const For*> told;
  for (size_t axis = 0; axis < here[0]->indices.size(); ++axis) {
    const Expr* index = here[0]->indices[axis];
    auto same = [&](const Access* access) {
      return access->buffer == here[0]->buffer && ProveEqual(ctx, access->indices[axis], index);
    };
    if (!std::ranges::all_of(here, same)) continue;
    std::optional<std::vector<const For*>> counted = CountsOver(ctx, index, loops);
    if (counted) told.insert(told.end(), counted->begin(), counted->end());
  }
  return std::ranges::all_of(loops, [&](const For* loop) {
    bool once = AsInt(loop->extent) != nullptr && AsInt(loop->extent)->value == 1;
    return once || std::ranges::find(told, loop) != told.end();
  });
}

Status CanMerge(Context& ctx, const NestToMerge& first, const Stmt* first_body, const Stmt* second_body) {
  EffectSet a = EffectsOf(first_body), b = EffectsOf(second_body);
  if (a.unknown || b.unknown) return RefusedPrimitive("merge.r4", "the nests do what accesses do not tell");
  Accesses before = AccessesIn(ctx, first_body), behind = AccessesIn(ctx, second_body);
  std::vector<const Access*> accesses;
  for (const Accesses* nest : {&before, &behind}) {
    for (const Access& access : nest->all) accesses.push_back(&access);
  }
  for (const Access* access : accesses) {
    const Var* data = access->buffer->data;
    bool meet = (a.writes.contains(data) && b.Touches(data)) || (b.writes.contains(data) && a.Touches(data));
    if (meet && !OfOneIteration(ctx, accesses, data, first.loops)) {
      return RefusedPrimitive("merge.r4",
                              fmt::format("possible loop-carried dependence on {}", access->buffer->name.text()));
    }
  }
  return Done{};
}

// merge(block, number of a loop around it, other block, number of a loop around that).
Status Merge(KernelSchedule& schedule, Args args) {
  Context& ctx = schedule.ctx;
  ASSAY_TRY(NestToMerge first, NestAt(schedule, args[0], args[1].number));
  ASSAY_TRY(NestToMerge second, NestAt(schedule, args[2], args[3].number));
  std::optional<size_t> from, to;
  if (first.site.scope != nullptr && first.site.scope == second.site.scope) {
    from = PlaceIn(*first.site.scope, first.site.top);
    to = PlaceIn(*first.site.scope, second.site.top);
  }
  if (!from || !to || *to != *from + 1)
    return RefusedPrimitive("merge.r1", fmt::format("block {} does not follow block {}", args[2].text, args[0].text));
  if (first.loops.size() != second.loops.size())
    return RefusedPrimitive("merge.r2", "one loop stands deeper than the other one");
  VarMap values;
  for (size_t i = 0; i < first.loops.size(); ++i) {
    bool same = DTypeOf(first.loops[i]->loop_var) == DTypeOf(second.loops[i]->loop_var) &&
                ProveEqual(ctx, first.loops[i]->extent, second.loops[i]->extent);
    if (!same)
      return RefusedPrimitive("merge.r3",
                              fmt::format("loops {} and {} have other extents", first.loops[i]->loop_var->name.text(),
                                          second.loops[i]->loop_var->name.text()));
    values[second.loops[i]->loop_var] = first.loops[i]->loop_var;
  }
  const Stmt *first_body = first.loops.back()->body,
             *second_body = SubstituteIn(ctx, second.loops.back()->body, values);
  ASSAY_RETURN_IF_ERROR(CanMerge(ctx, first, first_body, second_body));
  const Stmt* merged = InLoops(ctx, first.loops, MakeSeqStmt(ctx, {first_body, second_body}));
  schedule.func = WithoutStmt(ctx, schedule.func, second.site.top);
  schedule.Replace(first.site.top, merged);
  return Done{};
}

// Mostly of blocks that are read one after the other, and as deep in both.
void DrawNeighbours(const KernelSchedule& schedule, ByteSource& bytes, std::vector<PrimitiveArg>& args) {
  std::vector<std::string> blocks = schedule.Blocks();
  auto first = std::ranges::find(blocks, args[0].text);
  if (!bytes.Chance(3, 4) || first == blocks.end() || first + 1 == blocks.end()) return;
  args[2].text = *(first + 1);
  args[1].number = args[3].number = static_cast<int64_t>(bytes.Below(2));
}

}  // namespace

namespace primitive {
const PrimitiveSpec kRfactor{
    "rfactor", "iterations of a reduction loop have results of their own, which are put together behind it", "bii",
    kRfactorPreconditions, Rfactor};
const PrimitiveSpec kMerge{
    "merge", "two loops that follow each other become one", "bibi", kMergePreconditions, Merge, DrawNeighbours};
}  // namespace primitive

}  // namespace assay
