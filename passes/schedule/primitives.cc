// The table of schedule primitives.
#include <algorithm>

#include "passes/schedule/primitive_specs.h"

namespace assay {

std::span<const PrimitiveSpec* const> AllPrimitives() {
  static constexpr const PrimitiveSpec* kPrimitives[] = {
#define ASSAY_PRIMITIVE(Name) &primitive::Name,
#include "passes/schedule/primitives.def"
  };
  return kPrimitives;
}

const PrimitiveSpec* FindPrimitive(std::string_view name) {
  auto found = std::ranges::find(AllPrimitives(), name, &PrimitiveSpec::name);
  return found == AllPrimitives().end() ? nullptr : *found;
}

}  // namespace assay
