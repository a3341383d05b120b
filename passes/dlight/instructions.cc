#include "passes/dlight/instructions.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/arith/analyzer.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/digits.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/primitive_specs.h"

namespace assay::dlight {
namespace {

PrimitiveArg Block(const std::string& name) { return {PrimitiveArg::Kind::kBlock, name, 0, {}}; }
PrimitiveArg Number(size_t number) { return {PrimitiveArg::Kind::kInt, "", static_cast<int64_t>(number), {}}; }
PrimitiveArg Text(std::string_view text) { return {PrimitiveArg::Kind::kText, std::string(text), 0, {}}; }
PrimitiveArg Numbers(Factors numbers) { return {PrimitiveArg::Kind::kInts, "", 0, std::move(numbers)}; }

Status Do(KernelSchedule& schedule, const PrimitiveSpec& primitive, const std::vector<PrimitiveArg>& args) {
  return primitive.apply(schedule, args);
}

// The last block that the primitive makes beside those that were there.
Result<std::string> DoNew(KernelSchedule& schedule, const PrimitiveSpec& primitive,
                          const std::vector<PrimitiveArg>& args) {
  std::vector<std::string> before = schedule.Blocks();
  ASSAY_RETURN_IF_ERROR(Do(schedule, primitive, args));
  std::vector<std::string> made = schedule.Blocks();
  std::erase_if(made, [&](const std::string& name) { return std::ranges::find(before, name) != before.end(); });
  if (made.empty()) return RefusedPrimitive(primitive.name, "the primitive makes no block");
  return made.back();
}

// whole % high // low, where the whole may come so far.
const Expr* DigitAsWritten(Context& ctx, const Expr* value, const ConstBounds& bounds) {
  Digit digit = DigitOf(ctx, value);
  bool itself = digit.whole == value;
  digit.whole = Simplify(ctx, digit.whole, bounds);
  if (itself) return digit.whole;
  const IntImm *low = AsInt(digit.low), *high = AsInt(digit.high);
  if (low != nullptr && high != nullptr && low->value == high->value) return MakeInt(ctx, 0, DTypeOf(value));
  Interval range = bounds.Of(digit.whole);
  if (high != nullptr && range.low >= 0 && range.high < high->value) digit.high = nullptr;
  return ValueOf(ctx, digit);
}

// A sum with digits among what is added up.
const Expr* SumAsWritten(Context& ctx, const Expr* value, const ConstBounds& bounds) {
  const Expr* rest = nullptr;
  std::vector<const Expr*> digits, open{value};
  auto plus = [&](const Expr* a, const Expr* b) { return a == nullptr ? b : MakeBinary(ctx, NodeKind::kAdd, a, b); };
  while (!open.empty()) {
    const Expr* part = open.back();
    open.pop_back();
    if (const auto* sum = As<Add>(part)) {
      open.insert(open.end(), {sum->b, sum->a});
    } else if (Is<FloorDiv>(part) || Is<FloorMod>(part)) {
      digits.push_back(DigitAsWritten(ctx, part, bounds));
    } else {
      rest = plus(rest, part);
    }
  }
  if (digits.empty()) return DigitAsWritten(ctx, value, bounds);
  if (rest != nullptr) rest = Simplify(ctx, rest, bounds);
  if (rest != nullptr && AsInt(rest) != nullptr && AsInt(rest)->value == 0) rest = nullptr;
  for (const Expr* digit : digits) rest = plus(rest, digit);
  return rest;
}

// What a spatial loop of one iteration counts is 0 wherever it was fused.
Status WithoutCount(KernelSchedule& schedule, const std::string& block, size_t loop) {
  Context& ctx = schedule.ctx;
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  const For& fused = *site.loops[loop];
  const IntImm* extent = AsInt(fused.extent);
  bool once = extent != nullptr && extent->value == 1;
  if (!once || HasKind(*site.realize, fused.loop_var, IterType::kCommReduce)) return Done{};
  For* counted = ctx.arena.New<For>(fused);
  counted->body = SubstituteIn(ctx, fused.body, {{fused.loop_var, fused.min}});
  schedule.Replace(&fused, counted);
  return Done{};
}

// What the block's variables are bound to, as it stands when loops have been fused or split.
Status SimplifyBindings(KernelSchedule& schedule, const std::string& block, bool keeps_units) {
  Context& ctx = schedule.ctx;
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  ConstBounds bounds;
  VarMap once;
  for (const For* loop : site.loops) {
    const IntImm *start = AsInt(loop->min), *extent = AsInt(loop->extent);
    if (start == nullptr) continue;
    bool unit = extent != nullptr && extent->value == 1, known = extent != nullptr && !unit && extent->value > 0;
    bounds.Bind(loop->loop_var, {start->value, known ? start->value + extent->value - 1 : INT64_MAX});
    if (unit && !keeps_units) once[loop->loop_var] = loop->min;
  }
  std::vector<const Expr*> values;
  // A digit of a count stays one, as TVM writes it.
  for (const Expr* value : site.realize->iter_values) {
    const Expr* now = SubstituteInValue(ctx, value, once);
    const Expr* known = Simplify(ctx, now, bounds);
    values.push_back(AsInt(known) != nullptr ? known : SumAsWritten(ctx, now, bounds));
  }
  SBlockRealize* simpler = ctx.arena.New<SBlockRealize>(*site.realize);
  simpler->iter_values = ctx.Copy(values);
  schedule.Replace(site.realize, simpler);
  return Done{};
}

}  // namespace

Diag RefusedRule(std::string_view rule, std::string_view why) {
  std::string label = fmt::format("dlight.{}", rule);
  return {DiagKind::kCannotLower, {}, fmt::format("{}: {}", label, why), label, {}};
}

Status Split(KernelSchedule& schedule, const std::string& block, size_t loop, const Factors& factors) {
  ASSAY_RETURN_IF_ERROR(Do(schedule, primitive::kSplit, {Block(block), Number(loop), Numbers(factors)}));
  return SimplifyBindings(schedule, block, /*keeps_units=*/true);
}
Status Fuse(KernelSchedule& schedule, const std::string& block, size_t loop, size_t count, bool keeps_units) {
  for (size_t i = 1; i < count; ++i)
    ASSAY_RETURN_IF_ERROR(Do(schedule, primitive::kFuse, {Block(block), Number(loop)}));
  if (count > 0) ASSAY_RETURN_IF_ERROR(WithoutCount(schedule, block, loop));
  return SimplifyBindings(schedule, block, keeps_units);
}
Status Reorder(KernelSchedule& schedule, const std::string& block, size_t from, const std::vector<size_t>& order) {
  Factors numbers;
  bool moves = false;
  for (size_t i = 0; i < order.size(); ++i) {
    numbers.emplace_back(static_cast<int64_t>(order[i]));
    moves |= order[i] != i;
  }
  if (!moves) return Done{};
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  if (from + order.size() != site.loops.size())
    return RefusedPrimitive("reorder.r1", "the loops are not the innermost ones");
  return Do(schedule, primitive::kReorder, {Block(block), Numbers(numbers)});
}
Status GroupLoops(KernelSchedule& schedule, const std::string& block, std::vector<std::vector<size_t>> groups) {
  ASSAY_TRY(BlockSite site, schedule.Site(block));
  size_t count = site.loops.size();
  std::vector<size_t> order;
  for (std::vector<size_t>& group : groups) {
    if (group.empty()) {
      ASSAY_RETURN_IF_ERROR(AddUnitLoop(schedule, block, count));
      group.push_back(count++);
    }
    order.insert(order.end(), group.begin(), group.end());
  }
  ASSAY_RETURN_IF_ERROR(Reorder(schedule, block, 0, order));
  for (size_t i = 0; i < groups.size(); ++i) ASSAY_RETURN_IF_ERROR(Fuse(schedule, block, i, groups[i].size()));
  return Done{};
}
Status Bind(KernelSchedule& schedule, const std::string& block, size_t loop, std::string_view thread) {
  return Do(schedule, primitive::kBind, {Block(block), Number(loop), Text(thread)});
}
Status Vectorize(KernelSchedule& schedule, const std::string& block, size_t loop) {
  return Do(schedule, primitive::kVectorize, {Block(block), Number(loop)});
}
Status Unroll(KernelSchedule& schedule, const std::string& block, size_t loop) {
  return Do(schedule, primitive::kUnroll, {Block(block), Number(loop)});
}
Status AddUnitLoop(KernelSchedule& schedule, const std::string& block, size_t loop) {
  return Do(schedule, primitive::kAddUnitLoop, {Block(block), Number(loop)});
}
Status SetScope(KernelSchedule& schedule, const std::string& block, std::string_view scope) {
  return Do(schedule, primitive::kSetScope, {Block(block), Number(0), Text(scope)});
}
Result<std::string> CacheRead(KernelSchedule& schedule, const std::string& block, size_t read, std::string_view scope) {
  return DoNew(schedule, primitive::kCacheRead, {Block(block), Number(read), Text(scope)});
}
Result<std::string> CacheWrite(KernelSchedule& schedule, const std::string& block, std::string_view scope) {
  return DoNew(schedule, primitive::kCacheWrite, {Block(block), Text(scope)});
}
Status StorageAlign(KernelSchedule& schedule, const std::string& block, const Factors& numbers) {
  return Do(schedule, primitive::kStorageAlign, {Block(block), Number(0), Numbers(numbers)});
}
Status ComputeInline(KernelSchedule& schedule, const std::string& block) {
  return Do(schedule, primitive::kComputeInline, {Block(block)});
}
Status ReverseComputeInline(KernelSchedule& schedule, const std::string& block) {
  return Do(schedule, primitive::kReverseComputeInline, {Block(block)});
}
Status ComputeAt(KernelSchedule& schedule, const std::string& block, const std::string& reader, size_t loop) {
  return Do(schedule, primitive::kComputeAt, {Block(block), Block(reader), Number(loop)});
}
Status ReverseComputeAt(KernelSchedule& schedule, const std::string& block, const std::string& maker, size_t loop) {
  return Do(schedule, primitive::kReverseComputeAt, {Block(block), Block(maker), Number(loop)});
}
Result<std::string> DecomposeReduction(KernelSchedule& schedule, const std::string& block, size_t loop) {
  return DoNew(schedule, primitive::kDecomposeReduction, {Block(block), Number(loop)});
}
Result<std::string> Rfactor(KernelSchedule& schedule, const std::string& block, size_t loop) {
  return DoNew(schedule, primitive::kRfactor, {Block(block), Number(loop), Number(0)});
}

Status AnnotateUnroll(KernelSchedule& schedule, const std::string& block, size_t loop, int64_t depth) {
  Context& ctx = schedule.ctx;
  ASSAY_TRY(LoopSite at, LoopAt(schedule, std::vector<PrimitiveArg>{Block(block), Number(loop)}));
  For* marked = ctx.arena.New<For>(*at.loop);
  const AttrDict* annotations =
      WithAttr(ctx, at.loop->annotations, "pragma_auto_unroll_max_step", MakeAttrInt(ctx, depth));
  marked->annotations = WithAttr(ctx, annotations, "pragma_unroll_explicit", MakeAttrInt(ctx, 1));
  schedule.Replace(at.loop, marked);
  return Done{};
}

}  // namespace assay::dlight
