// Hints in kernels that TVM's passes heed and those here do not. Tested by cli_test.cc.
#pragma once

#include <span>

#include "ir/module.h"
#include "passes/pass.h"

namespace assay {

// Says on standard error which hints of the module have no effect, as far as one of the passes is in the list; without
// a list, all.
void NoteIdleHints(const Context& ctx, const Module& module, std::span<const PassCall> passes);

}  // namespace assay
