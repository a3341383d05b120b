#include "cli/fuzz_summary.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/say.h"
#include "fuzzers/campaign/report.h"
#include "ir/support/plural.h"
#include "oracles/core/beyond_engines.h"
#include "oracles/report/report.h"

namespace assay {
namespace {

void PrintFinding(const FindingRecord& finding) {
  std::string pass = finding.pass.empty() ? "" : " " + finding.pass;
  std::string note = finding.known()   ? fmt::format(" ({})", finding.KnownLabel())
                     : finding.earlier ? " (of an earlier run)"
                     : finding.flaky   ? " (flaky: it did not show again)"
                                       : "";
  fmt::print("  {} {}{} {}{}, {}, seen {}{}\n", finding.id, finding.oracle, pass, finding.klass.name(), note,
             Counted(static_cast<uint64_t>(finding.reduced_lines), "line"), finding.seen,
             finding.path.empty() ? "" : ": " + finding.path);
}

void PrintOracles(const Tally& tally) {
  Table table({"oracle", "agree", "skip", "finding", "seconds"});
  for (const auto& [name, counts] : tally.oracles) {
    table.Row({name, ShowCount(counts.agree), ShowCount(counts.skip), ShowCount(counts.finding),
               fmt::format("{:.2f}", counts.seconds)});
  }
  fmt::print("{}", table.Text());
}

void PrintFindings(const std::vector<FindingRecord>& findings) {
  if (findings.empty()) return;
  bool colour = ColourOn(STDOUT_FILENO);
  // New ones first.
  for (bool fresh : {true, false}) {
    auto count =
        std::ranges::count_if(findings, [&](const FindingRecord& finding) { return finding.IsNew() == fresh; });
    if (count == 0) continue;
    bool red = colour && fresh;
    fmt::print("\n{}{}{}\n", red ? "\x1b[1;31m" : "",
               Counted(static_cast<uint64_t>(count), fresh ? "finding" : "known or earlier finding"),
               red ? "\x1b[0m" : "");
    for (const FindingRecord& finding : findings) {
      if (finding.IsNew() == fresh) PrintFinding(finding);
    }
  }
}

// Which modules from files were tried, and how many were left out.
void PrintSeeds(const Tally& tally) {
  std::vector<std::string> parts;
  for (const auto& [what, count] : tally.seeds) parts.push_back(fmt::format("{} {}", ShowCount(count), what));
  if (!parts.empty()) fmt::print("\nseeds: {}\n", fmt::join(parts, ", "));
}

void PrintSweep(const Tally& tally) {
  if (tally.sweep.empty()) return;
  SweepTally total = Total(tally.sweep);
  fmt::print(
      "\nsweep: {} of {} rows tried, of {} of {} operators and families of kernels; {} pairs refused by inference\n",
      ShowCount(total.tried), ShowCount(total.rows), tally.sweep.size(), tally.swept_units, ShowCount(total.refused));
}

void PrintCode(const Tally& tally) {
  if (!tally.code) return;
  const ReachCount& total = tally.code->total;
  fmt::print("\ncode of the subject: {} of {} functions reached, {} of {} blocks ({:.1f} %)\n",
             ShowCount(total.functions_reached), ShowCount(total.functions), ShowCount(total.blocks_reached),
             ShowCount(total.blocks), BlocksPercent(total));
}

// Passes that the modules gave little to do say less than their agreement suggests.
void PrintIdlePasses(const Tally& tally) {
  constexpr uint64_t kEnough = 100;
  std::vector<std::string> idle;
  for (const auto& [name, pass] : tally.passes) {
    if (pass.tried >= kEnough && ChangedPercent(pass) < 1)
      idle.push_back(fmt::format("{} ({} of {})", name, pass.changed, ShowCount(pass.tried)));
  }
  if (!idle.empty()) fmt::print("\npasses that changed under 1 % of their modules: {}\n", fmt::join(idle, ", "));
}

void PrintReasons(std::string_view title, const std::map<std::string, uint64_t>& reasons) {
  if (reasons.empty()) return;
  fmt::print("\n{}\n", title);
  std::vector<std::pair<uint64_t, std::string>> sorted;
  for (const auto& [why, count] : reasons) sorted.emplace_back(count, why);
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  constexpr size_t kMost = 10;
  for (size_t i = 0; i < std::min(kMost, sorted.size()); ++i) {
    fmt::print("  {:>8}  {}\n", ShowCount(sorted[i].first), FirstLine(sorted[i].second, 100));
  }
  if (sorted.size() > kMost) fmt::print("  … and {} other reasons\n", sorted.size() - kMost);
}

// The same reason from several oracles is one line, as often as the most frequent of them had it.
void PrintRefusals(const Tally& tally) {
  std::map<std::string, uint64_t> reasons;
  for (const auto& [reason, count] : tally.skips) {
    if (reason.skip.kind != SkipKind::kRefused) continue;
    uint64_t& most = reasons[reason.skip.Text()];
    most = std::max(most, count);
  }
  PrintReasons("refusals", reasons);
}

// What assay's engines cannot run, such as what passes left for a device.
void PrintNotCompared(const Tally& tally) {
  std::map<std::string, uint64_t> reasons;
  for (const auto& [reason, count] : tally.skips) {
    if (reason.skip.kind == SkipKind::kNotCompared) reasons[reason.skip.why] += count;
  }
  PrintReasons("results that were not compared", reasons);
}

// The table counts them as findings, and no list has them.
void PrintLeftOut(const CampaignOptions& campaign, const Tally& tally) {
  if (campaign.against.empty()) return;
  uint64_t count = 0;
  for (const auto& [reason, times] : tally.skips) count += reason.skip.kind == SkipKind::kShownElsewhere ? times : 0;
  if (count == 0) return;
  fmt::print("\n{} left out: {} shows {}, too\n", Counted(count, "finding"), campaign.against,
             count == 1 ? "it" : "them");
}

}  // namespace

void PrintSummary(const CampaignOptions& campaign, const CampaignResult& result) {
  PrintOracles(result.tally);
  PrintFindings(result.findings);
  PrintLeftOut(campaign, result.tally);
  PrintReasons("modules that were not compiled", NotCompiled(result.tally));
  PrintRefusals(result.tally);
  PrintNotCompared(result.tally);
  PrintSeeds(result.tally);
  PrintSweep(result.tally);
  PrintIdlePasses(result.tally);
  PrintCode(result.tally);
  double rate = result.seconds > 0 ? static_cast<double>(result.tally.runs) / result.seconds : 0;
  fmt::print("\n{} in {:.1f} s ({:.1f}/s), {:.1f} % of modules compiled{}\n", Counted(result.tally.runs, "run"),
             result.seconds, rate, 100 * CompiledShare(result.tally), result.interrupted ? ", interrupted" : "");
  if (double elsewhere = SubjectSeconds(result.tally); elsewhere > 0)
    fmt::print("of which {:.1f} s in the subject's processes\n", elsewhere);
}

}  // namespace assay
