// What each family's file defines: its rows. Included by those files and by table.cc.
#pragma once

#include <span>

#include "ir/ops/op_spec.h"

namespace assay {

#define ASSAY_OP_FAMILY(Name) std::span<const OpSpec> Name##Ops();
#include "ir/ops/families.def"

}  // namespace assay
