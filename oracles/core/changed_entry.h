// What a pass is asked about where it changes nothing that the case's entry runs. Tested by changed_entry_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/support/function_ref.h"
#include "oracles/core/oracle.h"

namespace assay {

// The functions that the outside can call and behind which the pass changed something, where it changed nothing behind
// the case's own entry; of assay's own modules alone.
std::vector<std::string> EntriesChanged(const ModuleRef& output, OracleContext& oc);
// What is said of the case; where EntriesChanged names others, of it with those as its entry, with inputs for them, up
// to the first finding. Of several, campaigns ask about one.
Verdict JudgeWhereChanged(const PassCall& pass, const ModuleRef& output, OracleContext& oc,
                          FunctionRef<Verdict(OracleContext&)> judge);

}  // namespace assay
