// assay merge: units of a campaign become one.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/fuzz_unit.h"
#include "cli/refused.h"
#include "cli/say.h"
#include "fuzzers/units/merge.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct MergeFlags {
  std::string out;
  std::vector<std::string> units;
  bool json = false;
};

nlohmann::json DiffersJson(const CopiesDiffer& one) {
  nlohmann::json json{{"unit", one.unit}, {"copies", {one.one, one.other}}};
  if (one.run) json["case"] = *one.run;
  return json;
}

nlohmann::json MergeJson(const MergeResult& result) {
  nlohmann::json differing = nlohmann::json::array();
  for (const CopiesDiffer& one : result.differing) differing.push_back(DiffersJson(one));
  nlohmann::json json = CampaignJson(result.tally, 0, result.findings);
  json["merge"] = {{"taken", result.taken},          {"had", result.had},
                   {"refused", result.refused},      {"differing", differing},
                   {"units", result.campaign.units}, {"present", result.units},
                   {"whole", result.whole},          {"corpus", result.corpus},
                   {"left_out", result.left_out}};
  return json;
}

void Say(const std::string& out, const MergeResult& result) {
  size_t open = static_cast<size_t>(
      std::ranges::count_if(result.findings, [](const FindingRecord& finding) { return finding.IsNew(); }));
  fmt::print("{} merged, {} there already, {} refused\n", Counted(result.taken, "unit"), result.had,
             result.refused.size());
  if (result.units == 0) return;
  bool fuzz = result.campaign.kind == "fuzz";
  std::string cases =
      fuzz ? fmt::format(": {}, {} ({} new), {} in the corpus", Counted(result.tally.runs, "case"),
                         Counted(result.findings.size(), "finding"), open, Counted(result.corpus, "entry", "entries"))
           : "";
  fmt::print("{} of {} units, {} whole{}\n", result.units, result.campaign.units, result.whole, cases);
  for (const CopiesDiffer& one : result.differing)
    fmt::print("unit {} came as {} and as {}{}\n", one.unit, one.one, one.other,
               one.run ? fmt::format(", first other in case {}", *one.run) : "");
  if (fuzz)
    fmt::print("report: {}/report.html\n", out);
  else
    fmt::print("assay {} … --from {} has scores and reports\n", result.campaign.kind, out);
}

int RunMerge(const MergeFlags& flags) {
  Result<MergeResult> result = Merge(flags.out, flags.units, MadeAgain);
  if (!result.ok()) return ReportFile(result.error());
  SayRefused(result->refused);
  if (result->left_out > 0)
    SayNote(fmt::format("{} of corpora left out: expected a module", Counted(result->left_out, "entry", "entries")));
  if (flags.json)
    PrintJson(MergeJson(*result));
  else
    Say(flags.out, *result);
  if (!result->refused.empty()) return kBadInput;
  return result->differing.empty() ? kClean : kMismatch;
}

}  // namespace

void AddMerge(Command app, Job& job) {
  auto flags = std::make_shared<MergeFlags>();
  Command sub = app.AddSubcommand(
      "merge", "Merge units of a campaign: a union, in any order, as often as you like; reports are made anew");
  sub.AddOption("OUT", flags->out, "The merge's folder: missing, empty, or an earlier merge").Required();
  sub.AddOption("UNIT", flags->units, "Folders that fuzz --unit wrote, merges, and folders of these").Required();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return RunMerge(*flags); });
}

}  // namespace assay
