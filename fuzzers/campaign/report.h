// The three summaries that a campaign leaves in its folder: report.md, report.json, report.html (self-contained, charts
// as inline SVG). Tested by tally_test.cc.
#pragma once

#include <string>
#include <vector>

#include "fuzzers/campaign/tally.h"

namespace assay {

struct CampaignSummary {
  std::string title;
  Tally tally;
  double seconds = 0;
  std::vector<FindingRecord> findings;
};

std::string MarkdownReport(const CampaignSummary& summary);
std::string HtmlReport(const CampaignSummary& summary);

}  // namespace assay
