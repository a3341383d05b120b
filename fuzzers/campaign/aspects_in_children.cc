#include "fuzzers/campaign/aspects_in_children.h"

#include "fuzzers/process/computed_in_children.h"
#include "generators/modules/aspects.h"

namespace assay {

void FindAspectsInChildren() {
  if (KnowsAspects()) return;
  TakeAspects(ComputedInChildren(
      AllOps().size(), [](size_t i) { return FindAspects(*AllOps()[i]); },
      [](size_t i) { return AspectsOfFields(*AllOps()[i]); }));
}

}  // namespace assay
