// assay report: a campaign's findings, in the forms that people and CI systems read.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/findings.h"
#include "cli/names.h"
#include "cli/say.h"
#include "fuzzers/campaign/report.h"
#include "oracles/oracle.h"
#include "oracles/report/report.h"

namespace assay {
namespace {

struct ReportOptions {
  std::string folder;
  std::vector<std::string> formats{"html", "md"};
  std::string out;
};

std::vector<ReportedOracle> OraclesOf(const CampaignFolder& campaign) {
  std::vector<ReportedOracle> oracles;
  for (const auto& [name, counts] : campaign.tally.oracles) {
    const OracleSpec* row = FindOracle(name);
    oracles.push_back({name, row == nullptr ? "" : std::string(row->doc), counts.agree, counts.skip, counts.finding, counts.seconds});
  }
  return oracles;
}

std::vector<ReportedFinding> FindingsOf(const CampaignFolder& campaign) {
  std::vector<ReportedFinding> findings;
  for (const FindingRecord& finding : campaign.findings) {
    findings.push_back({finding.id, finding.oracle, finding.pass, finding.klass, finding.signature, finding.detail,
                        finding.path + "/reduced.py", finding.seen});
  }
  return findings;
}

struct Written {
  std::string file;
  std::string text;
};

Written Write(const std::string& format, const CampaignFolder& campaign, const std::string& title) {
  CampaignSummary summary{title, campaign.tally, campaign.seconds, campaign.findings};
  if (format == "html") return {"report.html", HtmlReport(summary)};
  if (format == "md") return {"report.md", MarkdownReport(summary)};
  if (format == "junit") return {"report.xml", JUnitReport(OraclesOf(campaign), FindingsOf(campaign))};
  if (format == "sarif") return {"report.sarif", SarifReport(OraclesOf(campaign), FindingsOf(campaign))};
  return {"report.json", CampaignJson(campaign.tally, campaign.seconds, campaign.findings).dump(2) + "\n"};
}

int RunReport(const ReportOptions& options) {
  static const std::vector<std::string> kFormats{"html", "junit", "sarif", "md", "json"};
  std::vector<std::string> formats = SplitNames(options.formats);
  for (const std::string& format : formats) {
    bool known = std::find(kFormats.begin(), kFormats.end(), format) != kFormats.end();
    if (!known) return ReportUsage(UnknownName("format", format, kFormats));
  }
  Result<CampaignFolder> campaign = ReadCampaign(options.folder);
  if (!campaign.ok()) return ReportFile(campaign.error());
  std::string folder = options.out.empty() ? options.folder : options.out;
  for (const std::string& format : formats) {
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
  sub->add_option("--format", options->formats, "html, junit, sarif, md, json (commas or repeated)");
  sub->add_option("--out", options->out, "An existing folder for the reports (default: the campaign's)");
  sub->callback([options, &job] { job = [options] { return RunReport(*options); }; });
}

}  // namespace assay
