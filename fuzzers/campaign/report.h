// A campaign as a report (oracles/report/report.h): a case for each finding and each oracle, with coverage as tables.
// What it says comes from the campaign's folder, so that the same folder gives the same bytes at any time. Tested by
// campaign_report_test.cc.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fuzzers/campaign/tally.h"
#include "oracles/report/report.h"

namespace assay {

struct CampaignSummary {
  std::string title;
  Tally tally;
  // 0: nobody measured it, as of what many machines did.
  double seconds = 0;
  std::vector<FindingRecord> findings;
  // Who, what and when, as the campaign wrote it down.
  std::vector<std::pair<std::string, std::string>> facts = {};
  std::vector<RunSummary> history = {};
  // Where the report will stand, for links to the findings' files.
  std::string folder = "";
};

ReportedRun CampaignReport(const CampaignSummary& summary);

// What is written down of a campaign as a whole, in its index by these names.
inline constexpr const char* kFactsName = "facts";
inline constexpr const char* kHistoryName = "history";
inline constexpr const char* kTallyName = "tally";
// What was asked, for a stretch that goes on: {"subject", "against", "oracles", "passes"}, as users write them.
inline constexpr const char* kAskedName = "asked";
inline constexpr const char* kCampaignTitle = "Fuzzing campaign";
// The fact that says when a run began.
inline constexpr const char* kStarted = "Started";
// Names and values in order.
using Facts = std::vector<std::pair<std::string, std::string>>;
std::string FactsToText(const Facts& facts);
Facts FactsFromText(const std::string& text);

// A path that does not change from campaign to campaign while the signature does not.
std::string StablePath(const FindingRecord& finding);

}  // namespace assay
