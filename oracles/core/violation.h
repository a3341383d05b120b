// A rule of well-formedness that a module breaks, as a subject tells it.
#pragma once

#include <span>
#include <string>

#include "oracles/core/rule_label.h"

namespace assay {

struct Violation {
  Violation(std::string words, RuleLabel label = {}) : message(std::move(words)), rule(std::move(label)) {}
  Violation(const char* words) : message(words) {}

  // The subject's own words, for people.
  std::string message;
  // Where the subject names its rules.
  RuleLabel rule;
};

// All of them, for people.
std::string InWords(std::span<const Violation> violations);

}  // namespace assay
