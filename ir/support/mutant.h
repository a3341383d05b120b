// Mutants: generic faults that cmake/scripts/mutate.py plants in copies of sources for the mutation build, where one of
// them can be switched on by number. No other build has any. Tested by mutation_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay {

struct MutantSpec {
  uint32_t number = 0;
  std::string_view file;
  int line = 0;
  std::string_view kind;
  // What stood there.
  std::string_view text;
  // Names of the file's passes, between spaces; empty for what many share.
  std::string_view passes;
};

#ifdef ASSAY_MUTANTS
inline constexpr bool kMutantsBuilt = true;
extern uint32_t mutant_that_is_on;
// One byte for each number, shared with processes that this one makes.
extern uint8_t* mutants_reached;
inline bool MutantOn(uint32_t number) {
  mutants_reached[number] = 1;
  return number == mutant_that_is_on;
}
// Zero switches all off.
void SetMutant(uint32_t number);
bool MutantReached(uint32_t number);
// Nothing counts as reached from now on; what this process reaches, others do not learn any more.
void ForgetMutants();
const std::vector<MutantSpec>& AllMutants();
#else
inline constexpr bool kMutantsBuilt = false;
inline void SetMutant(uint32_t) {}
inline bool MutantReached(uint32_t) { return false; }
inline void ForgetMutants() {}
inline const std::vector<MutantSpec>& AllMutants() {
  static const std::vector<MutantSpec> kNone;
  return kNone;
}
#endif

}  // namespace assay
