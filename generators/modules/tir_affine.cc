#include "generators/modules/tir_affine.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "generators/modules/tir_free_values.h"
#include "generators/modules/tir_rules.h"
#include "ir/mentions.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"
#include "ir/tensor/int_division.h"
#include "ir/tensor/int_range.h"
#include "ir/walk.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

// What ranges may reach; far from what overflows.
constexpr int64_t kMostRange = 1 << 20;

constexpr std::array kComparisons = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT,
                                     NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE};
bool IsConstant(const Expr* e) { return Is<IntImm>(e); }

}  // namespace

FreeForms::Ranged FreeForms::Term() {
  if (scope_.vars.empty() || bytes().Chance(1, 5)) {
    int64_t value = bytes().Between(-4, 8);
    return {Int(value), value, value};
  }
  return bytes().Pick(scope_.vars);
}

FreeForms::Ranged FreeForms::Scaled(Ranged a) {
  constexpr std::array<int64_t, 8> kFactors = {2, 3, 4, 5, 7, -1, -2, -3};
  int64_t factor = scope_.divisor != 0 && bytes().Chance(1, 4) ? scope_.divisor : bytes().Pick(kFactors);
  int64_t low = std::min(a.low * factor, a.high * factor), high = std::max(a.low * factor, a.high * factor);
  if (IsConstant(a.expr) || high - low > kMostRange) return a;
  return {MakeBinary(ctx(), NodeKind::kMul, a.expr, Int(factor)), low, high};
}

// Of two that vary, which may be negative.
FreeForms::Ranged FreeForms::Multiplied(Ranged a, Ranged b) {
  if (IsConstant(a.expr) || IsConstant(b.expr)) return a;
  auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  if (std::max(std::abs(low), std::abs(high)) > kMostRange) return a;
  return {MakeBinary(ctx(), NodeKind::kMul, a.expr, b.expr), low, high};
}

FreeForms::Ranged FreeForms::Divided(Ranged a) {
  if (IsConstant(a.expr)) return a;
  // Often the number of the division before: rules about two divisions ask for one divisor, or for a multiple.
  bool again = scope_.divisor != 0 && bytes().Chance(1, 2);
  int64_t divisor = again ? std::abs(scope_.divisor) : 2 + static_cast<int64_t>(bytes().Below(6));
  bool negative = again ? scope_.divisor < 0 : bytes().Chance(1, 3);
  if (again && divisor < 4 && bytes().Chance(1, 6)) divisor *= 2;
  // Multiples of the divisor, a little off; and what lies about zero.
  if (bytes().Chance(1, 4) && std::max(std::abs(a.low), std::abs(a.high)) * divisor <= kMostRange)
    a = {MakeBinary(ctx(), NodeKind::kMul, a.expr, Int(divisor)), a.low * divisor, a.high * divisor};
  int64_t beside = bytes().Chance(1, 2) ? bytes().Between(-divisor, divisor) : 0;
  if (beside > 0) a.expr = MakeBinary(ctx(), NodeKind::kAdd, a.expr, Int(beside));
  if (beside < 0) a.expr = MakeBinary(ctx(), NodeKind::kSub, a.expr, Int(-beside));
  a.low += beside, a.high += beside;
  if (negative) divisor = -divisor;
  scope_.divisor = divisor;
  constexpr std::array kKinds = {NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kFloorDiv,
                                 NodeKind::kFloorMod, NodeKind::kDiv,      NodeKind::kMod};
  NodeKind kind = bytes().Pick(kKinds);
  return DividedBy(a, kind, divisor);
}

FreeForms::Ranged FreeForms::DividedBy(Ranged a, NodeKind kind, int64_t divisor) {
  const Expr* expr = MakeBinary(ctx(), kind, a.expr, Int(divisor));
  int64_t most = std::abs(divisor) - 1;
  switch (kind) {
    case NodeKind::kFloorMod: return divisor > 0 ? Ranged{expr, 0, most} : Ranged{expr, -most, 0};
    case NodeKind::kMod: return {expr, a.low < 0 ? -most : 0, a.high > 0 ? most : 0};
    case NodeKind::kDiv: {
      int64_t x = a.low / divisor, y = a.high / divisor;
      return {expr, std::min(x, y), std::max(x, y)};
    }
    // other kinds: are not drawn
    default: {
      int64_t x = FloorQuotient(a.low, divisor), y = FloorQuotient(a.high, divisor);
      return {expr, std::min(x, y), std::max(x, y)};
    }
  }
}

// Two quotients, or remainders, by one number, joined.
FreeForms::Ranged FreeForms::BothDivided(Ranged a, Ranged b) {
  Ranged first = Divided(a);
  const BinaryExpr* by = AsBinary(first.expr);
  if (by == nullptr || IsConstant(b.expr) || !IsDivision(first.expr->kind)) return first;
  Ranged second = DividedBy(b, first.expr->kind, As<IntImm>(by->b)->value);
  if (bytes().Chance(1, 2)) return Joined(first, second);
  bool least = bytes().Chance(1, 2);
  auto of = [&](int64_t x, int64_t y) { return least ? std::min(x, y) : std::max(x, y); };
  const Expr* expr = MakeBinary(ctx(), least ? NodeKind::kMin : NodeKind::kMax, first.expr, second.expr);
  return {expr, of(first.low, second.low), of(first.high, second.high)};
}

// What splitting by a number leaves of a form: the number's multiple below it, how far it is beyond that, both
// together, or a digit.
FreeForms::Ranged FreeForms::SplitBy(Ranged a) {
  if (IsConstant(a.expr)) return a;
  int64_t by = 2 + static_cast<int64_t>(bytes().Below(4)), digits = 2 + static_cast<int64_t>(bytes().Below(3));
  scope_.divisor = by;
  Ranged quotient = DividedBy(a, NodeKind::kFloorDiv, by), rest = DividedBy(a, NodeKind::kFloorMod, by);
  const Expr* whole = MakeBinary(ctx(), NodeKind::kMul, quotient.expr, Int(by));
  switch (bytes().Below(5)) {
    case 0: return {whole, quotient.low * by, quotient.high * by};
    case 1: return {MakeBinary(ctx(), NodeKind::kAdd, whole, rest.expr), a.low, a.high};
    case 2: return {MakeBinary(ctx(), NodeKind::kSub, a.expr, whole), 0, by - 1};
    case 3: return DividedBy(quotient, NodeKind::kFloorMod, digits);
    default: {
      Ranged inner = DividedBy(a, NodeKind::kFloorMod, by * digits);
      return DividedBy(inner, bytes().Chance(1, 2) ? NodeKind::kFloorDiv : NodeKind::kFloorMod, by);
    }
  }
}

FreeForms::Ranged FreeForms::Joined(Ranged a, Ranged b) {
  if ((IsConstant(a.expr) && IsConstant(b.expr)) || a.expr == b.expr) return a;
  constexpr std::array kKinds = {NodeKind::kAdd, NodeKind::kSub, NodeKind::kAdd,
                                 NodeKind::kSub, NodeKind::kMin, NodeKind::kMax};
  NodeKind kind = bytes().Pick(kKinds);
  const Expr* expr = MakeBinary(ctx(), kind, a.expr, b.expr);
  switch (kind) {
    case NodeKind::kAdd: return {expr, a.low + b.low, a.high + b.high};
    case NodeKind::kSub: return {expr, a.low - b.high, a.high - b.low};
    case NodeKind::kMin: return {expr, std::min(a.low, b.low), std::min(a.high, b.high)};
    // other kinds: are not drawn
    default: return {expr, std::max(a.low, b.low), std::max(a.high, b.high)};
  }
}

FreeForms::Ranged FreeForms::Chosen(Ranged a, Ranged b) {
  const Expr* condition = Condition();
  if (IsConstant(condition)) return a;
  const Expr* expr = bytes().Chance(1, 2)
                         ? MakeSelect(ctx(), condition, a.expr, b.expr)
                         : MakeIntrinsic(ctx(), IntrinsicId::if_then_else, scope_.index, {condition, a.expr, b.expr});
  return {expr, std::min(a.low, b.low), std::max(a.high, b.high)};
}

// Only what wraps by definition is let come near the ends: other widths do what keeps within them.
FreeForms::Ranged FreeForms::Elsewhere(Ranged a) {
  if (IsConstant(a.expr)) return a;
  constexpr std::array kDTypes = {DType::Int(8),  DType::UInt(8),  DType::Int(16), DType::UInt(16),
                                  DType::Int(32), DType::UInt(32), DType::Int(64), DType::UInt(64)};
  DType dtype = bytes().Pick(kDTypes);
  const Expr* value = DTypeOf(a.expr) == dtype ? a.expr : MakeCast(ctx(), dtype, a.expr);
  // TVM's text has no literals of uint64 from 2^63 on.
  Scalar end = bytes().Chance(1, 2) && dtype != DType::UInt(64) ? scalar::Highest(dtype) : Scalar::Int(dtype, 100);
  bool wraps = dtype.IsUInt() || dtype.bits < 32;
  constexpr std::array kAny = {NodeKind::kMin, NodeKind::kMax, NodeKind::kAdd, NodeKind::kSub, NodeKind::kMul};
  value = MakeBinary(ctx(), kAny[bytes().Below(wraps ? kAny.size() : 2)], value, MakeImmediate(ctx(), end));
  int64_t divisor = 2 + static_cast<int64_t>(bytes().Below(6));
  // Where all of the other width goes through the index's, the remainder is taken there.
  bool behind = dtype.IsUInt() && dtype.bits < scope_.index.bits && bytes().Chance(1, 2);
  if (behind)
    return {MakeBinary(ctx(), NodeKind::kFloorMod, MakeCast(ctx(), scope_.index, value), Int(divisor)), 0, divisor - 1};
  value = MakeBinary(ctx(), NodeKind::kFloorMod, value, MakeInt(ctx(), divisor, dtype));
  return {dtype == scope_.index ? value : MakeCast(ctx(), scope_.index, value), 0, divisor - 1};
}

// The form counts from an end of the dtype, maybe beside one about zero; of that a quotient, a remainder or a bound.
FreeForms::Ranged FreeForms::AtAnEnd(Ranged a) {
  if (IsConstant(a.expr) || a.high - a.low > kMostRange) return a;
  int64_t beside = 1 + static_cast<int64_t>(bytes().Below(4)), spread = a.high - a.low;
  const Expr* count = a.expr;
  if (a.low != 0) count = MakeBinary(ctx(), a.low > 0 ? NodeKind::kSub : NodeKind::kAdd, count, Int(std::abs(a.low)));
  Ranged far = a;
  if (bytes().Chance(1, 2)) {
    int64_t end = GreatestInt(scope_.index) - beside + 1;
    far = {MakeBinary(ctx(), NodeKind::kSub, Int(end), count), end - spread, end};
  } else {
    int64_t end = LeastInt(scope_.index) + beside;
    far = {MakeBinary(ctx(), NodeKind::kAdd, count, Int(end)), end, end + spread};
  }
  if (bytes().Chance(2, 3)) far = Chosen(far, Term());
  int64_t divisor = 2 + static_cast<int64_t>(bytes().Below(6)), small = 2 + static_cast<int64_t>(bytes().Below(6));
  if (bytes().Chance(1, 3)) divisor = -divisor;
  constexpr std::array kKinds = {NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kDiv, NodeKind::kMod};
  if (bytes().Chance(1, 4)) {
    Ranged about = Term();
    const Expr* less = MakeBinary(ctx(), bytes().Pick(kComparisons), far.expr, about.expr);
    return {MakeSelect(ctx(), less, Int(0), Int(small)), 0, small};
  }
  Ranged taken = DividedBy(far, bytes().Pick(kKinds), divisor);
  if (std::max(std::abs(taken.low), std::abs(taken.high)) <= kMostRange) return taken;
  return DividedBy(taken, NodeKind::kFloorMod, small);
}

// A form that was made before, of variables that are still there; nothing where there is none.
std::optional<FreeForms::Ranged> FreeForms::MadeBefore() {
  if (scope_.made.empty()) return std::nullopt;
  const Ranged& form = bytes().Pick(scope_.made);
  bool there = !MentionsAny(form.expr, [&](const Var* var) {
    return std::ranges::none_of(scope_.vars, [&](const Ranged& known) { return known.expr == var; });
  });
  return there ? std::optional(form) : std::nullopt;
}

// Forms of variables alone come back.
void FreeForms::Remember(const Ranged& form) {
  bool plain = true;
  WalkBeforeChildren(form.expr, [&](const Node* node) {
    plain = plain && !Is<BufferLoad>(node) && !Is<Let>(node);
    return plain;
  });
  constexpr size_t kMostMade = 16;
  if (!plain || IsConstant(form.expr) || Is<Var>(form.expr)) return;
  if (scope_.made.size() == kMostMade) scope_.made.erase(scope_.made.begin());
  scope_.made.push_back(form);
}

// An element of memory, within a range by its remainder.
FreeForms::Ranged FreeForms::Indirect() {
  std::vector<const Buffer*> integers;
  for (const Buffer* buffer : scope_.readable) {
    if (buffer->dtype.IsInteger()) integers.push_back(buffer);
  }
  if (integers.empty()) return Term();
  const Buffer* buffer = bytes().Pick(integers);
  std::vector<const Expr*> indices;
  for (const Expr* extent : buffer->shape) indices.push_back(IsConstant(extent) ? Int(0) : Index(extent));
  const Expr* value = MakeLoad(ctx(), buffer, indices);
  if (buffer->dtype != scope_.index) value = MakeCast(ctx(), scope_.index, value);
  int64_t divisor = 2 + static_cast<int64_t>(bytes().Below(6));
  return {MakeBinary(ctx(), NodeKind::kFloorMod, value, Int(divisor)), 0, divisor - 1};
}

FreeForms::Ranged FreeForms::Affine(int depth) {
  if (depth <= 0 || bytes().exhausted()) return Term();
  if (std::optional<Ranged> before = bytes().Chance(1, 6) ? MadeBefore() : std::nullopt) return *before;
  std::optional<Ranged> of_rule = bytes().Chance(1, 6) ? RuleForms(scope_).OfRule(false, depth) : std::nullopt;
  Ranged form = of_rule && !IsConstant(of_rule->expr) ? *of_rule : Composed(depth);
  Remember(form);
  return form;
}

// recursion: at most `depth` deep, and conditions are of less depth
FreeForms::Ranged FreeForms::Composed(int depth) {
  switch (bytes().Below(12)) {
    case 0: {
      Ranged a = Affine(depth - 1);
      return bytes().Chance(1, 3) ? Multiplied(a, Term()) : Scaled(a);
    }
    case 1:
    case 2: return Scaled(Affine(depth - 1));
    case 3:
    case 4: {
      Ranged a = Affine(depth - 1);
      uint64_t roll = bytes().Below(6);
      return roll > 3 ? BothDivided(a, Affine(depth - 1)) : roll == 0 ? SplitBy(a) : Divided(a);
    }
    case 5: {
      Ranged a = Affine(depth - 1);
      bool at_end = scope_.module.plan.options->bare_kernels && bytes().Chance(1, 2);
      return at_end ? AtAnEnd(a) : Elsewhere(a);
    }
    case 6: {
      if (!bytes().Chance(1, 2)) return Indirect();
      Ranged term = Term();
      return Chosen(term, Affine(depth - 1));
    }
    case 7: {
      Ranged a = Affine(depth - 1);
      if (IsConstant(a.expr)) return a;
      Let* let = ctx().arena.New<Let>();
      let->value = a.expr;
      let->var = MakeVar(ctx(), Fresh("t"), scope_.index);
      let->body = MakeBinary(ctx(), NodeKind::kAdd, let->var, Int(1));
      let->type = ctx().Prim(scope_.index);
      return {let, a.low + 1, a.high + 1};
    }
    default: {
      Ranged a = Affine(depth - 1);
      return Joined(a, Affine(depth - 1));
    }
  }
}

const Expr* FreeForms::Index(const Expr* extent) {
  Ranged a = Affine(2);
  const auto* constant = As<IntImm>(extent);
  if (constant != nullptr && a.low >= 0 && a.high < constant->value) return a.expr;
  if (IsConstant(a.expr)) return Int(0);
  if (constant != nullptr && constant->value == 1) return Int(0);
  if (constant != nullptr && bytes().Chance(1, 3)) {
    const Expr* most = MakeBinary(ctx(), NodeKind::kMin, a.expr, Int(constant->value - 1));
    return MakeBinary(ctx(), NodeKind::kMax, most, Int(0));
  }
  return MakeBinary(ctx(), NodeKind::kFloorMod, a.expr, extent);
}

std::vector<const Expr*> FreeForms::Indices(const Buffer* buffer) {
  std::vector<const Expr*> indices;
  for (const Expr* extent : buffer->shape) indices.push_back(Index(extent));
  return indices;
}

const Expr* FreeForms::AskedAgain() {
  if (scope_.asked.empty()) return nullptr;
  const Expr* again = FreshCopy(ctx(), bytes().Pick(scope_.asked));
  return bytes().Chance(1, 4) ? MakeNot(ctx(), again) : again;
}

const Expr* FreeForms::OfMemory() {
  std::vector<const Buffer*> compared;
  std::ranges::copy_if(scope_.writable, std::back_inserter(compared), [](const Buffer* buffer) {
    return !buffer->dtype.IsBool() && (buffer->dtype.IsInteger() || buffer->dtype.bits >= 32);
  });
  if (compared.empty()) return nullptr;
  const Buffer* buffer = bytes().Pick(compared);
  scope_.looked.push_back({buffer, Indices(buffer)});
  const Expr* element = MakeLoad(ctx(), buffer, scope_.looked.back().indices);
  // What is computed of floats may be no number, of which no comparison is the other one's opposite.
  bool computed = buffer->dtype.IsFloating() && bytes().Chance(1, 2);
  const Expr* bound = computed ? FreeValues(scope_).Value(buffer->dtype) : nullptr;
  if (bound == nullptr || Is<FloatImm>(bound))
    bound = MakeImmediate(ctx(), Scalar::Int(buffer->dtype, bytes().Between(0, 3)));
  return MakeBinary(ctx(), bytes().Pick(kComparisons), element, bound);
}

// Where a multiple of an axis lies, on either side of a bound that it crosses or just meets. Null where there is no
// axis.
const Expr* FreeForms::Crossed() {
  std::vector<Ranged> axes;
  std::ranges::copy_if(scope_.vars, std::back_inserter(axes), [](const Ranged& var) { return Is<Var>(var.expr); });
  if (axes.empty()) return nullptr;
  const Ranged& axis = bytes().Pick(axes);
  int64_t factor = bytes().Between(1, 5) * (bytes().Chance(1, 2) ? 1 : -1);
  auto [low, high] = std::minmax({factor * axis.low, factor * axis.high});
  const Expr* bound = Int(bytes().Between(low - 1, high + 1));
  return MakeBinary(ctx(), bytes().Pick(kComparisons), MakeBinary(ctx(), NodeKind::kMul, axis.expr, Int(factor)),
                    bound);
}

const Expr* FreeForms::Condition() {
  if (const Expr* crossed = bytes().Chance(1, 8) ? Crossed() : nullptr) return crossed;
  if (const Expr* again = bytes().Chance(1, 4) ? AskedAgain() : nullptr) return again;
  std::optional<Ranged> of_rule = bytes().Chance(1, 5) ? RuleForms(scope_).OfRule(true, 1) : std::nullopt;
  if (of_rule && !IsConstant(of_rule->expr)) return of_rule->expr;
  Ranged a = Affine(1), b = Term();
  if (IsConstant(a.expr) && IsConstant(b.expr)) return MakeBool(ctx(), bytes().Chance(1, 2));
  const Expr* condition = MakeBinary(ctx(), bytes().Pick(kComparisons), a.expr, b.expr);
  switch (bytes().Below(8)) {
    case 0: return MakeNot(ctx(), condition);
    case 1:
    case 2: {
      Ranged c = Term();
      if (IsConstant(c.expr)) return condition;
      constexpr std::array kKinds = {NodeKind::kAnd, NodeKind::kOr, NodeKind::kAnd,
                                     NodeKind::kOr,  NodeKind::kEQ, NodeKind::kNE};
      NodeKind kind = bytes().Pick(kKinds);
      return MakeBinary(ctx(), kind, condition, MakeBinary(ctx(), NodeKind::kGT, c.expr, Int(1)));
    }
    default: return condition;
  }
}

}  // namespace assay
