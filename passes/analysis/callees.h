// Which functions a function refers to. Tested by testdata/inline_private_functions and testdata/rewrite_cuda_graph.
#pragma once

#include <string_view>
#include <vector>

#include "ir/module.h"

namespace assay {

// Names of the functions that the body mentions, called or not.
std::vector<std::string_view> CalleesOf(const Function* func);
// Whether the module's function of this name reaches itself.
bool IsRecursive(const Module& module, std::string_view name);

}  // namespace assay
