// A campaign's folder, as report, triage and regress read it.
#pragma once

#include <string>
#include <vector>

#include "fuzzers/campaign/report.h"
#include "fuzzers/campaign/tally.h"
#include "ir/support/result.h"

namespace assay {

struct CampaignFolder {
  // What was tested, as its findings say; "native" where there are none.
  std::string subject = "native";
  Tally tally;
  double seconds = 0;
  std::vector<FindingRecord> findings;
  Facts facts;
  std::vector<RunSummary> history;
};

// Diag when the folder is no campaign's.
Result<CampaignFolder> ReadCampaign(const std::string& path);

}  // namespace assay
