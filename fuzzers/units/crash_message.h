// The finding that a worker did not survive its case, as it is the same on every machine. Tested by run_unit_test.cc.
#pragma once

#include <vector>

#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/shared_case.h"
#include "fuzzers/process/process.h"

namespace assay {

// `shared` as the worker left it.
FindingMessage CrashMessage(const SharedCase& shared, uint64_t run, std::vector<uint64_t> input_seeds,
                            const Ending& ending);

// The finding that a case ends the machine, which is all that is known of it.
FindingMessage LeftOutMessage(uint64_t run);

// Whether the ending says more of the machine and its clock than of the case: out of time, out of memory, ended from
// outside.
bool IsOfMachine(const Ending& ending);

}  // namespace assay
