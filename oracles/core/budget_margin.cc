#include "oracles/core/budget_margin.h"

#include <fmt/format.h>

namespace assay {

bool TakesFarMore(const Outcome& outcome, const Budget& budget, int64_t times, RunWithin other) {
  const auto* spent = std::get_if<OutOfBudget>(&outcome);
  if (spent == nullptr || spent->limit != Limit::kSteps) return false;
  Outcome ended = other({.steps = budget.steps / times, .bytes = budget.bytes});
  return std::holds_alternative<Value>(ended);
}

std::string FarMoreText(std::string_view who, std::string_view other, const Budget& budget, int64_t times) {
  return fmt::format("{} does not end within {} steps, of which {} takes less than one in {}", who, budget.steps, other,
                     times);
}

}  // namespace assay
