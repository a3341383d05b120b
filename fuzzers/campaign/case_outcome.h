// What a worker tells its parent of one case that is worked on by itself, and its form in JSON for the pipe: what all
// oracles said, and what is there to be reduced. Findings of bugs on file come before it, as FindingMessages. Tested by
// case_outcome_test.cc.
#pragma once

#include <string>
#include <vector>

#include "fuzzers/campaign/corpus.h"
#include "fuzzers/campaign/tally.h"

namespace assay {

struct CaseOutcome {
  uint64_t run = 0;
  // Of this case alone; runs and what the corpus keeps are for whoever adds cases up.
  Tally tally = {};
  // Those that are not on file, in the order of the report.
  std::vector<Finding> findings = {};
  // The module as generated, serialised, and what judging it reached; empty where nothing is to be made of it.
  std::vector<uint8_t> module = {};
  Reached reached = {};
  // The moves that made it.
  std::vector<std::string> moves = {};
  // An answer was waited for in vain: another machine may say otherwise of the case.
  bool of_clock = false;
};

// The value of "kind" by which a channel's messages are told apart.
inline constexpr const char* kOutcomeMessage = "outcome";
// The last of a reduction in which the subject gave no answer in time.
inline constexpr const char* kClockMessage = "clock";

nlohmann::json OutcomeToJson(const CaseOutcome& outcome);
// Diag kCorrupt names what is no such spelling.
Result<CaseOutcome> OutcomeFromJson(const nlohmann::json& json);

// A tally as JSON without what is read from clocks: seconds, and what another process was asked.
nlohmann::json TallyWithoutClock(const Tally& tally);

}  // namespace assay
