// The page of a mutation measurement (mutation.h).
#include <map>

#include <fmt/format.h>

#include "fuzzers/bench/mutation.h"
#include "oracles/report/report.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

struct Share {
  size_t killed = 0, all = 0;
};

ReportedTable Shares(std::string title, std::string what, const std::map<std::string, Share>& shares) {
  ReportedTable table{
      .title = std::move(title),
      .columns = {
          {std::move(what)}, {"killed", true}, {"of", true}, {"%", true}, {.label = "share", .page_only = true}}};
  for (const auto& [name, share] : shares) {
    double part = static_cast<double>(share.killed) / static_cast<double>(share.all);
    table.rows.push_back({{name},
                          NumberCell(share.killed),
                          NumberCell(share.all),
                          {.text = fmt::format("{:.0f}", 100 * part), .number = 100 * part},
                          {.bar = {part, 0, 0, 1 - part}}});
  }
  return table;
}

ReportedTable Killers(const MutationResult& result) {
  std::map<std::string, size_t> oracles;
  for (const MutationTrial& trial : result.trials) {
    if (trial.killed) ++oracles[trial.oracle];
  }
  ReportedTable table{.title = "Killed by",
                      .columns = {{"oracle"}, {"mutants", true}, {.label = "share", .page_only = true}}};
  for (const auto& [oracle, count] : oracles) {
    table.rows.push_back({{oracle},
                          NumberCell(count),
                          {.bar = {static_cast<double>(count) / static_cast<double>(result.trials.size())}}});
  }
  return table;
}

// "result (FuseOps)"; empty where nobody looked.
std::string ShowsAs(const MutationTrial& trial) {
  if (!trial.detected) return "";
  std::string shown(ShownName(trial.detected->shown));
  return trial.detected->where.empty() ? shown : fmt::format("{} ({})", shown, trial.detected->where);
}

ReportedTable Survivors(const MutationResult& result) {
  ReportedTable table{.title = "Survivors",
                      .note = "Equivalent ones compute the same.",
                      .columns = {{"place"}, {"kind"}, {"what stood there"}, {"shows as"}, {"reason"}}};
  for (const MutationTrial& trial : result.trials) {
    if (trial.killed) continue;
    table.rows.push_back({{fmt::format("{}:{}", trial.mutant.file, trial.mutant.line)},
                          {std::string(trial.mutant.kind)},
                          {std::string(trial.mutant.text)},
                          {ShowsAs(trial)},
                          {(trial.equivalent ? "equivalent: " : "") + trial.reason}});
  }
  return table;
}

}  // namespace

std::string MutationPage(const MutationResult& result) {
  std::map<std::string, Share> kinds, layers, files;
  size_t survivors = 0;
  for (const MutationTrial& trial : result.trials) {
    survivors += trial.killed ? 0 : 1;
    if (trial.shows()) {
      Share& layer = layers[LayerOf(trial.mutant)];
      ++layer.all;
      layer.killed += trial.killed_by_campaign() ? 1 : 0;
    }
    if (trial.equivalent) continue;
    for (Share* share : {&kinds[std::string(trial.mutant.kind)], &files[std::string(trial.mutant.file)]}) {
      ++share->all;
      share->killed += trial.killed ? 1 : 0;
    }
  }
  ReportedRun report{
      .title = "Mutation power", .lead = "How many planted faults the oracles see", .made_by = "assay " ASSAY_VERSION};
  report.figures = {
      {fmt::format("{:.1f} %", 100 * result.killed_share()), "of non-equivalent mutants killed", "good"},
      {fmt::format("{:.1f} %", 100 * result.campaign_share()),
       result.suites_first ? "by campaigns, at least" : "by campaigns alone", ""},
      {fmt::format("{:.1f} %", 100 * result.shown_share()), "of those that show other than as a lost rewrite", "good"},
      {fmt::format("{:.1f} %", 100 * result.blamed_share()), "of findings in passes bear the right name", ""},
      {ShowCount(result.trials.size()), fmt::format("tried, for at most {:.0f} s each", result.budget), ""},
      {ShowCount(survivors), "survived", ""},
      {fmt::format("{} of {}", ShowCount(result.reached), ShowCount(result.mutants)), "places reached without a fault",
       ""}};
  report.tables = {Shares("By kind", "kind", kinds),
                   Shares("By layer, of those that show other than as a lost rewrite", "folder", layers),
                   Killers(result), Survivors(result), Shares("By file", "file", files)};
  return HtmlReport(report);
}

}  // namespace assay
