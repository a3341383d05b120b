// assay report: a campaign's findings, in the forms that people and CI systems read.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/findings.h"
#include "cli/known.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/triage_notes.h"
#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/campaign/report.h"
#include "oracles/core/oracle.h"
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

// The line of a module to look at: its first operator, or else its first function.
int LineToShow(const std::string& text) {
  size_t at = std::min(text.find("= R."), text.find(" T.sblock("));
  if (at == std::string::npos) at = text.find("    def ");
  if (at == std::string::npos) return 1;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n'));
}

ReportedCase CaseOf(const std::string& name, const OracleTally& counts) {
  std::string said = fmt::format("{} agree, {} skipped, {} findings", counts.agree, counts.skip, counts.finding);
  ReportedCase one{.suite = "oracles", .group = name, .name = name, .detail = said, .seconds = counts.seconds};
  if (counts.agree + counts.finding == 0) one.ending = CaseEnding::kSkipped;
  return one;
}

ReportedCase CaseOf(const FindingRecord& finding) {
  std::string name = fmt::format("{}{}{} {}", finding.id, finding.pass.empty() ? "" : " ", finding.pass, finding.klass.name());
  ReportedCase one{.suite = "findings", .group = finding.oracle, .name = name, .ending = finding.known() ? CaseEnding::kKnown : CaseEnding::kFailed,
                   .klass = finding.klass.name(), .detail = finding.detail, .file = finding.path + "/reduced.py",
                   .fingerprint = finding.signature, .seen = finding.seen};
  Result<std::string> text = ReadInput(one.file);
  if (!text.ok()) return one;
  one.line = LineToShow(*text);
  one.module = *text;
  return one;
}

// Bugs on file that the campaign was not told of.
void Apply(const KnownBugs& known, CampaignFolder& campaign) {
  for (FindingRecord& finding : campaign.findings) {
    const KnownBug* bug = finding.known() ? nullptr : known.Find(finding.signature);
    if (bug == nullptr) continue;
    finding.known_as = bug->name;
    finding.upstream = bug->upstream;
  }
}

// What people have closed, or know, does not count.
void Apply(const TriageNotes& notes, CampaignFolder& campaign) {
  for (FindingRecord& finding : campaign.findings) {
    std::string status = StatusOf(finding, notes);
    if (!finding.known() && (status == "known" || status == "closed")) finding.known_as = status == "closed" ? "closed" : BugOf(finding, notes);
  }
}

ReportedRun ReportOf(const CampaignFolder& campaign, const std::string& title) {
  ReportedRun report{.title = title, .subject = "a campaign", .cases = {}, .groups = {}, .newly_passing = {}, .seconds = campaign.seconds};
  for (const auto& [name, counts] : campaign.tally.oracles) {
    const OracleSpec* row = FindOracle(name);
    report.groups.push_back({name, row == nullptr ? "" : std::string(row->doc)});
    report.cases.push_back(CaseOf(name, counts));
  }
  for (const FindingRecord& finding : campaign.findings) report.cases.push_back(CaseOf(finding));
  return report;
}

struct Written {
  std::string file;
  std::string text;
};

Written Write(const std::string& format, const CampaignFolder& campaign, const std::string& title) {
  CampaignSummary summary{title, campaign.tally, campaign.seconds, campaign.findings};
  if (format == "html") return {"report.html", HtmlReport(summary)};
  if (format == "md") return {"report.md", MarkdownReport(summary)};
  if (format == "junit") return {"report.xml", JUnitReport(ReportOf(campaign, title))};
  if (format == "sarif") return {"report.sarif", SarifReport(ReportOf(campaign, title))};
  return {"report.json", CampaignJson(campaign.tally, campaign.seconds, campaign.findings).dump(2) + "\n"};
}

int RunReport(const ReportOptions& options) {
  Result<CampaignFolder> campaign = ReadCampaign(options.folder);
  if (!campaign.ok()) return ReportFile(campaign.error());
  Result<TriageNotes> notes = ReadTriage(options.folder);
  if (!notes.ok()) return ReportFile(notes.error());
  Result<KnownBugs> known = KnownBugs::Load(KnownPaths(options.known, options.no_known, campaign->subject), campaign->subject);
  if (!known.ok()) return ReportUsage(known.error());
  Apply(*known, *campaign);
  Apply(*notes, *campaign);
  std::string folder = options.out.empty() ? options.folder : options.out;
  for (const std::string& format : options.formats) {
    Written written = Write(format, *campaign, "assay fuzz");
    std::string path = folder + "/" + written.file;
    if (Status done = WriteWhole(path, written.text); !done.ok()) return ReportFile(done.error());
    fmt::print("{}\n", path);
  }
  return kClean;
}

}  // namespace

void AddReport(CLI::App& app, Job& job) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* sub = app.add_subcommand("report", "Write a campaign's findings as html, junit, sarif, md or json");
  sub->add_option("FINDINGS", options->folder, "A campaign's folder")->required();
  AddChoices(*sub, "--format", options->formats, "html, junit, sarif, md, json (commas or repeated)", {"html", "junit", "sarif", "md", "json"});
  AddKnownFlags(*sub, options->known, options->no_known);
  sub->add_option("--out", options->out, "An existing folder for the reports [default: the campaign's]");
  sub->callback([options, &job] { job = [options] { return RunReport(*options); }; });
}

}  // namespace assay
