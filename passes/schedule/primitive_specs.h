// Every step, one line each in steps.def.
#pragma once

#include "passes/schedule/schedule.h"

namespace assay::step {

#define ASSAY_STEP(Name) extern const PrimitiveSpec Name;
#include "passes/schedule/primitives.def"

}  // namespace assay::step
