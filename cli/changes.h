// What a pass changed, in counts: functions, bindings, operators. `opt --explain` prints them. Tested by
// changes_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace assay {

// One line for each kind of thing that differs, names in their order ("functions: added tir_exp; changed main",
// "bindings: 3 -> 5", "operators: add 3 -> 0, call_tir 0 -> 3"); none when the modules are equal, also in names.
std::vector<std::string> ChangesOf(const Module& before, const Module& after);

}  // namespace assay
