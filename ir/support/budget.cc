#include "ir/support/budget.h"

#include <ostream>

namespace assay {

std::string_view LimitName(Limit limit) {
  constexpr std::string_view kNames[] = {"steps", "memory", "time"};
  return kNames[static_cast<size_t>(limit)];
}

void PrintTo(const OutOfBudget& spent, std::ostream* out) {
  *out << "out of budget (" << LimitName(spent.limit) << ")";
}

}  // namespace assay
