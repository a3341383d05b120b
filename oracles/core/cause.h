// Findings of one cause are one finding: what stays of a finding once all is left out that changes from module to
// module. For subjects whose faults are to be counted, not mended one by one. Tested by cause_test.cc.
#pragma once

#include <string_view>

#include "oracles/core/finding.h"

namespace assay {

// Of the class and the facts alone. Empty where they say nothing that holds for other modules, too, as of wrong
// results.
Cause CauseOf(const Finding& finding);
// That a rule is broken by someone's work.
Cause BrokenRule(std::string_view by, const RuleLabel& rule);

}  // namespace assay
