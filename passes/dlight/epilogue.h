// The injective block that may stand behind a reduction.
#pragma once

#include <string>

#include "passes/schedule/schedule.h"

namespace assay::dlight {

// Y, where the block stores what was there + Y; null for any other.
const Expr* SummandOf(const SBlock& block);
// Whether several instances of the epilogue read one element of what the block makes.
Result<bool> IsBroadcast(const KernelSchedule& schedule, const std::string& block, const std::string& epilogue);

}  // namespace assay::dlight
