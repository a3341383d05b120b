// The table of steps.
#include <algorithm>

#include "passes/schedule/step_specs.h"

namespace assay {

std::span<const StepSpec* const> AllSteps() {
  static constexpr const StepSpec* kSteps[] = {
#define ASSAY_STEP(Name) &step::Name,
#include "passes/schedule/steps.def"
  };
  return kSteps;
}

const StepSpec* FindStep(std::string_view name) {
  auto found = std::ranges::find(AllSteps(), name, &StepSpec::name);
  return found == AllSteps().end() ? nullptr : *found;
}

}  // namespace assay
