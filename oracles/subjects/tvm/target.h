// What a TVM is to compile for: a kind of target by its name, or TVM's own JSON of one (targets.def has the kinds).
// What attributes a target has, TVM says itself. Tested by target_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/support/result.h"
#include "oracles/subjects/subject_spec.h"

namespace assay {

// In targets.def order.
std::span<const TargetKind> TvmTargetKinds();
// The kind of a target, which is not empty; Diag kBadArgument for a kind that there is not, and for JSON of nothing.
Result<const TargetKind*> TvmTargetKindOf(std::string_view target);
// Whether it is of a device that is not here; not for an empty one, nor for one that is none.
bool IsForDevice(std::string_view target);
// Whether it is of Adreno's GPUs, which have schedules of their own.
bool IsForAdreno(std::string_view target);

}  // namespace assay
