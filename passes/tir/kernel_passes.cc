#include "passes/tir/kernel_passes.h"

#include <algorithm>

namespace assay {

std::span<const PassSpec* const> KernelPasses() {
  static constexpr const PassSpec* kPasses[] = {
#define ASSAY_PASS(Name) &kernel_pass::Name,
#include "passes/tir/kernel_passes.def"
  };
  return kPasses;
}

bool IsKernelPass(const PassSpec& pass) { return std::ranges::find(KernelPasses(), &pass) != KernelPasses().end(); }

}  // namespace assay
