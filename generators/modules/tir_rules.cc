#include "generators/modules/tir_rules.h"

#include <algorithm>
#include <array>

#include "generators/modules/tir_affine.h"
#include "ir/arith/rule_table.h"
#include "ir/prim/binary_function.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

// What the parts of a form may reach; far from what overflows.
constexpr int64_t kMostReach = 1 << 20;

bool IsOfTruth(const RuleTerm& term) {
  if (term.kind != RuleTerm::Kind::kOperator) return term.kind == RuleTerm::Kind::kTruth || term.name >= 'p';
  switch (term.op) {
    case NodeKind::kLT:
    case NodeKind::kLE:
    case NodeKind::kEQ:
    case NodeKind::kNE:
    case NodeKind::kAnd:
    case NodeKind::kOr:
    case NodeKind::kNot: return true;
    // other kinds: give numbers
    default: return false;
  }
}

}  // namespace

std::optional<RuleForms::Ranged> RuleForms::OfRule(bool truth, int depth) {
  std::span<const RewriteRule> rules = AllRewriteRules();
  const RewriteRule& rule = rules[bytes().Below(rules.size())];
  if (IsOfTruth(rule.from) != truth) return std::nullopt;
  RuleForm form{.depth = depth, .any = {}, .constants = {}};
  return OfTerm(rule.from, form);
}

// A name stands for one form wherever it comes up.
RuleForms::Ranged RuleForms::NamedInRule(char name, RuleForm& form) {
  std::optional<Ranged>& known = form.any[RuleBindings::Slot(name)];
  if (known) return {FreshCopy(ctx(), known->expr), known->low, known->high};
  bool truth = name == 'p' || name == 'q';
  if (truth) {
    constexpr std::array kOrders = {NodeKind::kLT, NodeKind::kLE, NodeKind::kEQ, NodeKind::kNE};
    Ranged a = FreeForms(scope_).Term(), b = FreeForms(scope_).Term();
    bool decided = Is<IntImm>(a.expr) && Is<IntImm>(b.expr);
    const Expr* order =
        decided ? MakeBool(ctx(), bytes().Chance(1, 2)) : MakeBinary(ctx(), bytes().Pick(kOrders), a.expr, b.expr);
    known = {order, 0, 1};
  } else {
    known =
        form.depth > 1 && bytes().Chance(1, 3) ? FreeForms(scope_).Affine(form.depth - 1) : FreeForms(scope_).Term();
  }
  return *known;
}

// Nothing where the form has no value, or may have too large a one.
// recursion: rules nest a few levels deep
std::optional<RuleForms::Ranged> RuleForms::OfTerm(const RuleTerm& term, RuleForm& form) {
  auto number = [&](int64_t value) { return Ranged{Int(value), value, value}; };
  switch (term.kind) {
    case RuleTerm::Kind::kAny: return NamedInRule(term.name, form);
    case RuleTerm::Kind::kNumber: return number(term.value);
    case RuleTerm::Kind::kTruth: return Ranged{MakeBool(ctx(), term.value != 0), term.value, term.value};
    case RuleTerm::Kind::kConstant: {
      std::optional<int64_t>& known = form.constants[RuleBindings::Slot(term.name)];
      if (!known) known = bytes().Chance(1, 8) ? int64_t{0} : bytes().Between(-4, 6);
      return number(*known);
    }
    case RuleTerm::Kind::kOperator: break;
  }
  std::vector<Ranged> args;
  for (const RuleTerm& arg : term.args) {
    std::optional<Ranged> part = OfTerm(arg, form);
    if (!part) return std::nullopt;
    args.push_back(*part);
  }
  if (term.op == NodeKind::kNot) return Ranged{MakeNot(ctx(), args[0].expr), 0, 1};
  if (term.op == NodeKind::kSelect)
    return Ranged{MakeSelect(ctx(), args[0].expr, args[1].expr, args[2].expr), std::min(args[1].low, args[2].low),
                  std::max(args[1].high, args[2].high)};
  return Combined(term.op, args[0], args[1]);
}

std::optional<RuleForms::Ranged> RuleForms::Combined(NodeKind op, const Ranged& a, const Ranged& b) {
  if (IsDivision(op)) {
    const auto* divisor = As<IntImm>(b.expr);
    if (divisor == nullptr || divisor->value == 0) return std::nullopt;
    return FreeForms(scope_).DividedBy(a, op, divisor->value);
  }
  const Expr* expr = MakeBinary(ctx(), op, a.expr, b.expr);
  std::array<int64_t, 4> ends{};
  switch (op) {
    case NodeKind::kAdd: ends = {a.low + b.low, a.high + b.high, a.low + b.low, a.high + b.high}; break;
    case NodeKind::kSub: ends = {a.low - b.high, a.high - b.low, a.low - b.high, a.high - b.low}; break;
    case NodeKind::kMul: ends = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}; break;
    case NodeKind::kMin: return Ranged{expr, std::min(a.low, b.low), std::min(a.high, b.high)};
    case NodeKind::kMax: return Ranged{expr, std::max(a.low, b.low), std::max(a.high, b.high)};
    // other kinds: truth values
    default: return Ranged{expr, 0, 1};
  }
  auto [low, high] = std::ranges::minmax(ends);
  if (std::max(std::abs(low), std::abs(high)) > kMostReach) return std::nullopt;
  bool known = Is<IntImm>(a.expr) && Is<IntImm>(b.expr);
  return Ranged{known ? Int(low) : expr, low, high};
}

}  // namespace assay
