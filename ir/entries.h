// Which functions of a module are run: by campaigns, replay, reduction and the command line. Tested by entries_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace assay {

// Whether the function carries the attribute Primitive: FuseOps made it, to become one kernel.
bool IsPrimitive(const Function* func);

// A module's entry: "main", or else the first function that the outside can call, a Relax function before a kernel; of
// a module that has only private functions its first one.
std::string EntryOf(const Module& module);
// The functions that the outside can call and that no pass makes kernels of (Primitive), in the module's order;
// EntryOf(module) alone where there is none.
std::vector<std::string> EntriesOf(const Module& module);
// What is said of a private function that somebody wants to run.
std::string PrivateText(std::string_view name);

}  // namespace assay
