// The label of a rule that is broken: a rule of well-formedness (ir/check/rules.def), or a precondition in an
// operator's row
// ("conv2d.r2"). Tested by finding_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/check/well_formed.h"

namespace assay {

class RuleLabel {
 public:
  RuleLabel() = default;
  RuleLabel(Rule rule);
  // As a Diag names it; empty: no rule is broken, or the subject names none.
  explicit RuleLabel(std::string_view label);

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }
  // Nothing for an operator's precondition.
  std::optional<Rule> rule() const { return rule_; }
  bool IsOfOperator() const { return !empty() && !rule_; }

  friend bool operator==(const RuleLabel&, const RuleLabel&) = default;

 private:
  std::string text_;
  std::optional<Rule> rule_;
};

}  // namespace assay
