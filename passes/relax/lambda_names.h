// Names for nested functions that become functions of the module. Tested by testdata/lambda_lift.
#pragma once

#include <string>
#include <unordered_map>

#include "ir/module.h"

namespace assay {

// As TVM: the global_symbol; else the outer function's name and the variable's; where that is taken, the names of all
// functions around it; at last a number. A global_symbol that several functions have counts as taken.
std::unordered_map<const Function*, std::string> NameLambdas(const Module& module);

}  // namespace assay
