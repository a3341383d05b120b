// What a campaign tried, as tables of its report: oracles, passes, skips, moves, seeds, operators by dtype. Tested by
// campaign_report_test.cc.
#pragma once

#include <vector>

#include "fuzzers/campaign/tally.h"
#include "oracles/report/report.h"

namespace assay {

// Those that have rows.
std::vector<ReportedTable> CoverageTables(const Tally& tally);
size_t OperatorsCovered(const Tally& tally);
size_t OperatorsKnown();

}  // namespace assay
