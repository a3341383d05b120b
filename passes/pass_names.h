// Declares the constant of every pass in passes.def, so that the table and pipelines can name them.
#pragma once

#include "passes/pass.h"

namespace assay {

#define ASSAY_PASS(Name) extern const PassSpec Name;
#include "passes/passes.def"

}  // namespace assay
