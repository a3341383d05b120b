// The dtypes that a kernel's expressions state, against those of their parts. The reader and the passes make them
// agree; a file may say anything, and both kinds of kernels trust what is said. Tested by bytecode/executable_test.cc
// and the fuzz target executable_fuzz.
#pragma once

#include <optional>
#include <string>

#include "ir/module.h"

namespace assay {

// The first expression or statement of the module's PrimFuncs whose dtype is not that of its parts, in words; nothing
// when all agree.
std::optional<std::string> FirstWrongDType(const Module& module);

}  // namespace assay
