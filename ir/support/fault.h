// Faults: historical bugs that a build with ASSAY_FAULTS can switch on by name, to measure the oracles.
// In every other build FaultOn() is the constant false, so that none of a fault's code is in the binary.
// The names are those of ir/support/faults.def.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay {

enum class Fault : uint8_t {
#define ASSAY_FAULT(name, component, klass, oracles, doc) name,
#include "ir/support/faults.def"
  kCount
};

struct FaultSpec {
  std::string_view name, component, klass, oracles, doc;
};

#ifdef ASSAY_FAULTS
inline constexpr bool kFaultsBuilt = true;
bool FaultOn(Fault fault);
// Switches exactly these on for the whole process.
void SetFaults(const std::vector<Fault>& faults);
// The table, in .def order; empty in a build without faults.
const std::vector<FaultSpec>& AllFaults();
#else
inline constexpr bool kFaultsBuilt = false;
constexpr bool FaultOn(Fault) { return false; }
#endif

}  // namespace assay
