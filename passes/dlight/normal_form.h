// The form in which rules see a kernel: each block that holds no other stands in loops of its own, one for each of its
// variables, in their order. Source: NormalizePrimFunc (src/s_tir/schedule/transform.cc) and
// python/tvm/s_tir/dlight/base/common_schedules.py.
#pragma once

#include <string>
#include <vector>

#include "passes/schedule/schedule.h"

namespace assay::dlight {

struct RuleBlock {
  std::string name;
  // A letter for each variable, and so for each loop: S spatial, R reduction, O another one.
  std::string kinds;

  bool IsInjective() const { return kinds.find_first_not_of('S') == std::string::npos; }
};
std::vector<std::string> LeafBlocks(const KernelSchedule& schedule);
// What the block's variables are.
Result<RuleBlock> BlockNamed(const KernelSchedule& schedule, std::string_view name);
bool IsBoundToThreads(const BlockSite& site);

// Brings the kernel into the form and gives its blocks in order. Axes of one iteration go, but for one spatial axis
// where there is no other; a reduction keeps one. Diag kCannotLower where a block does not come into it.
Result<std::vector<RuleBlock>> Normalize(KernelSchedule& schedule);
// Inlines blocks into their readers or makers as long as one can be, and takes them from the list.
void Inline(KernelSchedule& schedule, std::vector<RuleBlock>& blocks);
// The same for each run of injective blocks apart.
void InlineRuns(KernelSchedule& schedule, std::vector<RuleBlock>& blocks);

}  // namespace assay::dlight
