// What replay says of a module that no engine ran, or no oracle judged. Tested by messages_cli_test.cc.
#pragma once

#include <span>
#include <string>

#include "oracles/core/oracle.h"

namespace assay {

// Why nobody ran the module, where oracles that run it were asked; empty where one has.
std::string WhyNotRun(std::span<const OracleSpec* const> asked, const CaseReport& report);
// The first reason why oracles say nothing; how the module came in says less than they do. Empty where none is silent.
std::string WhySilent(const CaseReport& report);

}  // namespace assay
