// RuleForms: forms that rules of arithmetic look for (ir/arith/rules.def), with any numbers for their constants
// (tir_free_scope.h): a rule must leave alone what its condition does not hold of. Tested by tir_rules_test.cc.
#pragma once

#include <array>
#include <optional>

#include "generators/modules/tir_free_scope.h"

namespace assay {

struct RuleTerm;

class RuleForms : protected FreeFamily {
 public:
  explicit RuleForms(FreeScope& scope) : FreeFamily(scope) {}

  // A form that a rule of arithmetic looks for, of truth or of numbers; nothing where the rule that was drawn is of the
  // other sort, or its form has no value.
  std::optional<Ranged> OfRule(bool truth, int depth);

 private:
  // What the names of a rule stand for.
  struct RuleForm {
    int depth;
    std::array<std::optional<Ranged>, 6> any;
    std::array<std::optional<int64_t>, 3> constants;
  };
  std::optional<Ranged> OfTerm(const RuleTerm& term, RuleForm& form);
  Ranged NamedInRule(char name, RuleForm& form);
  std::optional<Ranged> Combined(NodeKind op, const Ranged& a, const Ranged& b);
};

}  // namespace assay
