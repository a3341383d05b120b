// assay triage: a campaign's findings grouped by their cause, the simplest example of each first.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/findings.h"
#include "cli/say.h"

namespace assay {
namespace {

struct TriageOptions {
  std::string folder;
  bool json = false;
};

// One pass and class are most likely one bug, whatever operators stand around it.
std::string GroupOf(const FindingRecord& finding) {
  std::string pass = finding.pass.empty() ? "the module" : finding.pass;
  return fmt::format("{}: {} ({})", pass, finding.klass, finding.oracle);
}

int Triage(const TriageOptions& options) {
  Result<CampaignFolder> campaign = ReadCampaign(options.folder);
  if (!campaign.ok()) return ReportFile(campaign.error());
  std::map<std::string, std::vector<const FindingRecord*>> groups;
  for (const FindingRecord& finding : campaign->findings) groups[GroupOf(finding)].push_back(&finding);
  nlohmann::json json = nlohmann::json::array();
  for (auto& [group, findings] : groups) {
    std::sort(findings.begin(), findings.end(), [](const FindingRecord* a, const FindingRecord* b) {
      return std::pair(a->reduced_lines, a->id) < std::pair(b->reduced_lines, b->id);
    });
    nlohmann::json members = nlohmann::json::array();
    if (!options.json) fmt::print("{}, {} signatures\n", group, findings.size());
    for (const FindingRecord* finding : findings) {
      members.push_back(FindingJson(*finding));
      if (!options.json) {
        fmt::print("  {} {} lines, seen {}: {}\n    {}\n", finding->id, finding->reduced_lines, finding->seen, finding->path,
                   finding->detail.substr(0, 160));
      }
    }
    json.push_back({{"group", group}, {"findings", members}});
  }
  if (options.json) PrintJson({{"groups", json}});
  if (!options.json && groups.empty()) fmt::print("no findings\n");
  return kClean;
}

}  // namespace

void AddTriage(CLI::App& app, Job& job) {
  auto options = std::make_shared<TriageOptions>();
  CLI::App* sub = app.add_subcommand("triage", "Group a campaign's findings by cause, simplest first");
  sub->add_option("FINDINGS", options->folder, "A campaign's folder")->required();
  sub->add_flag("--json", options->json, "One JSON object on standard output");
  sub->callback([options, &job] { job = [options] { return Triage(*options); }; });
}

}  // namespace assay
