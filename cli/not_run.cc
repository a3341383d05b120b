#include "cli/not_run.h"

#include <fmt/format.h>

namespace assay {

std::string WhyNotRun(std::span<const OracleSpec* const> asked, const CaseReport& report) {
  std::string why;
  for (const OracleSpec* oracle : asked) {
    if (!LooksAtRuns(oracle->name)) continue;
    auto tally = report.tallies.find(oracle->name);
    if (tally != report.tallies.end() && tally->second.agree > 0) return "";
    std::string start = fmt::format("{}: ", oracle->name);
    auto skip = report.skips.lower_bound(start);
    if (why.empty() && skip != report.skips.end() && skip->first.starts_with(start))
      why = "nothing ran it: " + skip->first.substr(start.size());
  }
  return why;
}

}  // namespace assay
