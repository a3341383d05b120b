// Steps that move a block into a loop of another one: what makes a buffer goes to its readers, what reads a buffer goes
// to its maker. Regions are those that one iteration needs or makes.
#include <algorithm>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/rewrite.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/accesses.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/digits.h"
#include "passes/analysis/instances.h"
#include "passes/analysis/loop_indices.h"
#include "passes/rewrite/copies.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/primitive_specs.h"

namespace assay {
namespace {

using Args = std::span<const PrimitiveArg>;

const Expr* Folded(Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
  return Simplify(ctx, MakeBinary(ctx, kind, a, b));
}

// ---- what both ask
// A block that is to move, with its only store.
struct Mover {
  BlockSite site;
  const BufferStore* store = nullptr;
  // Loops of its reductions, which go with it.
  std::vector<const For*> reductions;
};

bool AxisStartsAtZero(const IterVar& iter) {
  const IntImm* start = AsInt(iter.dom->min);
  return start != nullptr && start->value == 0;
}

// The loop of its own that the reduction variable is bound to; null when it is bound in another way.
const For* OwnLoop(Context& ctx, const BlockSite& site, size_t iter) {
  auto loop = std::ranges::find(site.loops, site.realize->iter_values[iter],
                                [](const For* l) -> const Expr* { return l->loop_var; });
  if (loop == site.loops.end() || !StartsAtZero(**loop) || !IsPlain(**loop)) return nullptr;
  const IterVar& var = *site.block().iter_vars[iter];
  bool whole = AxisStartsAtZero(var) && ProveEqual(ctx, (*loop)->extent, var.dom->extent) &&
               BoundBy(*site.realize, (*loop)->loop_var).size() == 1;
  bool depends =
      std::ranges::any_of(site.loops, [&](const For* other) { return Mentions((*loop)->extent, other->loop_var); });
  return whole && !depends ? *loop : nullptr;
}

Result<Mover> MoverAt(KernelSchedule& schedule, std::string_view name, std::string_view label) {
  ASSAY_TRY(BlockSite site, schedule.Site(name));
  const BufferStore* store = OnlyStore(site.block());
  std::string why = WhyOrdered(schedule.ctx, site);
  if (!why.empty()) return RefusedPrimitive(label, fmt::format("block {}: {}", name, why));
  if (OutermostAround(site) != site.top)
    return RefusedPrimitive(label, fmt::format("block {} is not alone in its loops", name));
  // In the nest that is made anew it does, without a condition.
  if (!RunsOverAxes(schedule.ctx, site))
    return RefusedPrimitive(label, fmt::format("block {} does not run over all of its axes", name));
  bool plain = true;
  Mover mover{site, store, {}};
  for (size_t i = 0; i < site.block().iter_vars.size(); ++i) {
    bool reduces = site.block().iter_vars[i]->iter_type == IterType::kCommReduce;
    plain &= AxisStartsAtZero(*site.block().iter_vars[i]) && (!reduces || OwnLoop(schedule.ctx, site, i) != nullptr);
  }
  if (!plain)
    return RefusedPrimitive(label,
                            fmt::format("block {} has a condition, or reductions that are not bound to loops", name));
  for (const For* loop : site.loops) {
    if (HasKind(*site.realize, loop->loop_var, IterType::kCommReduce)) mover.reductions.push_back(loop);
  }
  return mover;
}

struct Target {
  BlockSite site;
  size_t loop = 0;

  const For& at() const { return *site.loops[loop]; }
};

// Whether each thread that runs an iteration of the loop has the buffer for itself, or shares it with those alone that
// run the same one.
bool IsKeptIn(const For& loop, const Buffer& buffer) {
  if (loop.thread_binding == nullptr) return false;
  std::string_view scope = buffer.scope.text();
  bool of_thread = scope == "local", of_block = of_thread || scope.starts_with("shared");
  return loop.thread_binding->thread_tag.text().starts_with("blockIdx.") ? of_block : of_thread;
}

// Where the block is to go: a loop of another block, in the same scope, with loops around it that are serial, or whose
// iterations have the block's buffer each for themselves. `apart`: no two iterations of the loops will run one instance
// of the block, so that threads may.
Result<Target> TargetAt(const KernelSchedule& schedule, const PrimitiveArg& block, int64_t loop, const Mover& mover,
                        std::string_view label, bool apart = false) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, block.text, loop));
  const BlockSite& site = at.at;
  auto number = static_cast<size_t>(loop);
  bool reached = site.scope != nullptr && site.scope == mover.site.scope && site.top != mover.site.top;
  if (!reached)
    return RefusedPrimitive(label, fmt::format("block {} stands in another scope, or in the same loops", block.text));
  for (size_t i = 0; i <= number; ++i) {
    const For& around = *site.loops[i];
    bool serial = around.for_kind == ForKind::kSerial || around.for_kind == ForKind::kUnrolled;
    bool threads = apart && around.thread_binding != nullptr;
    if (!(serial || threads || IsKeptIn(around, *mover.store->buffer)) || around.step != nullptr)
      return RefusedPrimitive(label, fmt::format("loop {} is not serial", site.loops[i]->loop_var->name.text()));
  }
  return Target{std::move(site), number};
}

// The part of an axis that one iteration is about; both null for all of it.
struct Part {
  const Expr* start = nullptr;
  const Expr* extent = nullptr;
  // It does not leave the axis.
  bool within = false;
};

// The block in new loops over parts of its axes, in front of those of its reductions.
class Renester {
 public:
  Renester(KernelSchedule& schedule, const Mover& mover, const Target& target) : ctx_(schedule.ctx), mover_(mover) {
    for (size_t i = 0; i <= target.loop; ++i) BindLoop(*target.site.loops[i]);
  }

  // `parts` for each variable of the block.
  const Stmt* Nest(const std::vector<Part>& parts) {
    const SBlock& block = mover_.site.block();
    for (size_t i = 0; i < parts.size(); ++i) {
      bool reduces = block.iter_vars[i]->iter_type == IterType::kCommReduce;
      values_.push_back(reduces ? mover_.site.realize->iter_values[i] : Bound(*block.iter_vars[i], parts[i]));
    }
    SBlockRealize* realize = ctx_.arena.New<SBlockRealize>(*mover_.site.realize);
    realize->iter_values = ctx_.Copy(values_);
    realize->predicate = condition_ == nullptr ? MakeBool(ctx_, true) : condition_;
    const Stmt* nest = realize;
    for (size_t i = mover_.reductions.size(); i-- > 0;) {
      For* loop = ctx_.arena.New<For>(*mover_.reductions[i]);
      loop->body = nest;
      nest = loop;
    }
    for (size_t i = loops_.size(); i-- > 0;) nest = MakeFor(ctx_, loops_[i], extents_[i], nest);
    return nest;
  }

 private:
  void BindLoop(const For& loop) {
    Interval low = bounds_.Of(loop.min), count = bounds_.Of(loop.extent);
    int64_t last = INT64_MAX;
    bool known = low.high != INT64_MAX && count.high != INT64_MAX && count.high > 0 &&
                 !__builtin_add_overflow(low.high, count.high - 1, &last);
    bounds_.Bind(loop.loop_var, {low.low, known ? last : INT64_MAX});
  }
  const Expr* Bound(const IterVar& iter, const Part& part) {
    const Expr* extent = part.extent == nullptr ? iter.dom->extent : part.extent;
    const Var* loop = MakeVar(ctx_, fmt::format("ax{}", loops_.size()), DTypeOf(iter.var));
    loops_.push_back(loop);
    extents_.push_back(extent);
    if (part.start == nullptr) return loop;
    const IntImm* count = AsInt(extent);
    if (count != nullptr) bounds_.Bind(loop, {0, std::max<int64_t>(count->value - 1, 0)});
    if (count == nullptr) bounds_.Bind(loop, {0, INT64_MAX});
    const Expr* value = Folded(ctx_, NodeKind::kAdd, part.start, loop);
    if (part.within) return value;
    const Expr* zero = MakeInt(ctx_, 0, DTypeOf(value));
    if (!ProveLessEqual(ctx_, bounds_, zero, value)) Require(MakeBinary(ctx_, NodeKind::kLE, zero, value));
    bool within = ProveLess(ctx_, bounds_, value, iter.dom->extent) ||
                  (ProveEqual(ctx_, part.start, zero) && ProveEqual(ctx_, extent, iter.dom->extent));
    within |= count != nullptr && count->value == 1 && Is<Var>(part.start) && RunsOver(As<Var>(part.start), iter);
    if (!within) Require(MakeBinary(ctx_, NodeKind::kLT, value, iter.dom->extent));
    return value;
  }
  // A loop of a symbolic extent around the block.
  bool RunsOver(const Var* var, const IterVar& iter) {
    auto known = extents_around_.find(var);
    return known != extents_around_.end() && ProveEqual(ctx_, known->second, iter.dom->extent);
  }
  void Require(const Expr* condition) {
    condition_ = condition_ == nullptr ? condition : MakeBinary(ctx_, NodeKind::kAnd, condition_, condition);
  }

 public:
  // Loops from 0 whose variables stay below the extent.
  void Knows(const For& loop) {
    if (StartsAtZero(loop)) extents_around_[loop.loop_var] = loop.extent;
  }

 private:
  Context& ctx_;
  const Mover& mover_;
  ConstBounds bounds_;
  VarMap extents_around_;
  std::vector<const Var*> loops_;
  std::vector<const Expr*> extents_, values_;
  const Expr* condition_ = nullptr;
};

// The loop with the nest in front of, or behind, statement number `place` of its body.
const For* WithNest(Context& ctx, const For& loop, const Stmt* nest, size_t place) {
  std::vector<const Stmt*> body{loop.body};
  if (const auto* seq = As<SeqStmt>(loop.body)) body.assign(seq->seq.begin(), seq->seq.end());
  body.insert(body.begin() + static_cast<std::ptrdiff_t>(place), nest);
  For* with = ctx.arena.New<For>(loop);
  with->body = MakeSeqStmt(ctx, body);
  return with;
}

void Move(KernelSchedule& schedule, const Mover& mover, const Target& target, const std::vector<Part>& parts,
          size_t place) {
  Renester renester(schedule, mover, target);
  for (size_t i = 0; i <= target.loop; ++i) renester.Knows(*target.site.loops[i]);
  const For* with = WithNest(schedule.ctx, target.at(), renester.Nest(parts), place);
  schedule.Replace(&target.at(), with);
  schedule.func = WithoutStmt(schedule.ctx, schedule.func, mover.site.top);
}

// ---- compute_at
constexpr std::string_view kComputeAtPreconditions[] = {
    "the block is one store whose instances may run in another order, alone in its loops, with reductions bound to "
    "loops of their own",
    "its buffer is allocated around it, stored by it alone, and viewed by none",
    "all that read the buffer stand in the loop, which is behind the block in the same scope",
    "the loop and those around it are serial",
    "nothing that the block reads is written in between",
};

// The smallest interval around all that is read of one axis; nothing where that is not known, or not of one extent.
class PartFinder {
 public:
  PartFinder(Context& ctx, const For& loop, const Buffer* buffer)
      : ctx_(ctx), buffer_(buffer), accesses_(AccessesIn(ctx, loop.body)) {
    for (const Var* var : DefinedIn(loop.body)) defined_.insert(var);
    for (size_t axis = 0; axis < buffer->shape.size(); ++axis) parts_.push_back(Over(axis));
  }
  const Part& Of(size_t axis) const { return parts_[axis]; }

 private:
  Part Over(size_t axis) {
    ExprBound all;
    for (const Access& access : accesses_.all) {
      if (access.buffer->data != buffer_->data) continue;
      ExprBound here = BoundIn(ctx_, DomainsOf(ctx_, access.scopes), Simplify(ctx_, access.indices[axis]));
      if (here.low == nullptr || !IsKnownOutside(here.low) || !IsKnownOutside(here.high)) return {};
      all = all.low == nullptr ? here : Hull(ctx_, all, here);
      if (all.low == nullptr) return {};
    }
    if (all.low == nullptr || DTypeOf(all.low) != DTypeOf(buffer_->shape[axis])) return {};
    DType dtype = DTypeOf(all.low);
    const Expr* extent =
        Folded(ctx_, NodeKind::kAdd, Folded(ctx_, NodeKind::kSub, all.high, all.low), MakeInt(ctx_, 1, dtype));
    const IntImm *count = AsInt(extent), *whole = AsInt(buffer_->shape[axis]);
    if (count == nullptr || count->value < 1 || (whole != nullptr && count->value >= whole->value)) return {};
    return {all.low, extent};
  }
  // Of what is defined in front of the loop's body, and does not read memory.
  bool IsKnownOutside(const Expr* e) {
    bool known = !MentionsAny(e, defined_);
    WalkBeforeChildren(e, [&](const Node* node) {
      known &= !EffectsOfNode(node).reads && !Is<Call>(node) && !Is<Let>(node);
      return known;
    });
    return known && DTypeOf(e).IsScalar();
  }

  Context& ctx_;
  const Buffer* buffer_;
  Accesses accesses_;
  VarSet defined_;
  std::vector<Part> parts_;
};

Status CanComputeAt(const KernelSchedule& schedule, const Mover& mover, const Target& target) {
  const Buffer* buffer = mover.store->buffer;
  int own = mover.site.block().init != nullptr ? 2 : 1;
  bool alone = Allocates(mover.site.scope, buffer) && FillsBuffer(mover.site, *mover.store, schedule.ctx) &&
               StoresInto(*schedule.func, buffer) == own;
  if (!alone || IsNamedOtherwise(*schedule.func, buffer)) {
    return RefusedPrimitive("compute_at.r2", fmt::format("block {} is not alone in making {}",
                                                         mover.site.block().name_hint.text(), buffer->name.text()));
  }
  int inside = LoadsOf(target.at().body, buffer), own_reads = LoadsOf(mover.site.top, buffer);
  std::optional<size_t> from = PlaceIn(*mover.site.scope, mover.site.top),
                        to = PlaceIn(*target.site.scope, target.site.top);
  if (inside == 0 || LoadsOf(schedule.func->body, buffer) != inside + own_reads || !from || !to || *from >= *to) {
    return RefusedPrimitive(
        "compute_at.r3",
        fmt::format("buffer {} is read outside of the loop, or not behind the block", buffer->name.text()));
  }
  EffectSet passed = EffectsBetween(*mover.site.scope, *from + 1, *to + 1), moved = EffectsOf(mover.site.top);
  passed.reads.erase(buffer->data);
  if (!CanReorder(moved, passed))
    return RefusedPrimitive("compute_at.r5", "what the block reads is written in between");
  return Done{};
}

// The number of the first statement in the loop that reads the buffer.
size_t FirstReader(const For& loop, const Buffer* buffer) {
  const auto* seq = As<SeqStmt>(loop.body);
  size_t place = 0;
  while (seq != nullptr && place < seq->seq.size() && LoadsOf(seq->seq[place], buffer) == 0) ++place;
  return place;
}

// compute_at(block, reader, number of a loop around the reader).
Status ComputeAt(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(Mover mover, MoverAt(schedule, args[0].text, "compute_at.r1"));
  ASSAY_TRY(Target target, TargetAt(schedule, args[1], args[2].number, mover, "compute_at.r4"));
  ASSAY_RETURN_IF_ERROR(CanComputeAt(schedule, mover, target));
  const Buffer* buffer = mover.store->buffer;
  PartFinder needed(schedule.ctx, target.at(), buffer);
  std::vector<Part> parts;
  for (const IterVar* iter : mover.site.block().iter_vars) {
    auto axis = std::ranges::find(mover.store->indices, static_cast<const Expr*>(iter->var));
    bool stored = axis != mover.store->indices.end();
    Part part = stored ? needed.Of(static_cast<size_t>(axis - mover.store->indices.begin())) : Part{};
    bool fits = part.start != nullptr && DTypeOf(part.start) == DTypeOf(iter->var);
    parts.push_back(fits ? part : Part{});
  }
  Move(schedule, mover, target, parts, FirstReader(target.at(), buffer));
  return Done{};
}

// ---- reverse_compute_at
constexpr std::string_view kReverseComputeAtPreconditions[] = {
    "the block is one store whose instances may run in another order, alone in its loops, with reductions bound to "
    "loops of their own",
    "the loop holds a block, in front of the block and in the same scope, which alone makes a buffer that the block "
    "reads, alone in the loop or whole in all",
    "iterations of the loop make parts of the buffer that do not overlap and leave nothing out, whole with all "
    "reductions",
    "the loop and those around it are serial, or run on threads",
    "the block reads those parts at spatial variables, one for each axis",
    "nothing between them touches what the block stores, or writes what it reads",
};

// What the loop's block makes of one axis in an iteration: all that it ever makes, or digits of a count.
struct Made {
  bool whole = true;
  Part part;
  // How far it counts in all iterations.
  const Expr* total = nullptr;
};

class IterationParts {
 public:
  IterationParts(Context& ctx, const Target& target, const BufferStore& store)
      : ctx_(ctx),
        target_(target),
        store_(store),
        around_(std::span(target.site.loops).first(target.loop + 1)),
        counts_(CountsOf(ctx, target.site)) {}

  // Nothing where iterations meet, or leave something out.
  std::optional<std::vector<Made>> Find() {
    std::vector<Made> axes;
    for (const Expr* index : store_.indices) {
      std::optional<Made> made = OfAxis(index);
      if (!made) return std::nullopt;
      axes.push_back(*made);
    }
    for (const LoopDigit& digit : counts_.digits) {
      auto counts = [&](const CountedAxes* axes) {
        return std::ranges::find(axes->digits, digit.value, &LoopDigit::value) != axes->digits.end();
      };
      if (IsAround(digit) && !IsOnce(digit) && std::ranges::count_if(used_, counts) != 1) return std::nullopt;
    }
    return axes;
  }

 private:
  bool IsAround(const LoopDigit& digit) const { return std::ranges::find(around_, digit.loop) != around_.end(); }
  static bool IsOnce(const LoopDigit& digit) {
    const IntImm* extent = AsInt(digit.extent);
    return extent != nullptr && extent->value == 1;
  }
  // The variable's axes; null where it does not count, or reductions count with it.
  const CountedAxes* AxesWith(size_t variable) const {
    const SBlock& block = target_.site.block();
    auto found = std::ranges::find_if(
        counts_.axes, [&](const CountedAxes& axes) { return std::ranges::count(axes.variables, variable) != 0; });
    bool spatial = found != counts_.axes.end() && std::ranges::all_of(found->variables, [&](size_t i) {
                     return block.iter_vars[i]->iter_type == IterType::kDataPar;
                   });
    return spatial ? &*found : nullptr;
  }
  std::optional<Made> OfAxis(const Expr* index) {
    const SBlock& block = target_.site.block();
    auto iter = std::ranges::find(block.iter_vars, index, [](const IterVar* v) -> const Expr* { return v->var; });
    // The place of an axis of one element.
    if (iter == block.iter_vars.end()) return AsInt(index) == nullptr ? std::nullopt : std::optional(Made{});
    auto number = static_cast<size_t>(iter - block.iter_vars.begin());
    const Expr* value = target_.site.realize->iter_values[number];
    if (std::ranges::none_of(around_, [&](const For* loop) { return Mentions(value, loop->loop_var); })) return Made{};
    const CountedAxes* axes = AxesWith(number);
    if (axes == nullptr || (axes->variables.size() > 1 && !axes->reaches)) return std::nullopt;
    if (std::ranges::find(used_, axes) == used_.end()) used_.push_back(axes);
    if (std::ranges::all_of(axes->digits, [&](const LoopDigit& digit) { return !IsAround(digit) || IsOnce(digit); }))
      return Made{};
    DType dtype = DTypeOf(value);
    const Expr *inner = MakeInt(ctx_, 1, dtype), *total = inner, *outer = nullptr;
    bool inside = false;
    for (const LoopDigit& digit : axes->digits) {
      // Those of loops around are the slow ones.
      if (IsAround(digit) && inside) return std::nullopt;
      inside |= !IsAround(digit);
      if (inside) inner = Folded(ctx_, NodeKind::kMul, inner, digit.extent);
      if (!inside && outer != nullptr) outer = Folded(ctx_, NodeKind::kMul, outer, digit.extent);
      if (!inside) outer = outer == nullptr ? digit.value : Folded(ctx_, NodeKind::kAdd, outer, digit.value);
      total = Folded(ctx_, NodeKind::kMul, total, digit.extent);
    }
    Made made{false, {outer, inner, axes->exact}, axes->reaches ? (*iter)->dom->extent : total};
    return OfDigit(made,
                   axes->variables.size() == 1 ? Digit{value, MakeInt(ctx_, 1, dtype), nullptr} : DigitOf(ctx_, value));
  }
  // A digit of a count, of which an iteration of the loops around, the start's number, has so many.
  std::optional<Made> OfDigit(Made made, const Digit& digit) const {
    const IntImm *count = AsInt(made.part.extent), *low = AsInt(digit.low), *high = AsInt(digit.high);
    DType dtype = DTypeOf(made.part.extent);
    auto by = [&](NodeKind op, const Expr* a, int64_t b) {
      return Simplify(ctx_, MakeBinary(ctx_, op, a, MakeInt(ctx_, b, dtype)));
    };
    if (digit.high == nullptr && low != nullptr && low->value == 1) {
      made.part.start = Folded(ctx_, NodeKind::kMul, made.part.start, made.part.extent);
      return made;
    }
    if (count != nullptr && count->value == 1) {
      made.part.start = ValueOf(ctx_, {made.part.start, digit.low, digit.high});
      return made;
    }
    if (count == nullptr || low == nullptr || (digit.high != nullptr && high == nullptr)) return std::nullopt;
    bool within = low->value % count->value == 0, covers = count->value % low->value == 0;
    if (high != nullptr && covers && count->value % high->value == 0) return Made{};
    if ((!within && !covers) || (high != nullptr && high->value % count->value != 0)) return std::nullopt;
    if (high != nullptr) made.part.start = by(NodeKind::kFloorMod, made.part.start, high->value / count->value);
    made.part.start = within ? by(NodeKind::kFloorDiv, made.part.start, low->value / count->value)
                             : by(NodeKind::kMul, made.part.start, count->value / low->value);
    made.part.extent = MakeInt(ctx_, within ? 1 : count->value / low->value, dtype);
    return made;
  }

  Context& ctx_;
  const Target& target_;
  const BufferStore& store_;
  std::span<const For* const> around_;
  BlockCounts counts_;
  std::vector<const CountedAxes*> used_;
};

bool ReducesInside(const Target& target) {
  for (size_t i = 0; i <= target.loop; ++i) {
    if (HasKind(*target.site.realize, target.site.loops[i]->loop_var, IterType::kCommReduce)) return false;
  }
  return true;
}

// Whether the count reaches all of the axis.
bool Reaches(Context& ctx, const Made& made, const Expr* extent) {
  if (DTypeOf(made.total) != DTypeOf(extent)) return false;
  const IntImm *total = AsInt(made.total), *whole = AsInt(extent);
  return (total != nullptr && whole != nullptr && total->value >= whole->value) || ProveEqual(ctx, made.total, extent);
}

// Parts of the block's variables, where it reads the axes of `buffer` as they are made.
std::optional<std::vector<Part>> PartsOfReader(Context& ctx, const Mover& mover, const Buffer* buffer,
                                               const std::vector<Made>& axes) {
  const SBlock& block = mover.site.block();
  std::vector<Part> parts(block.iter_vars.size());
  std::vector<const Expr*> at(axes.size());
  bool fits = true;
  ForEachAccess(block.body, [&](const ElementAccess& access) {
    if (access.writes || access.buffer->data != buffer->data) return;
    fits &= access.buffer == buffer && access.indices.size() == axes.size();
    for (size_t axis = 0; fits && axis < axes.size(); ++axis) {
      if (axes[axis].whole) continue;
      fits &= at[axis] == nullptr || at[axis] == access.indices[axis];
      at[axis] = access.indices[axis];
    }
  });
  std::vector<const Expr*> tied;
  for (size_t axis = 0; fits && axis < axes.size(); ++axis) {
    if (axes[axis].whole) continue;
    auto iter = std::ranges::find(block.iter_vars, at[axis], [](const IterVar* v) -> const Expr* { return v->var; });
    fits = iter != block.iter_vars.end() && (*iter)->iter_type == IterType::kDataPar &&
           std::ranges::find(tied, at[axis]) == tied.end();
    if (!fits) break;
    tied.push_back(at[axis]);
    fits = DTypeOf(axes[axis].part.start) == DTypeOf((*iter)->var) && Reaches(ctx, axes[axis], (*iter)->dom->extent);
    Part part = axes[axis].part;
    // The reader's axis may be the shorter one.
    part.within = part.within && ProveEqual(ctx, axes[axis].total, (*iter)->dom->extent);
    parts[static_cast<size_t>(iter - block.iter_vars.begin())] = part;
  }
  return fits ? std::optional(parts) : std::nullopt;
}

Status CanReverseComputeAt(const KernelSchedule& schedule, const Mover& mover, const Target& target) {
  const BufferStore* made = OnlyStore(target.site.block());
  std::string_view maker = target.site.block().name_hint.text();
  int own = target.site.block().init != nullptr ? 2 : 1;
  bool whole = OnlyBlock(&target.at()) == target.site.realize || RunsOverAxes(schedule.ctx, target.site);
  bool alone = whole && made != nullptr && StoresInto(*schedule.func, made->buffer) == own;
  std::optional<size_t> from = PlaceIn(*mover.site.scope, mover.site.top),
                        to = PlaceIn(*mover.site.scope, target.site.top);
  if (!alone || LoadsOf(mover.site.top, made->buffer) == 0 || !from || !to || *to >= *from) {
    return RefusedPrimitive(
        "reverse_compute_at.r2",
        fmt::format("block {} is not alone in making what the block reads, or not in front of it", maker));
  }
  EffectSet passed = EffectsBetween(*mover.site.scope, *to, *from), moved = EffectsOf(mover.site.top);
  moved.reads.erase(made->buffer->data);
  return CanReorder(moved, passed)
             ? Status(Done{})
             : Status(RefusedPrimitive("reverse_compute_at.r6", "what the block reads or stores is used in between"));
}

// reverse_compute_at(block, maker, number of a loop around the maker).
Status ReverseComputeAt(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(Mover mover, MoverAt(schedule, args[0].text, "reverse_compute_at.r1"));
  ASSAY_TRY(Target target, TargetAt(schedule, args[1], args[2].number, mover, "reverse_compute_at.r4", /*apart=*/true));
  ASSAY_RETURN_IF_ERROR(CanReverseComputeAt(schedule, mover, target));
  const BufferStore* made = OnlyStore(target.site.block());
  std::optional<std::vector<Made>> axes = IterationParts(schedule.ctx, target, *made).Find();
  if (!axes || !ReducesInside(target)) {
    return RefusedPrimitive("reverse_compute_at.r3",
                            fmt::format("iterations of {} do not make parts of {}", target.at().loop_var->name.text(),
                                        made->buffer->name.text()));
  }
  std::optional<std::vector<Part>> parts = PartsOfReader(schedule.ctx, mover, made->buffer, *axes);
  if (!parts)
    return RefusedPrimitive("reverse_compute_at.r5", fmt::format("block {} does not read {} as it is made",
                                                                 args[0].text, made->buffer->name.text()));
  const auto* seq = As<SeqStmt>(target.at().body);
  Move(schedule, mover, target, *parts, seq == nullptr ? 1 : seq->seq.size());
  return Done{};
}

}  // namespace

namespace primitive {
const PrimitiveSpec kComputeAt{"compute_at",
                               "a block makes, in a loop of its readers, what an iteration of the loop reads", "bbi",
                               kComputeAtPreconditions, ComputeAt};
const PrimitiveSpec kReverseComputeAt{"reverse_compute_at",
                                      "a block reads, in a loop of the maker, what an iteration of the loop has made",
                                      "bbi", kReverseComputeAtPreconditions, ReverseComputeAt};
}  // namespace primitive

}  // namespace assay
