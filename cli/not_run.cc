#include "cli/not_run.h"

#include <algorithm>

namespace assay {

std::string WhyNotRun(std::span<const OracleSpec* const> asked, const CaseReport& report) {
  std::string why;
  for (const OracleSpec* oracle : asked) {
    if (!LooksAtRuns(oracle->name)) continue;
    auto tally = report.tallies.find(oracle->name);
    if (tally != report.tallies.end() && tally->second.agree > 0) return "";
    auto of_module = [&](const auto& one) { return one.first.oracle == oracle->name && !one.first.of_pass; };
    auto skip = std::ranges::find_if(report.skips, of_module);
    if (why.empty() && skip != report.skips.end()) why = "nothing ran it: " + skip->first.skip.Text();
  }
  return why;
}

std::string WhySilent(const CaseReport& report) {
  auto judged = [](const auto& one) { return one.first.skip.kind != SkipKind::kNote; };
  auto why = std::ranges::find_if(report.skips, judged);
  if (why == report.skips.end()) why = report.skips.begin();
  return why == report.skips.end() ? "" : why->first.Text();
}

}  // namespace assay
