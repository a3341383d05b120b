// assay report: a campaign's findings, in the forms that people and CI systems read.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/facts.h"
#include "cli/files.h"
#include "cli/findings.h"
#include "cli/known.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/triage_notes.h"
#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/campaign/report.h"
#include "ir/support/file.h"
#include "oracles/report/report.h"

namespace assay {
namespace {

struct ReportOptions {
  std::string folder;
  std::vector<std::string> formats{"html", "md"};
  std::string out;
  std::vector<std::string> known;
  bool no_known = false;
};

// Bugs on file, also those that the campaign was not told of; where they are cases, that is where to look.
void Apply(const KnownBugs& known, std::vector<FindingRecord>& findings) {
  for (FindingRecord& finding : findings) {
    const KnownBug* bug = known.Find(finding.signature);
    if (bug == nullptr) continue;
    finding.known_path = bug->folder;
    if (finding.known()) continue;
    finding.known_as = bug->name;
    finding.upstream = bug->upstream;
  }
}

struct Written {
  std::string file;
  std::string text;
};

Written Write(const std::string& format, const CampaignFolder& campaign, const ReportedRun& report) {
  if (format == "html") return {"report.html", HtmlReport(report)};
  if (format == "md") return {"report.md", MarkdownReport(report)};
  if (format == "junit") return {"report.xml", JUnitReport(report)};
  if (format == "sarif") return {"report.sarif", SarifReport(report)};
  return {"report.json", CampaignJson(campaign.tally, campaign.seconds, campaign.findings)
                                 .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
                             "\n"};
}

int RunReport(const ReportOptions& options) {
  Result<CampaignFolder> campaign = ReadCampaign(options.folder);
  if (!campaign.ok()) return ReportFile(campaign.error());
  Result<TriageNotes> notes = ReadTriage(options.folder);
  if (!notes.ok()) return ReportFile(notes.error());
  Result<KnownBugs> known =
      KnownBugs::Load(KnownPaths(options.known, options.no_known, campaign->subject), campaign->subject);
  if (!known.ok()) return ReportFile(known.error());
  Apply(*known, campaign->findings);
  Apply(*notes, campaign->findings);
  std::string folder = options.out.empty() ? options.folder : options.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return ReportFile(FileError(DiagKind::kEnvironment, folder, error.message()));
  ReportedRun report = CampaignReport({kCampaignTitle, campaign->tally, campaign->seconds, campaign->findings,
                                       campaign->facts, campaign->history, folder});
  report.home = HomePage();
  for (const std::string& format : options.formats) {
    Written written = Write(format, *campaign, report);
    std::string path = folder + "/" + written.file;
    if (Status done = WriteWhole(path, written.text); !done.ok()) return ReportFile(done.error());
    fmt::print("{}\n", path);
  }
  return kClean;
}

}  // namespace

void AddReport(Command app, Job& job) {
  auto options = std::make_shared<ReportOptions>();
  Command sub = app.AddSubcommand("report", "Write a campaign's findings as html, junit, sarif, md or json");
  sub.AddOption("FINDINGS", options->folder, "A campaign's folder").Required();
  AddChoices(sub, "--format", options->formats, "html, junit, sarif, md, json (commas or repeated)",
             {"html", "junit", "sarif", "md", "json"});
  AddKnownFlags(sub, options->known, options->no_known);
  sub.AddOption("--out", options->out, "A folder for the reports, made where it is missing [default: the campaign's]");
  sub.SetJob(job, [options] { return RunReport(*options); });
}

}  // namespace assay
