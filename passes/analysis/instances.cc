#include "passes/analysis/instances.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "ir/arith/scalar_sample.h"
#include "ir/arith/sum.h"
#include "ir/mentions.h"
#include "ir/rewrite.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/digits.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/analysis/loop_indices.h"
#include "passes/analysis/loop_vars.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

// Loops whose iterations are tried one by one make at most so many instances.
constexpr int64_t kMostTried = 1 << 12;
// Of one expression, which is gone into by recursion.
constexpr size_t kMostNodes = 512;

std::string WhyStoresOrdered(const SBlock& block) {
  const BufferStore* store = OnlyStore(block);
  if (store == nullptr) return "its body is not one store";
  if (!block.alloc_buffers.empty() || !block.match_buffers.empty()) return "it has buffers of its own";
  for (const IterVar* iter : block.iter_vars) {
    if (iter->iter_type == IterType::kCommReduce) continue;
    if (iter->iter_type != IterType::kDataPar) return "one of its variables is neither spatial nor a reduction";
    bool alone = std::ranges::find(store->indices, iter->var) != store->indices.end();
    const IntImm* extent = AsInt(iter->dom->extent);
    if (!alone && (extent == nullptr || extent->value != 1))
      return "what it stores does not tell its spatial variables apart";
  }
  std::string why;
  WalkBeforeChildren(store->value, [&](const Node* node) {
    std::optional<ElementAccess> read = ElementAccessOf(node);
    bool own = read && read->buffer->data == store->buffer->data;
    if (own && !std::ranges::equal(read->indices, store->indices, SameFactor))
      why = "it reads what other instances store";
    if (Is<Call>(node) && !Is<Op>(As<Call>(node)->op)) why = "it calls a function";
    return !Is<Buffer>(node);
  });
  return why;
}

// Whether the loops, the predicate or the values of the block's variables read the buffer.
bool RunsByWhatItStores(const BlockSite& site, const Buffer* buffer) {
  bool reads = Reads(site.realize->predicate, buffer);
  for (const For* loop : site.loops) reads |= Reads(loop->min, buffer) || Reads(loop->extent, buffer);
  for (const Expr* value : site.realize->iter_values) reads |= Reads(value, buffer);
  return reads;
}

// Loops that share variables, and the values of those.
struct Group {
  std::vector<const For*> loops;
  std::vector<const Expr*> values;

  bool Has(const Expr* value) const {
    return std::ranges::any_of(loops, [&](const For* loop) { return Mentions(value, loop->loop_var); });
  }
};

// Loops of which the predicate lets the first iterations alone come.
std::vector<const For*> LimitedToOnce(Context& ctx, const BlockSite& site) {
  std::vector<const For*> limited;
  for (const Expr* part : PartsOfCondition(site.realize->predicate)) {
    const auto* less = As<LT>(part);
    const IntImm* end = less == nullptr ? nullptr : AsInt(less->b);
    if (end == nullptr || end->value != 1) continue;
    if (auto loops = CountsOver(ctx, less->a, site.loops)) limited.insert(limited.end(), loops->begin(), loops->end());
  }
  return limited;
}

std::vector<Group> GroupsOf(Context& ctx, const BlockSite& site) {
  std::vector<Group> groups;
  VarMap once;
  std::vector<const For*> limited = LimitedToOnce(ctx, site);
  for (const For* loop : site.loops) {
    if (HasOneIteration(*loop) || std::ranges::find(limited, loop) != limited.end())
      once[loop->loop_var] = loop->min;
    else
      groups.push_back({{loop}, {}});
  }
  for (const Expr* bound : site.realize->iter_values) {
    const Expr* value = once.empty() ? bound : Simplify(ctx, SubstituteInValue(ctx, bound, once));
    Group joined{{}, {value}};
    std::erase_if(groups, [&](const Group& group) {
      if (!group.Has(value)) return false;
      joined.loops.insert(joined.loops.end(), group.loops.begin(), group.loops.end());
      joined.values.insert(joined.values.end(), group.values.begin(), group.values.end());
      return true;
    });
    if (!joined.loops.empty()) groups.push_back(std::move(joined));
  }
  return groups;
}

// Made of the loops' variables by integer arithmetic and comparisons alone, and no longer than can be tried.
bool CanTry(const Expr* value, const ScalarValues& at) {
  bool can = true;
  size_t nodes = 0;
  WalkBeforeChildren(value, [&](const Node* node) {
    const auto* var = As<Var>(node);
    can &= ++nodes <= kMostNodes;
    can &= var != nullptr ? at.contains(var) : Is<IntImm>(node) || AsBinary(static_cast<const Expr*>(node)) != nullptr;
    return can;
  });
  return can && (DTypeOf(value).IsInteger() || DTypeOf(value).IsBool());
}
std::optional<int64_t> Tried(const Expr* value, const ScalarValues& at) {
  std::optional<Scalar> got = CanTry(value, at) ? EvaluateScalar(value, at) : std::nullopt;
  return got ? std::optional(got->AsInt()) : std::nullopt;
}

// Calls f for each iteration of the loops, until it gives false; false also where they cannot be tried one by one.
template <class F>
bool EachIteration(std::span<const For* const> loops, F&& f) {
  int64_t iterations = 1;
  for (const For* loop : loops) {
    const IntImm *start = AsInt(loop->min), *extent = AsInt(loop->extent);
    bool known = start != nullptr && extent != nullptr && loop->step == nullptr && extent->value <= kMostTried;
    if (!known || __builtin_mul_overflow(iterations, std::max<int64_t>(extent->value, 0), &iterations) ||
        iterations > kMostTried)
      return false;
  }
  for (int64_t iteration = 0; iteration < iterations; ++iteration) {
    ScalarValues at;
    int64_t rest = iteration;
    for (const For* loop : loops) {
      at[loop->loop_var] = AsInt(loop->min)->value + rest % AsInt(loop->extent)->value;
      rest /= AsInt(loop->extent)->value;
    }
    if (!f(at)) return false;
  }
  return true;
}

// Whether no two iterations have the same values, tried one by one; false also where that cannot be done.
bool AreDistinctByTrial(const Group& group) {
  std::set<std::vector<int64_t>> seen;
  return EachIteration(group.loops, [&](const ScalarValues& at) {
    std::vector<int64_t> values;
    for (const Expr* value : group.values) {
      if (std::optional<int64_t> got = Tried(value, at)) values.push_back(*got);
    }
    return seen.insert(values).second;
  });
}

// What a block's variable is bound to, and how far its axis goes; null where nobody asks.
struct Axis {
  const Expr* value = nullptr;
  const Expr* extent = nullptr;
  Digit digit = {};
  // Two such axes are another one, of which fuse has made them.
  bool part = false;
  // Numbers of variables.
  std::vector<size_t> variables = {};
};
Axis MakeAxis(Context& ctx, const Expr* value, const Expr* extent) { return {value, extent, DigitOf(ctx, value)}; }

// x // m and x % m are x, where the second one goes as far as m.
std::optional<Axis> Whole(Context& ctx, const Axis& slow, const Axis& fast) {
  if (!AreNeighbours(ctx, slow.digit, fast.digit)) return std::nullopt;
  const Expr* extent = nullptr;
  if (slow.extent != nullptr) {
    if (DTypeOf(slow.extent) != DTypeOf(fast.extent) || DTypeOf(fast.extent) != DTypeOf(fast.digit.low))
      return std::nullopt;
    if (!ProveEqual(ctx, MakeBinary(ctx, NodeKind::kMul, fast.extent, fast.digit.low), fast.digit.high))
      return std::nullopt;
    extent = Simplify(ctx, MakeBinary(ctx, NodeKind::kMul, slow.extent, fast.extent));
  }
  Digit both = Joined(slow.digit, fast.digit);
  Axis whole{ValueOf(ctx, both), extent, both, false, slow.variables};
  whole.variables.insert(whole.variables.end(), fast.variables.begin(), fast.variables.end());
  return whole;
}

// Puts those together that are parts of one.
void JoinAxes(Context& ctx, std::vector<Axis>& axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    for (size_t other = 0; other < i && !axes[i].part; ++other) {
      if (axes[other].part) continue;
      std::optional<Axis> whole = Whole(ctx, axes[other], axes[i]);
      if (!whole) whole = Whole(ctx, axes[i], axes[other]);
      if (!whole) continue;
      axes[other].part = axes[i].part = true;
      axes.push_back(*whole);
    }
  }
}

// Those of the block, and those that some of them are parts of.
std::vector<Axis> AxesOf(Context& ctx, const SBlockRealize& realize) {
  std::vector<Axis> axes;
  for (size_t i = 0; i < realize.iter_values.size(); ++i) {
    axes.push_back(MakeAxis(ctx, realize.iter_values[i], realize.block->iter_vars[i]->dom->extent));
    axes.back().variables = {i};
  }
  JoinAxes(ctx, axes);
  return axes;
}

bool AreDistinct(Context& ctx, const Group& group) {
  std::vector<Axis> axes;
  for (const Expr* value : group.values) axes.push_back(MakeAxis(ctx, value, nullptr));
  JoinAxes(ctx, axes);
  std::set<const For*> counted;
  for (const Axis& axis : axes) {
    auto loops = axis.part ? std::nullopt : CountsOver(ctx, axis.value, group.loops);
    if (loops) counted.insert(loops->begin(), loops->end());
  }
  return counted.size() == group.loops.size() || AreDistinctByTrial(group);
}

// Whether the condition only keeps the values within their axes, as split writes it.
bool KeepsWithin(Context& ctx, const std::vector<Axis>& axes, const Expr* condition) {
  for (const Expr* part : PartsOfCondition(condition)) {
    const auto* less = As<LT>(part);
    bool within = less != nullptr && std::ranges::any_of(axes, [&](const Axis& axis) {
                    return ProveEqual(ctx, less->a, axis.value) && ProveEqual(ctx, less->b, axis.extent);
                  });
    if (!within) return false;
  }
  return true;
}

// Whether a count over the loops, slowest first, goes to the end of the axis or beyond.
bool Reaches(Context& ctx, const std::vector<const For*>& loops, const Expr* axis) {
  const IntImm* whole = AsInt(axis);
  if (loops.empty()) return whole != nullptr && whole->value <= 1;
  int64_t inner = 1;
  // Of those inside, CountsOver knows the extents.
  for (size_t i = 1; i < loops.size(); ++i) inner *= AsInt(loops[i]->extent)->value;
  const Expr* slowest = loops[0]->extent;
  int64_t total = 0;
  if (whole != nullptr && AsInt(slowest) != nullptr)
    return !__builtin_mul_overflow(AsInt(slowest)->value, inner, &total) && total >= whole->value;
  DType dtype = DTypeOf(axis);
  if (DTypeOf(slowest) != dtype || !IsPure(slowest)) return false;
  if (ProveEqual(ctx, MakeBinary(ctx, NodeKind::kMul, slowest, MakeInt(ctx, inner, dtype)), axis)) return true;
  // As split counts tiles, of which the last one may not be full.
  const Expr* raised = MakeBinary(ctx, NodeKind::kAdd, axis, MakeInt(ctx, inner - 1, dtype));
  return ProveEqual(ctx, slowest, MakeBinary(ctx, NodeKind::kFloorDiv, raised, MakeInt(ctx, inner, dtype)));
}

// Whether each variable counts over loops of its own to the end of its axis.
bool CountsOverAxes(Context& ctx, const BlockSite& site) {
  std::vector<Axis> axes = AxesOf(ctx, *site.realize);
  bool over = KeepsWithin(ctx, axes, site.realize->predicate);
  std::vector<const For*> counted;
  for (const Axis& axis : axes) {
    if (axis.part) continue;
    std::optional<std::vector<const For*>> loops = CountsOver(ctx, axis.value, site.loops);
    over = over && loops && Reaches(ctx, *loops, axis.extent);
    if (loops) counted.insert(counted.end(), loops->begin(), loops->end());
  }
  for (const IterVar* iter : site.block().iter_vars)
    over &= AsInt(iter->dom->min) != nullptr && AsInt(iter->dom->min)->value == 0;
  for (const For* loop : site.loops) {
    auto times = std::ranges::count(counted, loop);
    bool runs = AsInt(loop->extent) != nullptr && AsInt(loop->extent)->value > 0;
    over &= times == 1 || (times == 0 && runs);
  }
  return over;
}

// The same of any values, where the iterations are few.
bool TriedOverAxes(const BlockSite& site) {
  int64_t all = 1;
  for (const IterVar* iter : site.block().iter_vars) {
    const IntImm *start = AsInt(iter->dom->min), *extent = AsInt(iter->dom->extent);
    bool known = start != nullptr && extent != nullptr && extent->value >= 0;
    if (!known || __builtin_mul_overflow(all, extent->value, &all)) return false;
  }
  std::set<std::vector<int64_t>> seen;
  bool tried = EachIteration(site.loops, [&](const ScalarValues& at) {
    std::optional<int64_t> runs = IsTrue(site.realize->predicate) ? 1 : Tried(site.realize->predicate, at);
    std::vector<int64_t> values;
    bool within = true;
    for (size_t i = 0; i < site.realize->iter_values.size(); ++i) {
      std::optional<int64_t> value = Tried(site.realize->iter_values[i], at);
      const Range& axis = *site.block().iter_vars[i]->dom;
      within &=
          value && *value >= AsInt(axis.min)->value && *value - AsInt(axis.min)->value < AsInt(axis.extent)->value;
      values.push_back(value.value_or(0));
    }
    if (runs && *runs != 0 && within) seen.insert(values);
    return runs.has_value();
  });
  return tried && std::cmp_equal(seen.size(), all);
}

// Takes loops apart by the radices that the block's variables divide them by, so that each digit is a loop of its own.
class LoopSplitter {
 public:
  LoopSplitter(Context& ctx, const BlockSite& site) : ctx_(ctx) {
    VarMap parts;
    ConstBounds bounds;
    for (const For* loop : site.loops) {
      std::vector<int64_t> radices = RadicesOf(*loop, *site.realize);
      if (radices.empty()) {
        digits_.push_back({loop, loop->loop_var, loop->extent});
        loops_.push_back(loop);
      } else {
        parts[loop->loop_var] = Split(*loop, radices);
      }
    }
    for (const For* loop : loops_) {
      const IntImm* extent = AsInt(loop->extent);
      bounds.Bind(loop->loop_var, {0, extent == nullptr ? INT64_MAX : std::max<int64_t>(extent->value - 1, 0)});
    }
    SBlockRealize* realize = ctx.arena.New<SBlockRealize>(*site.realize);
    std::vector<const Expr*> values;
    for (const Expr* value : realize->iter_values)
      values.push_back(parts.empty() ? value : WithinDigits(SubstituteInValue(ctx, value, parts), bounds));
    realize->iter_values = ctx.Copy(values);
    realize_ = realize;
  }

  const SBlockRealize* realize() const { return realize_; }
  const std::vector<const For*>& loops() const { return loops_; }
  const std::vector<LoopDigit>& All() const { return digits_; }
  const LoopDigit& DigitFor(const For* loop) const {
    return digits_[static_cast<size_t>(std::ranges::find(loops_, loop) - loops_.begin())];
  }

 private:
  // Each divides the next one, and the last one the extent; none where they do not, or the loop is not taken apart.
  std::vector<int64_t> RadicesOf(const For& loop, const SBlockRealize& realize) {
    std::set<int64_t> radices;
    for (const Expr* value : realize.iter_values) {
      WalkBeforeChildren(value, [&](const Node* node) {
        if (!Is<FloorDiv>(node) && !Is<FloorMod>(node)) return true;
        Digit digit = DigitOf(ctx_, static_cast<const Expr*>(node));
        for (const Expr* radix : {digit.low, digit.high}) {
          const IntImm* known = radix == nullptr ? nullptr : AsInt(radix);
          if (digit.whole == loop.loop_var && known != nullptr && known->value > 1) radices.insert(known->value);
        }
        return true;
      });
    }
    const IntImm* extent = AsInt(loop.extent);
    if (extent == nullptr || AsInt(loop.min) == nullptr || AsInt(loop.min)->value != 0) return {};
    radices.erase(radices.lower_bound(extent->value), radices.end());
    int64_t before = 1;
    for (int64_t radix : radices) {
      if (radix % before != 0) return {};
      before = radix;
    }
    return extent->value % before == 0 ? std::vector<int64_t>(radices.begin(), radices.end()) : std::vector<int64_t>();
  }
  // Divided by no less than it reaches, a digit is 0, and what remains is itself.
  const Expr* WithinDigits(const Expr* value, const ConstBounds& bounds) {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* binary = AsBinary(static_cast<const Expr*>(rebuilt));
      const IntImm* by = binary == nullptr ? nullptr : AsInt(binary->b);
      if (by == nullptr || (!Is<FloorDiv>(binary) && !Is<FloorMod>(binary))) return rebuilt;
      Interval of = bounds.Of(binary->a);
      if (of.low < 0 || of.high >= by->value) return rebuilt;
      return Is<FloorMod>(binary) ? binary->a : MakeInt(ctx_, 0, DTypeOf(binary));
    };
    RewriteMemo memo;
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    const Expr* simple = Simplify(ctx_, value, bounds);
    return Simplify(ctx_, static_cast<const Expr*>(Rewrite(ctx_, simple, rule, enter, Types::kSkip, memo)), bounds);
  }
  // The loop's variable as the sum of its digits.
  const Expr* Split(const For& loop, const std::vector<int64_t>& radices) {
    DType dtype = DTypeOf(loop.loop_var);
    auto number = [&](int64_t value) { return MakeInt(ctx_, value, dtype); };
    const Expr* sum = nullptr;
    for (size_t i = radices.size() + 1; i-- > 0;) {
      int64_t low = i == 0 ? 1 : radices[i - 1], high = i < radices.size() ? radices[i] : AsInt(loop.extent)->value;
      Digit digit{loop.loop_var, number(low), i < radices.size() ? number(high) : nullptr};
      For* part = ctx_.arena.New<For>(loop);
      part->loop_var = MakeVar(ctx_, loop.loop_var->name.text(), dtype);
      part->extent = number(high / low);
      digits_.push_back({&loop, ValueOf(ctx_, digit), part->extent});
      loops_.push_back(part);
      const Expr* counted = MakeBinary(ctx_, NodeKind::kMul, part->loop_var, number(low));
      sum = sum == nullptr ? counted : MakeBinary(ctx_, NodeKind::kAdd, sum, counted);
    }
    return sum;
  }

  Context& ctx_;
  const SBlockRealize* realize_ = nullptr;
  std::vector<const For*> loops_;
  // Of each of the loops.
  std::vector<LoopDigit> digits_;
};

// Whether all that decides how often the block runs are the loops around it.
// other kinds: may decide it too
// recursion: statements nest as deep as the parser lets them
bool StandsInLoopsAlone(const Stmt* s, const SBlockRealize* realize) {
  if (const auto* loop = As<For>(s)) return StandsInLoopsAlone(loop->body, realize);
  const auto* seq = As<SeqStmt>(s);
  return s == realize || (seq != nullptr && std::ranges::any_of(seq->seq, [&](const Stmt* item) {
                            return StandsInLoopsAlone(item, realize);
                          }));
}

}  // namespace

bool RunsOverAxes(Context& ctx, const BlockSite& site) {
  if (!StandsInLoopsAlone(site.top, site.realize) || Jumps(site.top)) return false;
  return CountsOverAxes(ctx, site) || TriedOverAxes(site);
}

BlockCounts CountsOf(Context& ctx, const BlockSite& site) {
  BlockCounts counts;
  LoopSplitter splitter(ctx, site);
  counts.digits = splitter.All();
  for (const Axis& axis : AxesOf(ctx, *splitter.realize())) {
    if (axis.part) continue;
    std::optional<std::vector<const For*>> loops = CountsOver(ctx, axis.value, splitter.loops());
    if (!loops) continue;
    DType dtype = DTypeOf(axis.extent);
    const Expr* total = MakeInt(ctx, 1, dtype);
    bool one_type = true;
    CountedAxes counted{axis.variables, {}, false, false};
    for (const For* loop : *loops) {
      one_type &= DTypeOf(loop->extent) == dtype;
      if (one_type) total = MakeBinary(ctx, NodeKind::kMul, total, loop->extent);
      counted.digits.push_back(splitter.DigitFor(loop));
    }
    counted.exact = one_type && ProveEqual(ctx, total, axis.extent);
    counted.reaches = counted.exact || Reaches(ctx, *loops, axis.extent);
    counts.axes.push_back(std::move(counted));
  }
  return counts;
}

std::string WhyOrdered(Context& ctx, const BlockSite& site) {
  std::string why = WhyStoresOrdered(site.block());
  if (!why.empty()) return why;
  for (const For* loop : site.loops) {
    if (Mentions(site.realize->block, loop->loop_var))
      return fmt::format("it uses loop {} itself", loop->loop_var->name.text());
  }
  const BufferStore* store = OnlyStore(site.block());
  if (RunsByWhatItStores(site, store->buffer)) return "what it stores decides how often it runs";
  if (site.block().init == nullptr && !Reads(store->value, store->buffer)) return "";
  for (const Group& group : GroupsOf(ctx, site)) {
    if (!AreDistinct(ctx, group))
      return fmt::format("its variables do not tell the iterations of {} apart", group.loops[0]->loop_var->name.text());
  }
  return "";
}

}  // namespace assay
