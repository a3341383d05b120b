// assay triage: a campaign's findings by bug, the simplest example of each first; and what people decide about them.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/findings.h"
#include "cli/say.h"
#include "cli/triage_notes.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct TriageOptions {
  std::string folder;
  TriageOrders orders;
  bool json = false;
};

// Reads what was decided, and adds to it.
Result<TriageNotes> Decided(const TriageOptions& options, const std::vector<FindingRecord>& findings) {
  ASSAY_TRY(TriageNotes notes, ReadTriage(options.folder));
  ASSAY_RETURN_IF_ERROR(Decide(options.orders, findings, notes));
  if (options.orders.any()) ASSAY_RETURN_IF_ERROR(WriteTriage(options.folder, notes));
  return notes;
}

void PrintFinding(const FindingRecord& finding) {
  std::string_view status = StatusOf(finding);
  std::string said = finding.note.empty() ? "" : " — " + finding.note;
  fmt::print("  {} {}, seen {}{}{}: {}\n    {}\n", finding.id,
             Counted(static_cast<uint64_t>(finding.reduced_lines), "line"), finding.seen,
             status == "open" ? "" : fmt::format(", {}", status), said, finding.path, finding.detail.substr(0, 160));
}

int Triage(const TriageOptions& options) {
  Result<CampaignFolder> campaign = ReadCampaign(options.folder);
  if (!campaign.ok()) return ReportFile(campaign.error());
  Result<TriageNotes> notes = Decided(options, campaign->findings);
  if (!notes.ok())
    return notes.error().kind == DiagKind::kBadArgument ? ReportUsage(notes.error()) : ReportFile(notes.error());
  Apply(*notes, campaign->findings);
  std::map<std::string, std::vector<const FindingRecord*>> groups;
  for (const FindingRecord& finding : campaign->findings) groups[BugOf(finding, *notes)].push_back(&finding);
  nlohmann::json json = nlohmann::json::array();
  for (auto& [group, findings] : groups) {
    std::sort(findings.begin(), findings.end(), [](const FindingRecord* a, const FindingRecord* b) {
      return std::pair(a->reduced_lines, a->id) < std::pair(b->reduced_lines, b->id);
    });
    nlohmann::json members = nlohmann::json::array();
    if (!options.json) fmt::print("{}, {}\n", group, Counted(findings.size(), "signature"));
    for (const FindingRecord* finding : findings) {
      members.push_back(FindingJson(*finding));
      if (!options.json) PrintFinding(*finding);
    }
    json.push_back({{"group", group}, {"findings", members}});
  }
  if (options.json) PrintJson({{"groups", json}});
  if (!options.json && groups.empty()) fmt::print("no findings\n");
  return kClean;
}

}  // namespace

void AddTriage(Command app, Job& job) {
  auto options = std::make_shared<TriageOptions>();
  Command sub =
      app.AddSubcommand("triage", "Group a campaign's findings by bug, simplest first, and say what becomes of them");
  sub.AddOption("FINDINGS", options->folder, "A campaign's folder").Required();
  sub.AddOption("--merge", options->orders.merge, "ID,ID,…: these are one bug");
  sub.AddOption("--rename", options->orders.rename, "ID=NAME: what the bug is called");
  sub.AddOption("--close", options->orders.close, "Fixed or invalid (ids; commas or repeated)");
  sub.AddOption("--known", options->orders.known, "A bug that stays for now: reports do not count it");
  sub.AddOption("--open", options->orders.open, "Reopen (ids; commas or repeated)");
  sub.AddOption("--note", options->orders.note, "Why, for what is closed or known");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Triage(*options); });
}

}  // namespace assay
