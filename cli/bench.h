// The parts of `assay bench` that have a file of their own. Tested by cli_test.cc.
#pragma once

#include "cli/command.h"

namespace assay {

// bench rediscovery: how soon campaigns find the historical bugs of the faults build.
void AddRediscovery(CLI::App& bench, Job& job);
// bench mutation: which generic faults of the mutation build campaigns see.
void AddMutation(CLI::App& bench, Job& job);
// bench contracts: passes over kernels on random kernels.
void AddContracts(CLI::App& bench, Job& job);

}  // namespace assay
