// Runs that look for all undefined behaviour, also for what the engines give a result to and other compilers need not
// (docs/semantics.md). Tested by oracles_test.cc.
#pragma once

#include <span>
#include <string>

#include "ir/module.h"
#include "vm/engine.h"

namespace assay {

// On the reference interpreter of kernels, which traps at overflow, races, undeclared and aliased accesses. Refused
// where the module does not build or a kernel is beyond that engine.
Outcome RunChecked(Context& ctx, const Module& module, const std::string& entry, std::span<const Value> inputs,
                   const Budget& budget);

}  // namespace assay
