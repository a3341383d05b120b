// What findings are called where TVM's developers read of them: titles and expectations in terms of TVM's own
// interface. A row for each oracle that a TVM is asked by. Tested by short_script_test.cc.
#pragma once

#include <string>

#include "oracles/subjects/tvm/reproduce.h"

namespace assay {

// "[Bug][Relax] FuseOps is not idempotent". Whole words alone, whatever TVM said.
std::string IssueTitle(const TvmFinding& finding);
// What should happen instead, in a sentence or two.
std::string Expectation(const TvmFinding& finding);
// Whether there are words for that oracle.
bool HasIssueWords(std::string_view oracle);

}  // namespace assay
