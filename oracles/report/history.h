// History: what became of failures from run to run, each compared with the one before it, which its baseline was. Kept
// in the JSON of a run and in a campaign's index, so that the next run can go on with it. Tested by history_test.cc.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace assay {

struct RunSummary {
  // "2026-11-27 02:17 UTC"; may be empty.
  std::string when;
  // What was judged, with its version.
  std::string subject;
  uint64_t failing = 0;
  // Of these, those that the run before did not have; those that it had, too; and those that it had alone.
  uint64_t fresh = 0, still = 0, gone = 0;
};

// By keys that name a failure in both runs.
RunSummary Summarised(const std::set<std::string>& failing, const std::set<std::string>& before);

nlohmann::json HistoryToJson(const std::vector<RunSummary>& history);
// What is no history is none.
std::vector<RunSummary> HistoryFromJson(const nlohmann::json& json);

// The history of the baseline with this run at its end; the last ones where there are very many.
std::vector<RunSummary> Continued(std::vector<RunSummary> before, RunSummary now);

}  // namespace assay
