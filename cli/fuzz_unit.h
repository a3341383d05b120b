// assay fuzz --unit: one unit of a campaign that is spread over machines (fuzzers/units).
#pragma once

#include <functional>
#include <optional>

#include "cli/unit_flags.h"
#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/units/run_unit.h"

namespace assay {

// The unit that the flags ask for, of a campaign with `cases` in each. `options`: what was asked beside what `campaign`
// itself says. Diag kBadArgument.
Result<UnitOptions> UnitOf(CampaignOptions campaign, const UnitFlags& flags, uint64_t cases,
                           std::map<std::string, std::string> options);

// Exit codes that schedulers ask for: with findings, and of a unit that its fuse (--time) ended; the latter counts
// before the former.
struct UnitExits {
  int findings = kMismatch, fuse = kClean;
};

// Runs it and says what came of it, with `summarise` for what campaigns say as well. The exit code.
int FuzzUnit(const UnitOptions& options, bool json, const UnitExits& exits,
             const std::function<void(const CampaignOptions&, const CampaignResult&)>& summarise);

// The case of a unit that this assay has done, as it makes it: for merges. Nothing where other files decide what it is,
// or another assay has done it.
std::optional<FindingMessage> MadeAgain(const UnitSummary& unit, uint64_t run);

}  // namespace assay
