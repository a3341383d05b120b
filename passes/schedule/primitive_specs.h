// Every schedule primitive, one line each in primitives.def.
#pragma once

#include "passes/schedule/schedule.h"

namespace assay::primitive {

#define ASSAY_PRIMITIVE(Name) extern const PrimitiveSpec Name;
#include "passes/schedule/primitives.def"

}  // namespace assay::primitive
