// A conformance run as a report (oracles/report/report.h): a case for each score of each case; and as JSON. With a
// second subject, what only the first fails counts. Tested by conform_report_test.cc.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oracles/conform/conform.h"
#include "oracles/report/report.h"

namespace assay {

// What a run is compared with, and who made it.
struct ConformView {
  std::string subject = "";
  // With a baseline, its failures are known ones, and what passes now is listed.
  const std::vector<ConformFailure>* baseline = nullptr;
  // The second subject and what it made of the same cases.
  std::string against = "";
  const ConformResult* other = nullptr;
  std::vector<std::pair<std::string, std::string>> facts = {};
  // The baseline's.
  std::vector<RunSummary> history = {};
  std::string when = "";
};

// A suite's score as both subjects have it; null where one has none of that name. A suite without cases is a row
// without a score.
struct ScoreRow {
  std::string suite, score;
  const Score* ours = nullptr;
  const Score* other = nullptr;
};
std::vector<ScoreRow> ScoreRows(const ConformResult& result, const ConformResult* other);
// "passed", "of", "%", and with `lacks` "not applicable".
std::vector<std::string> ScoreCells(const Score* score, bool lacks);

ReportedRun ConformReport(const ConformResult& result, const ConformView& view);
// What `conform --json` prints (docs/reference/json.md).
nlohmann::json ConformJson(const ConformResult& result, const ConformView& view);
// By which the exit code is decided: failures that neither baseline nor second subject has.
std::vector<ConformFailure> FailuresThatCount(const ConformResult& result, const ConformView& view);

}  // namespace assay
