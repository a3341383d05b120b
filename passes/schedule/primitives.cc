// The table of steps.
#include <algorithm>

#include "passes/schedule/primitive_specs.h"

namespace assay {

std::span<const PrimitiveSpec* const> AllPrimitives() {
  static constexpr const PrimitiveSpec* kSteps[] = {
#define ASSAY_STEP(Name) &step::Name,
#include "passes/schedule/primitives.def"
  };
  return kSteps;
}

const PrimitiveSpec* FindStep(std::string_view name) {
  auto found = std::ranges::find(AllPrimitives(), name, &PrimitiveSpec::name);
  return found == AllPrimitives().end() ? nullptr : *found;
}

}  // namespace assay
