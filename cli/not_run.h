// What replay says of a module that no engine ran. Tested by messages_cli_test.cc.
#pragma once

#include <span>
#include <string>

#include "oracles/core/oracle.h"

namespace assay {

// Why nobody ran the module, where oracles that run it were asked; empty where one has.
std::string WhyNotRun(std::span<const OracleSpec* const> asked, const CaseReport& report);

}  // namespace assay
