// assay fuzz --unit: one unit of a campaign that is spread over machines (fuzzers/units).
#pragma once

#include <functional>

#include "cli/unit_flags.h"
#include "fuzzers/units/run_unit.h"

namespace assay {

// The unit that the flags ask for, of a campaign with `cases` in each. `options`: what was asked beside what `campaign`
// itself says. Diag kBadArgument.
Result<UnitOptions> UnitOf(CampaignOptions campaign, const UnitFlags& flags, uint64_t cases,
                           std::map<std::string, std::string> options);

// Runs it and says what came of it, with `summarise` for what campaigns say as well. The exit code.
int FuzzUnit(const UnitOptions& options, bool json, int findings_exit,
             const std::function<void(const CampaignOptions&, const CampaignResult&)>& summarise);

}  // namespace assay
