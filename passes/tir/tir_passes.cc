#include "passes/tir/tir_passes.h"

#include <algorithm>

#include "passes/pass_names.h"

namespace assay {

std::span<const PassSpec* const> TirPasses() {
  static constexpr const PassSpec* kPasses[] = {
#define ASSAY_PASS(Name) &tir_pass::Name,
#include "passes/tir/tir_passes.def"
  };
  return kPasses;
}

std::span<const PassSpec* const> AllRelaxAndTirPasses() {
  static constexpr const PassSpec* kPasses[] = {
#define ASSAY_PASS(Name) &Name,
#include "passes/passes.def"
#define ASSAY_PASS(Name) &tir_pass::Name,
#include "passes/tir/tir_passes.def"
  };
  return kPasses;
}

bool IsTirPass(const PassSpec& pass) { return std::ranges::find(TirPasses(), &pass) != TirPasses().end(); }

}  // namespace assay
