// Expressions made of those of a module: joined with parts, variables and numbers, in forms that rules of arithmetic
// look for, or taken apart into digits and put together, over other values (MoreArithmetic in arithmetic.h). Tested by
// arithmetic_test.cc.
#include <algorithm>
#include <array>

#include "ir/arith/rule_table.h"
#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/prim/binary_function.h"
#include "ir/support/byte_source.h"
#include "ir/support/hash.h"
#include "ir/tensor/int_range.h"
#include "oracles/core/arithmetic.h"

namespace assay {
namespace {

using Vars = std::vector<std::pair<const Var*, Interval>>;

constexpr std::array kOperations = {NodeKind::kAdd,      NodeKind::kSub,      NodeKind::kSub, NodeKind::kMul,
                                    NodeKind::kMul,      NodeKind::kDiv,      NodeKind::kMod, NodeKind::kFloorDiv,
                                    NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kMin, NodeKind::kMax};
constexpr std::array kComparisons = {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT,
                                     NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE};
constexpr std::array kJoinsOfBools = {NodeKind::kAnd, NodeKind::kOr};
constexpr int64_t kFewValues = 4;
constexpr int64_t kFarOut = int64_t{1} << 20;
// Draws of a rule's constants until its condition holds of them.
constexpr int kDraws = 48;
// What digits count to. Their divisors have divisors in common.
constexpr std::array<int64_t, 6> kCounts = {6, 8, 12, 16, 20, 24};
// So many values of a variable are all looked at.
constexpr int64_t kAllLookedAt = 26;

class Maker {
 public:
  Maker(Context& ctx, const ArithmeticExpr& one, uint64_t seed)
      : ctx_(ctx), one_(one), bytes_(ByteSource::FromSeed(seed)) {
    for (ArithmeticExpr& part : PartsOf(one)) parts_.push_back(part.e);
    for (const auto& [var, range] : one.vars) parts_.push_back(var);
  }

  ArithmeticExpr Make() {
    const Expr* e = bytes_.Chance(1, 2) ? one_.e : bytes_.Pick(parts_);
    for (uint64_t i = 1 + bytes_.Below(2); i > 0; --i) e = Joined(e);
    Vars vars = one_.vars;
    for (auto& [var, range] : vars) {
      if (bytes_.Chance(1, 2)) range = OtherRange(DTypeOf(var), range);
    }
    return {e, std::move(vars)};
  }

  // A form that rules look for, digits, an affine form, or joined as above.
  ArithmeticExpr MakeFormed() {
    std::optional<ArithmeticExpr> formed;
    switch (bytes_.Below(8)) {
      case 0:
      case 1:
      case 2: formed = OfRule(); break;
      case 3:
      case 4: formed = Digits(); break;
      case 5:
      case 6: formed = Affine(); break;
      default: break;
    }
    return formed ? *std::move(formed) : Make();
  }

 private:
  // What the names of a rule stand for.
  struct RuleForm {
    DType dtype;
    std::array<const Expr*, 6> any{};
    RuleBindings bindings;
  };

  // Mostly with constants that the rule's condition holds of: then the rule has to be right, and else to keep away.
  std::optional<ArithmeticExpr> OfRule() {
    std::span<const RewriteRule> rules = AllRewriteRules();
    const RewriteRule& rule = rules[bytes_.Below(rules.size())];
    std::optional<DType> dtype = SomeIndexType();
    if (!dtype) return std::nullopt;
    RuleForm form{.dtype = *dtype, .any = {}, .bindings = {}};
    bool holds = bytes_.Chance(3, 4);
    for (int i = 0; i < kDraws; ++i) {
      for (std::optional<int64_t>& constant : form.bindings.constants) constant = bytes_.Between(-4, 8);
      if (!holds || !rule.condition || ValueOf(*rule.condition, form.bindings) == 1) break;
    }
    const Expr* e = OfTerm(rule.from, form);
    if (e == nullptr) return std::nullopt;
    return ArithmeticExpr{e, NearValues()};
  }
  // Of a variable, of the sort that arithmetic of indices is.
  std::optional<DType> SomeIndexType() {
    std::vector<DType> dtypes;
    for (const auto& [var, range] : one_.vars) {
      if (DTypeOf(var).IsInt() && DTypeOf(var).bits >= 32) dtypes.push_back(DTypeOf(var));
    }
    return dtypes.empty() ? std::nullopt : std::optional(bytes_.Pick(dtypes));
  }
  // Null: it divides by zero.
  // recursion: rules nest a few levels deep
  const Expr* OfTerm(const RuleTerm& term, RuleForm& form) {
    switch (term.kind) {
      case RuleTerm::Kind::kAny: return Named(term.name, form);
      case RuleTerm::Kind::kNumber: return MakeInt(ctx_, term.value, form.dtype);
      case RuleTerm::Kind::kTruth: return MakeBool(ctx_, term.value != 0);
      case RuleTerm::Kind::kConstant:
        return MakeInt(ctx_, *form.bindings.constants[RuleBindings::Slot(term.name)], form.dtype);
      case RuleTerm::Kind::kOperator: break;
    }
    std::vector<const Expr*> args;
    for (const RuleTerm& arg : term.args) {
      args.push_back(OfTerm(arg, form));
      if (args.back() == nullptr) return nullptr;
    }
    if (term.op == NodeKind::kNot) return MakeNot(ctx_, args[0]);
    if (term.op == NodeKind::kSelect) return MakeSelect(ctx_, args[0], args[1], args[2]);
    const IntImm* divisor = IsDivision(term.op) ? AsInt(args[1]) : nullptr;
    if (divisor != nullptr && divisor->value == 0) return nullptr;
    return MakeBinary(ctx_, term.op, args[0], args[1]);
  }
  // One thing wherever the name comes up: a variable more often than what is made of some.
  const Expr* Named(char name, RuleForm& form) {
    const Expr*& known = form.any[RuleBindings::Slot(name)];
    if (known != nullptr) return known;
    if (name == 'p' || name == 'q') {
      NodeKind kind = bytes_.Pick(kComparisons);
      const Expr* a = Number(form.dtype);
      return known = MakeBinary(ctx_, kind, a, Number(form.dtype));
    }
    return known = Number(form.dtype);
  }
  const Expr* Number(DType dtype) {
    std::vector<const Expr*> vars;
    for (const auto& [var, range] : one_.vars) {
      if (DTypeOf(var) == dtype) vars.push_back(var);
    }
    return bytes_.Chance(3, 4) ? bytes_.Pick(vars) : Operand(dtype);
  }
  Vars NearValues() {
    Vars vars = one_.vars;
    for (auto& [var, range] : vars) {
      if (DTypeOf(var).IsBool() || bytes_.Chance(1, 3)) continue;
      int64_t start = DTypeOf(var).IsUInt() ? 0 : bytes_.Between(-8, 4);
      range = {start, start + static_cast<int64_t>(bytes_.Below(8))};
    }
    return vars;
  }

  // As layouts are taken apart and put together: quotients, remainders and multiples of one another, by divisors of one
  // count.
  std::optional<ArithmeticExpr> Digits() {
    std::optional<DType> dtype = SomeIndexType();
    if (!dtype) return std::nullopt;
    int64_t count = bytes_.Pick(kCounts);
    std::vector<int64_t> divisors;
    for (int64_t by = 2; by <= count; ++by) {
      if (count % by == 0) divisors.push_back(by);
    }
    const Expr* e = Digit(*dtype, divisors);
    if (bytes_.Chance(1, 3)) {
      const Expr* scaled = MakeBinary(ctx_, NodeKind::kMul, e, MakeInt(ctx_, bytes_.Pick(divisors), *dtype));
      e = MakeBinary(ctx_, NodeKind::kAdd, scaled, bytes_.Chance(1, 2) ? Digit(*dtype, divisors) : Number(*dtype));
    }
    if (bytes_.Chance(1, 2)) e = Divided(e, bytes_.Pick(divisors));
    if (bytes_.Chance(1, 4)) {
      NodeKind kind = bytes_.Pick(kComparisons);
      e = MakeBinary(ctx_, kind, e, MakeInt(ctx_, bytes_.Between(0, count), *dtype));
    }
    Vars vars = one_.vars;
    for (auto& [var, range] : vars) {
      if (!DTypeOf(var).IsInt()) continue;
      int64_t start = bytes_.Chance(1, 3) ? -bytes_.Pick(divisors) : 0;
      range = {start, start + (bytes_.Chance(1, 2) ? kAllLookedAt : bytes_.Pick(divisors) - 1)};
    }
    return ArithmeticExpr{e, std::move(vars)};
  }
  // Multiples of variables and a number, of any sign, as they are or by a divisor, against a bound or not.
  std::optional<ArithmeticExpr> Affine() {
    std::optional<DType> dtype = SomeIndexType();
    if (!dtype) return std::nullopt;
    const Expr* e = nullptr;
    for (uint64_t i = 1 + bytes_.Below(3); i > 0; --i) {
      const Expr* term = Number(*dtype);
      if (bytes_.Chance(3, 4))
        term = MakeBinary(ctx_, NodeKind::kMul, term, MakeInt(ctx_, bytes_.Between(-6, 8), *dtype));
      NodeKind joins = bytes_.Chance(2, 3) ? NodeKind::kAdd : NodeKind::kSub;
      e = e == nullptr ? term : MakeBinary(ctx_, joins, e, term);
    }
    e = MakeBinary(ctx_, bytes_.Chance(1, 2) ? NodeKind::kAdd : NodeKind::kSub, e,
                   MakeInt(ctx_, bytes_.Between(-9, 9), *dtype));
    constexpr std::array kDivisions = {NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kFloorMod, NodeKind::kDiv,
                                       NodeKind::kMod};
    if (bytes_.Chance(3, 4))
      e = MakeBinary(ctx_, bytes_.Pick(kDivisions), e, MakeInt(ctx_, bytes_.Between(2, 12), *dtype));
    if (bytes_.Chance(1, 3))
      e = MakeBinary(ctx_, bytes_.Pick(kComparisons), e, MakeInt(ctx_, bytes_.Between(-9, 9), *dtype));
    return ArithmeticExpr{e, NearValues()};
  }
  const Expr* Divided(const Expr* e, int64_t by) {
    NodeKind kind = bytes_.Chance(1, 2) ? NodeKind::kFloorDiv : NodeKind::kFloorMod;
    return MakeBinary(ctx_, kind, e, MakeInt(ctx_, by, DTypeOf(e)));
  }
  // No two quotients, remainders or multiples in a row: they are one.
  const Expr* Digit(DType dtype, const std::vector<int64_t>& divisors) {
    constexpr std::array kKinds = {NodeKind::kFloorDiv, NodeKind::kFloorMod, NodeKind::kMul};
    const Expr* e = Number(dtype);
    size_t before = kKinds.size();
    for (uint64_t i = 2 + bytes_.Below(3); i > 0; --i) {
      size_t kind = bytes_.Below(before == kKinds.size() ? kKinds.size() : kKinds.size() - 1);
      if (kind >= before) ++kind;
      before = kind;
      e = MakeBinary(ctx_, kKinds[kind], e, MakeInt(ctx_, bytes_.Pick(divisors), dtype));
    }
    return e;
  }

  const Expr* Joined(const Expr* a) {
    DType dtype = DTypeOf(a);
    const Expr* b = Operand(dtype);
    if (bytes_.Chance(1, 3)) std::swap(a, b);
    bool compares = !dtype.IsBool() && bytes_.Chance(1, 3);
    NodeKind kind = dtype.IsBool() ? bytes_.Pick(kJoinsOfBools)
                    : compares     ? bytes_.Pick(kComparisons)
                                   : bytes_.Pick(kOperations);
    return MakeBinary(ctx_, kind, a, b);
  }
  // A number, or what there is of the dtype.
  const Expr* Operand(DType dtype) {
    std::vector<const Expr*> alike;
    std::ranges::copy_if(parts_, std::back_inserter(alike), [&](const Expr* e) { return DTypeOf(e) == dtype; });
    if (!alike.empty() && bytes_.Chance(2, 3)) return bytes_.Pick(alike);
    if (dtype.IsBool()) return MakeBool(ctx_, bytes_.Chance(1, 2));
    int64_t low = dtype.IsUInt() ? 0 : -8;
    return MakeInt(ctx_, std::min(bytes_.Between(low, 12), GreatestInt(dtype)), dtype);
  }
  // Below 0, of one sign, of one value, at an end of the dtype, or all of it.
  Interval OtherRange(DType dtype, Interval range) {
    if (dtype.IsBool()) return range;
    int64_t least = LeastInt(dtype), greatest = GreatestInt(dtype);
    // What arithmetic of 64 bits takes not to wrap, it does not.
    if (dtype.bits == 64) greatest = kFarOut, least = dtype.IsUInt() ? 0 : -kFarOut;
    auto from = [&](int64_t low, int64_t high) {
      return Interval{std::clamp(low, least, greatest), std::clamp(high, least, greatest)};
    };
    int64_t start = bytes_.Between(-9, 9);
    switch (bytes_.Below(6)) {
      case 0: return {least, greatest};
      case 1: return {greatest - kFewValues, greatest};
      case 2: return {least, least + kFewValues};
      case 3: return from(start, start);
      case 4: return from(-9, -1 - static_cast<int64_t>(bytes_.Below(3)));
      default: return from(start, start + static_cast<int64_t>(bytes_.Below(9)));
    }
  }

  Context& ctx_;
  const ArithmeticExpr& one_;
  ByteSource bytes_;
  std::vector<const Expr*> parts_;
};

}  // namespace

std::vector<ArithmeticExpr> MoreArithmetic(Context& ctx, const ArithmeticExpr& one, uint64_t variant) {
  // Whatever else the module has, by which its variables are named.
  uint64_t seed = HashCombine(StructuralHash(one.e), variant);
  Maker maker(ctx, one, seed);
  return {maker.Make(), maker.MakeFormed()};
}

}  // namespace assay
