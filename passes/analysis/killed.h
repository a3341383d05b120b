// What a function lets go of by hand (vm.kill_object, memory.kill_tensor, …). A variable that is killed is one name of
// a value that others may outlive: no other name may take its place, nor it theirs. Tested by killed_test.cc.
#pragma once

#include "ir/mentions.h"
#include "ir/module.h"

namespace assay {

VarSet KilledIn(const Function* func);

}  // namespace assay
