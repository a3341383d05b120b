// What all units share (sweep_unit.h).
#include "generators/sweep/sweep_unit.h"

namespace assay {

std::vector<std::string> ValueLevelNames() {
  std::vector<std::string> names;
  for (size_t level = 0; level < kValueLevels; ++level) {
    DType dtype = DType::Float(32);
    names.push_back(ToText(SpecialScalar(dtype, 2 * level)) + " and " + ToText(SpecialScalar(dtype, 2 * level + 1)));
  }
  return names;
}

CoveringResult Cover(const SweepUnit& unit) {
  std::vector<size_t> sizes;
  for (const SweepFactor& factor : unit.factors()) sizes.push_back(factor.levels.size());
  Context ctx;
  return CoverPairs(sizes, [&](const Levels& asked, uint32_t attempt, Levels& shown) {
    SweptCall made;
    return unit.Make(ctx, asked, attempt, {}, shown, made);
  });
}

}  // namespace assay
