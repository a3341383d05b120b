#include "ir/support/mutant.h"

#ifdef ASSAY_MUTANTS
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

namespace assay {
namespace {

constexpr size_t kMost = size_t{1} << 20;
uint8_t before_main[kMost];

// Made before main, so that every child process has it.
uint8_t* Shared() {
  void* memory = mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? before_main : static_cast<uint8_t*>(memory);
}

}  // namespace

uint32_t mutant_that_is_on = 0;
uint8_t* mutants_reached = before_main;
[[maybe_unused]] const bool shared = (mutants_reached = Shared()) != nullptr;

void SetMutant(uint32_t number) { mutant_that_is_on = number; }
bool MutantReached(uint32_t number) { return mutants_reached[number] != 0; }

void ForgetMutants() {
  mutants_reached = before_main;
  std::memset(before_main, 0, AllMutants().size() + 1);
}

const std::vector<MutantSpec>& AllMutants() {
  static const std::vector<MutantSpec> kAll = {
#define MUTANT(number, file, line, kind, text, passes) MutantSpec{number, file, line, kind, text, passes},
#include <mutants.inc>
#undef MUTANT
  };
  return kAll;
}

}  // namespace assay
#endif
