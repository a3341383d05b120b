#include "ir/support/fault.h"

#ifdef ASSAY_FAULTS
#include <array>

namespace assay {
namespace {

std::array<bool, static_cast<size_t>(Fault::kCount)> fault_on{};

}  // namespace

bool FaultOn(Fault fault) { return fault_on[static_cast<size_t>(fault)]; }

void SetFaults(const std::vector<Fault>& faults) {
  fault_on.fill(false);
  for (Fault fault : faults) fault_on[static_cast<size_t>(fault)] = true;
}

const std::vector<FaultSpec>& AllFaults() {
  static const std::vector<FaultSpec> kAll = {
#define ASSAY_FAULT(name, component, klass, oracles, doc) FaultSpec{#name, component, klass, oracles, doc},
#include "ir/support/faults.def"
  };
  return kAll;
}

}  // namespace assay
#endif
