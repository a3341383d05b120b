// A campaign as Markdown (report.h).
#include "fuzzers/campaign/report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr size_t kMostReasons = 20;

std::vector<std::pair<std::string, uint64_t>> ByCount(const std::map<std::string, uint64_t, std::less<>>& counts) {
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (sorted.size() > kMostReasons) sorted.resize(kMostReasons);
  return sorted;
}

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '|', '/');
  return text.substr(0, 200);
}

// Each oracle's column says how often it agreed, and what else it said.
std::string Cell(const PassTally& pass, const std::string& oracle) {
  auto found = pass.oracles.find(oracle);
  if (found == pass.oracles.end()) return "";
  const OracleTally& counts = found->second;
  std::string cell = std::to_string(counts.agree);
  if (counts.skip != 0) cell += fmt::format(", {} skipped", counts.skip);
  if (counts.finding != 0) cell += fmt::format(", **{} findings**", counts.finding);
  return cell;
}

std::string Passes(const Tally& tally) {
  if (tally.passes.empty()) return "";
  std::set<std::string> oracles;
  for (const auto& [name, pass] : tally.passes) {
    for (const auto& [oracle, counts] : pass.oracles) oracles.insert(oracle);
  }
  std::string out = "\n## Passes\n\nHow often each oracle agreed about a pass.\n\n| pass | tried | changed |";
  for (const std::string& oracle : oracles) out += fmt::format(" {} |", oracle);
  out += "\n|--|--|--|";
  for (size_t i = 0; i < oracles.size(); ++i) out += "--|";
  out += "\n";
  for (const auto& [name, pass] : tally.passes) {
    out += fmt::format("| {} | {} | {:.1f} % |", name, pass.tried, ChangedPercent(pass));
    for (const std::string& oracle : oracles) out += fmt::format(" {} |", Cell(pass, oracle));
    out += "\n";
  }
  return out;
}

std::string Seeds(const Tally& tally) {
  if (tally.seeds.empty()) return "";
  std::string out = "\n## Seeds\n\n| modules from files | |\n|--|--|\n";
  for (const auto& [what, count] : tally.seeds) out += fmt::format("| {} | {} |\n", what, count);
  return out;
}

std::string Moves(const Tally& tally) {
  if (tally.moves.empty()) return "";
  std::string out = fmt::format("\n## Moves\n\n{} modules reached something first.\n\n| move | modules | reached something first |\n|--|--|--|\n", tally.kept);
  for (const auto& [name, move] : tally.moves) out += fmt::format("| {} | {} | {} |\n", name, move.made, move.kept);
  return out;
}

}  // namespace

std::string MarkdownReport(const CampaignSummary& summary) {
  const Tally& tally = summary.tally;
  std::string out = fmt::format(
      "# {}\n\n{} runs in {:.0f} s ({:.1f} runs/s), {} findings; {:.1f} % of what was built compiled.\n", summary.title,
      tally.runs, summary.seconds, summary.seconds > 0 ? static_cast<double>(tally.runs) / summary.seconds : 0,
      summary.findings.size(), 100 * CompiledShare(tally));
  out += "\n## Findings\n\n";
  if (summary.findings.empty()) out += "None.\n";
  if (!summary.findings.empty())
    out += "| id | oracle | pass | class | lines | seen | replay |\n|--|--|--|--|--|--|--|\n";
  for (const FindingRecord& finding : summary.findings) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | `assay replay {}` |\n", finding.id, finding.oracle,
                       finding.pass, finding.klass.name() + (finding.flaky ? ", flaky" : ""), finding.reduced_lines, finding.seen,
                       finding.path);
  }
  out += "\n## Oracles\n\n| oracle | agree | skip | finding | seconds |\n|--|--|--|--|--|\n";
  for (const auto& [name, counts] : tally.oracles) {
    out += fmt::format("| {} | {} | {} | {} | {:.2f} |\n", name, counts.agree, counts.skip, counts.finding,
                       counts.seconds);
  }
  out += Passes(tally) + Seeds(tally) + Moves(tally);
  out += "\n## Most frequent skips\n\n| count | reason |\n|--|--|\n";
  for (const auto& [why, count] : ByCount(tally.skips)) out += fmt::format("| {} | {} |\n", count, OneLine(why));
  return out;
}

}  // namespace assay
