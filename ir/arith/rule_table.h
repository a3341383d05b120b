// The rules of rules.def as terms: how a term matches an expression, and how it is built from what matched.
// Tested by rules_test.cc and rules_z3_test.cc.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace assay {

// What a rule is made of. Operators: the seventeen binary kinds, kNot, kSelect.
struct RuleTerm {
  enum class Kind : uint8_t { kAny, kConstant, kNumber, kTruth, kOperator } kind = Kind::kNumber;
  NodeKind op = NodeKind::kAdd;
  // kAny, kConstant: which one, as it is written in the rule.
  char name = 0;
  // kNumber; kTruth: 0 or 1.
  int64_t value = 0;
  std::vector<RuleTerm> args;
};

enum class RuleScope : uint8_t { kAlways, kNumbers };

struct RewriteRule {
  RuleScope scope;
  std::string_view from_text, to_text, condition_text;
  RuleTerm from, to;
  // Absent: always.
  std::optional<RuleTerm> condition;
};

// All rules in the order of rules.def, read once.
std::span<const RewriteRule> AllRewriteRules();
// Those whose outer operator is `op`, in that order.
std::span<const RewriteRule* const> RewriteRulesOf(NodeKind op);

// What the names of a rule stand for.
struct RuleBindings {
  // w x y z p q.
  std::array<const Expr*, 6> any{};
  // c d e.
  std::array<std::optional<int64_t>, 3> constants{};

  static size_t Slot(char name) {
    return static_cast<size_t>(name >= 'w' ? name - 'w' : name >= 'p' ? 4 + name - 'p' : name - 'c');
  }
};
// The value of a term of constants alone; truth is 1 or 0. Nothing when 64 bits do not hold it, or it divides by zero.
std::optional<int64_t> ValueOf(const RuleTerm& term, const RuleBindings& bindings);

// `make(kind, operands)` builds an operator from simplified operands. nullptr when the rule does not fit `e`, or when a
// constant of the result does not fit its dtype.
using MakeOperator = std::function<const Expr*(NodeKind, const std::vector<const Expr*>&)>;
const Expr* ApplyRule(Context& ctx, const RewriteRule& rule, const Expr* e, const MakeOperator& make);

}  // namespace assay
