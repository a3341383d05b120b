// What rules for one sum share: the sum, and the injective block that may stand behind it.
#pragma once

#include <string>

#include "passes/dlight/normal_form.h"

namespace assay::dlight {

// Y, where the block stores what was there + Y; null for any other.
const Expr* SummandOf(const SBlock& block);
// Whether several instances of the epilogue read one element of what the block makes.
Result<bool> IsBroadcast(const KernelSchedule& schedule, const std::string& block, const std::string& epilogue);

// The sum, and what stands behind it; empty for nothing.
struct SumBlocks {
  std::string sum;
  std::string epilogue;
};
// Brings the kernel into the form for rules; refused under the rule's label where more than that stands in it.
Result<SumBlocks> FindSum(KernelSchedule& schedule, std::string_view rule);
// Puts the sum of the partial results behind them, in the loop of their block of threads; its spatial loops become one.
Status JoinSums(KernelSchedule& schedule, const std::string& sum, const std::string& partial);
// The epilogue in the same loop; whether several of its instances read one sum.
Result<bool> PlaceEpilogue(KernelSchedule& schedule, const SumBlocks& blocks);
// All of its loops in there as one.
Status FuseEpilogue(KernelSchedule& schedule, const std::string& epilogue);

}  // namespace assay::dlight
