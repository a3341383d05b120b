#include "oracles/core/rule_label.h"

namespace assay {

RuleLabel::RuleLabel(Rule rule) : text_(AllRules()[static_cast<size_t>(rule)].label), rule_(rule) {}

RuleLabel::RuleLabel(std::string_view label) : text_(label) {
  for (size_t i = 0; i < AllRules().size(); ++i) {
    if (AllRules()[i].label == label) rule_ = static_cast<Rule>(i);
  }
}

}  // namespace assay
