// What Sequential runs. Tested by manager_test.cc.
#pragma once

#include "passes/pass.h"

namespace assay {

// Disabled beats required, required beats the level (as TVM's PassEnabled).
bool PassEnabled(const PassContext& pass_ctx, const PassSpec& pass);

}  // namespace assay
