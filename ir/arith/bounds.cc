#include "ir/arith/bounds.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "ir/arith/analyzer.h"
#include "ir/fields.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/fault.h"
#include "ir/tensor/int_range.h"
#include "ir/visit.h"

namespace assay {
namespace {

constexpr int64_t kNoLow = INT64_MIN, kNoHigh = INT64_MAX;

bool IsScalarInteger(const Expr* e) {
  DType dtype = DTypeOf(e);
  return dtype.IsScalar() && (dtype.IsInteger() || dtype.IsBool());
}

// Every value that the dtype has; unsigned numbers of 64 bits have no upper bound here.
IntBound RangeOf(DType dtype) {
  if (!dtype.IsInteger() && !dtype.IsBool()) return {};
  return {LeastInt(dtype), GreatestInt(dtype)};
}
bool Inside(IntBound inner, IntBound outer) { return outer.low <= inner.low && inner.high <= outer.high; }
bool Infinite(int64_t end) { return end == kNoLow || end == kNoHigh; }

// Arithmetic on ends: no bound absorbs, and what 64 bits do not hold is no bound.
int64_t Plus(int64_t a, int64_t b, int64_t none) {
  int64_t out = 0;
  return Infinite(a) || Infinite(b) || __builtin_add_overflow(a, b, &out) ? none : out;
}
int64_t Negated(int64_t a) { return a == kNoLow ? kNoHigh : a == kNoHigh ? kNoLow : -a; }
int64_t Times(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  int64_t out = 0;
  bool unbounded = Infinite(a) || Infinite(b) || __builtin_mul_overflow(a, b, &out);
  return !unbounded ? out : (a < 0) == (b < 0) ? kNoHigh : kNoLow;
}
int64_t FloorQuotient(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0); }

IntBound Hull(std::initializer_list<int64_t> ends) { return {std::min(ends), std::max(ends)}; }
IntBound Sum(IntBound a, IntBound b) { return {Plus(a.low, b.low, kNoLow), Plus(a.high, b.high, kNoHigh)}; }
IntBound Negative(IntBound a) { return {Negated(a.high), Negated(a.low)}; }
IntBound Product(IntBound a, IntBound b) {
  return Hull({Times(a.low, b.low), Times(a.low, b.high), Times(a.high, b.low), Times(a.high, b.high)});
}
IntBound Union(IntBound a, IntBound b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

// Division by what is positive throughout; anything else may trap or turn signs, and says nothing.
IntBound Quotient(IntBound a, IntBound b, bool floor) {
  if (b.low <= 0) return {};
  auto divide = [&](int64_t x, int64_t y) {
    if (Infinite(y)) return floor && x < 0 ? int64_t{-1} : int64_t{0};
    return Infinite(x) ? x : floor ? FloorQuotient(x, y) : x / y;
  };
  return Hull({divide(a.low, b.low), divide(a.low, b.high), divide(a.high, b.low), divide(a.high, b.high)});
}
IntBound Remainder(IntBound a, IntBound b, bool floor) {
  if (b.low <= 0) return {};
  int64_t most = Infinite(b.high) ? kNoHigh : b.high - 1;
  // What is smaller than any divisor is its own remainder.
  if (a.low >= 0) return {!Infinite(a.high) && a.high < b.low ? a.low : 0, std::min(a.high, most)};
  if (floor) return {0, most};
  return {std::max(a.low, Negated(most)), a.high < 0 ? 0 : std::min(a.high, most)};
}

std::optional<bool> Decided(NodeKind op, IntBound a, IntBound b) {
  bool less = a.high < b.low, more = b.high < a.low;
  bool apart = less || more, same = a.IsPoint() && a == b && !Infinite(a.low);
  bool at_most = !Infinite(a.high) && a.high <= b.low, at_least = !Infinite(b.high) && b.high <= a.low;
  switch (op) {
    case NodeKind::kLT: return less ? std::optional(true) : at_least ? std::optional(false) : std::nullopt;
    case NodeKind::kLE: return at_most ? std::optional(true) : more ? std::optional(false) : std::nullopt;
    case NodeKind::kGT: return more ? std::optional(true) : at_most ? std::optional(false) : std::nullopt;
    case NodeKind::kGE: return at_least ? std::optional(true) : less ? std::optional(false) : std::nullopt;
    case NodeKind::kEQ: return same ? std::optional(true) : apart ? std::optional(false) : std::nullopt;
    case NodeKind::kNE: return same ? std::optional(false) : apart ? std::optional(true) : std::nullopt;
    default: return std::nullopt;
  }
}

IntBound OfBinary(NodeKind op, IntBound a, IntBound b) {
  switch (op) {
    case NodeKind::kAdd: return Sum(a, b);
    case NodeKind::kSub: return Sum(a, Negative(b));
    case NodeKind::kMul: return Product(a, b);
    case NodeKind::kDiv:
    case NodeKind::kFloorDiv: return Quotient(a, b, op == NodeKind::kFloorDiv);
    case NodeKind::kMod:
    case NodeKind::kFloorMod: return Remainder(a, b, op == NodeKind::kFloorMod);
    case NodeKind::kMin: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case NodeKind::kMax: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case NodeKind::kAnd: return {a.low > 0 && b.low > 0, a.high > 0 && b.high > 0};
    case NodeKind::kOr: return {a.low > 0 || b.low > 0, a.high > 0 || b.high > 0};
    default: break;
  }
  std::optional<bool> truth = Decided(op, a, b);
  return truth ? IntBound{*truth, *truth} : IntBound{0, 1};
}

// What may wrap has any value; signed numbers of at least 32 bits do not.
IntBound WithinDType(DType dtype, IntBound bound) {
  IntBound range = RangeOf(dtype);
  if (Inside(bound, range)) return bound;
  if (!dtype.IsInt() || dtype.bits < 32) return range;
  IntBound narrowed{std::max(bound.low, range.low), std::min(bound.high, range.high)};
  return narrowed.low <= narrowed.high ? narrowed : range;
}

// base + coefficient * anything; a constant where the coefficient is 0.
struct Progression {
  int64_t coefficient = 1;
  int64_t base = 0;
};

Progression Added(Progression a, Progression b, int64_t scale) {
  Progression sum;
  int64_t base = 0;
  if (__builtin_mul_overflow(b.base, scale, &base) || __builtin_add_overflow(a.base, base, &sum.base)) return {};
  if (__builtin_mul_overflow(b.coefficient, scale, &base) || base == INT64_MIN) return {};
  sum.coefficient = std::gcd(a.coefficient, base);
  return sum;
}

// Of signed arithmetic that is taken not to overflow; anything where the form is not understood.
Progression ProgressionOf(const Expr* e, int depth = 0) {
  constexpr int kMaxDepth = 16;
  DType dtype = DTypeOf(e);
  if (depth > kMaxDepth || !dtype.IsInt() || dtype.bits < 32 || !dtype.IsScalar()) return {};
  if (const auto* imm = As<IntImm>(e)) return {0, imm->value};
  if (const auto* sum = As<Add>(e)) return Added(ProgressionOf(sum->a, depth + 1), ProgressionOf(sum->b, depth + 1), 1);
  if (const auto* difference = As<Sub>(e))
    return Added(ProgressionOf(difference->a, depth + 1), ProgressionOf(difference->b, depth + 1), -1);
  const auto* product = As<Mul>(e);
  const auto* factor = product == nullptr ? nullptr : As<IntImm>(product->b);
  return factor == nullptr ? Progression{} : Added({0, 0}, ProgressionOf(product->a, depth + 1), factor->value);
}

// The remainder of base + coefficient * x keeps that of base by what both divide.
IntBound Tightened(IntBound bound, const BinaryExpr& remainder) {
  const auto* divisor = As<IntImm>(remainder.b);
  if (divisor == nullptr || divisor->value <= 0) return bound;
  Progression a = ProgressionOf(remainder.a);
  int64_t common = std::gcd(a.coefficient, divisor->value),
          by = FaultOn(Fault::bounds_tightened_by_modulus) ? divisor->value : common;
  int64_t rest = a.base % by + (a.base % by < 0 ? by : 0);
  IntBound tight{std::max(bound.low, rest), std::min(bound.high, divisor->value - common + rest)};
  return tight.low <= tight.high ? tight : bound;
}

}  // namespace

IntBound ConstBounds::OfNode(const Expr* e, const std::unordered_map<const Expr*, IntBound>& done) const {
  IntBound range = RangeOf(DTypeOf(e));
  auto of = [&](const Expr* part) {
    auto found = done.find(part);
    return found == done.end() ? RangeOf(DTypeOf(part)) : found->second;
  };
  if (const auto* imm = As<IntImm>(e)) {
    return DTypeOf(e).IsUInt() && imm->value < 0 ? range : IntBound{imm->value, imm->value};
  }
  if (const auto* var = As<Var>(e)) {
    auto found = known_.find(var);
    if (found != known_.end()) return found->second;
    return {var->flavor == VarFlavor::kSize ? std::max<int64_t>(range.low, 0) : range.low, range.high};
  }
  if (const BinaryExpr* binary = AsBinary(e)) {
    if (!IsScalarInteger(binary->a)) return range;
    IntBound bound = OfBinary(e->kind, of(binary->a), of(binary->b));
    if (e->kind == NodeKind::kFloorMod) bound = Tightened(bound, *binary);
    return WithinDType(DTypeOf(e), bound);
  }
  if (const auto* negation = As<Not>(e)) {
    IntBound a = of(negation->a);
    return {a.high == 0, a.low == 0};
  }
  if (const auto* choice = As<Select>(e)) return Union(of(choice->true_value), of(choice->false_value));
  if (const auto* cast = As<Cast>(e)) {
    if (!IsScalarInteger(cast->value)) return range;
    return Inside(of(cast->value), range) && !DTypeOf(e).IsBool() ? of(cast->value) : range;
  }
  const Call* choice = AsChoice(e);
  return choice != nullptr ? Union(of(choice->args[1]), of(choice->args[2])) : range;
}

IntBound ConstBounds::Of(const Expr* root) const {
  std::unordered_map<const Expr*, IntBound> done;
  struct Frame {
    const Expr* e;
    bool expanded;
  };
  std::vector<Frame> stack{{root, false}};
  while (!stack.empty()) {
    auto [e, expanded] = stack.back();
    if (done.contains(e) || !IsScalarInteger(e)) {
      stack.pop_back();
    } else if (expanded) {
      stack.pop_back();
      done.emplace(e, OfNode(e, done));
    } else {
      stack.back().expanded = true;
      ForEachChild(e, Types::kSkip, [&](const Node* child) {
        if (const Expr* part = AsExpr(child)) stack.push_back({part, false});
      });
    }
  }
  auto found = done.find(root);
  return found == done.end() ? IntBound{} : found->second;
}

bool ProveLessEqual(Context& ctx, const ConstBounds& bounds, const Expr* a, const Expr* b) {
  if (DTypeOf(a) != DTypeOf(b) || !DTypeOf(a).IsInt() || DTypeOf(a).bits < 32 || !DTypeOf(a).IsScalar()) return false;
  IntBound x = bounds.Of(a), y = bounds.Of(b);
  if (!Infinite(x.high) && x.high <= y.low) return true;
  return bounds.Of(Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, b, a))).low >= 0;
}
bool ProveLess(Context& ctx, const ConstBounds& bounds, const Expr* a, const Expr* b) {
  if (DTypeOf(a) != DTypeOf(b) || !DTypeOf(a).IsInt() || DTypeOf(a).bits < 32 || !DTypeOf(a).IsScalar()) return false;
  IntBound x = bounds.Of(a), y = bounds.Of(b);
  if (x.high < y.low) return true;
  return bounds.Of(Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, b, a))).low > 0;
}

}  // namespace assay
