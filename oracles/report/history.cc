#include "oracles/report/history.h"

#include <algorithm>

#include "ir/support/json_text.h"

namespace assay {
namespace {

constexpr size_t kMostRuns = 90;

uint64_t Number(const nlohmann::json& json, const char* key) {
  auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}
}  // namespace

RunSummary Summarised(const std::set<std::string>& failing, const std::set<std::string>& before) {
  RunSummary run;
  run.failing = failing.size();
  run.still = static_cast<uint64_t>(
      std::ranges::count_if(failing, [&](const std::string& key) { return before.contains(key); }));
  run.fresh = run.failing - run.still;
  run.gone = before.size() - run.still;
  return run;
}

nlohmann::json HistoryToJson(const std::vector<RunSummary>& history) {
  nlohmann::json json = nlohmann::json::array();
  for (const RunSummary& run : history) {
    json.push_back({{"when", run.when},
                    {"subject", run.subject},
                    {"failing", run.failing},
                    {"new", run.fresh},
                    {"still", run.still},
                    {"gone", run.gone}});
  }
  return json;
}

std::vector<RunSummary> HistoryFromJson(const nlohmann::json& json) {
  std::vector<RunSummary> history;
  for (const nlohmann::json& one : json.is_array() ? json : nlohmann::json::array()) {
    if (!one.is_object()) continue;
    history.push_back({.when = TextIn(one, "when"),
                       .subject = TextIn(one, "subject"),
                       .failing = Number(one, "failing"),
                       .fresh = Number(one, "new"),
                       .still = Number(one, "still"),
                       .gone = Number(one, "gone")});
  }
  return history;
}

std::vector<RunSummary> Continued(std::vector<RunSummary> before, RunSummary now) {
  before.push_back(std::move(now));
  if (before.size() > kMostRuns) before.erase(before.begin(), before.end() - kMostRuns);
  return before;
}

}  // namespace assay
