// Which functions of a module can be reached from its entries. Tested by testdata/dead_code_elimination.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace assay {

// The module without the functions that nothing reaches. Entries are the public functions, the extern ones, and those
// named in `entries`. As TVM, a call of a function that the module lacks keeps everything.
Module WithoutUnusedFunctions(Context& ctx, const Module& module, const std::vector<std::string>& entries);

}  // namespace assay
