// What findings are called where TVM's developers read of them: titles and expectations in terms of TVM's own
// interface. A row of issue_words.def for each class of finding, and for each oracle that a TVM is asked by. Tested by
// short_script_test.cc.
#pragma once

#include <string>

#include "oracles/subjects/tvm/reproduce.h"

namespace assay {

// "[Bug][Relax] FuseOps is not idempotent". Whole words alone, whatever TVM said.
std::string IssueTitle(const TvmFinding& finding);
// What should happen instead: the sentence of the class in issue_words.def, with what this finding knows.
std::string Expectation(const TvmFinding& finding);
// What happens: values side by side, TVM's own words, the module that comes out.
std::string WhatHappens(const TvmFinding& finding);
// Whether there are words for that oracle.
bool HasIssueWords(std::string_view oracle);

}  // namespace assay
