// Names that users write: passes, operators, oracles, faults, engines. An unknown one gets the nearest known one
// suggested. Tested by cli_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/unknown_name.h"
#include "oracles/core/oracle.h"

namespace assay {

// "a,b" and repeated options alike; empty parts are dropped.
std::vector<std::string> SplitNames(const std::vector<std::string>& given);

// "all" (or nothing) is every oracle.
Result<std::vector<const OracleSpec*>> OraclesNamed(const std::vector<std::string>& given);
Result<const EngineSpec*> EngineNamed(const std::string& name);
Result<DType> DTypeNamed(const std::string& name);
Result<std::string> OpNamed(const std::string& name);
// Switches exactly these faults on. Diag kUnsupported in a build without faults, which says how to get one that has
// them.
Status SwitchOnFaults(const std::vector<std::string>& names);

}  // namespace assay
