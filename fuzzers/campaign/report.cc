// A campaign's findings and oracles as cases (report.h).
#include "fuzzers/campaign/report.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/coverage_tables.h"
#include "ir/support/hash.h"
#include "ir/support/plural.h"
#include "ir/support/read_json.h"
#include "oracles/report/chart.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFiles[] = {"reduced.py", "module.py",   "reproduce.py",     "issue.md",
                                  "case.json",  "values.json", "environment.json", "reproduce.txt"};

// The line of a module to look at: its first operator, or else its first function.
int LineToShow(const std::string& text) {
  size_t at = std::min(text.find("= R."), text.find(" T.sblock("));
  if (at == std::string::npos) at = text.find("    def ");
  if (at == std::string::npos) return 1;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n'));
}

ReportedCase CaseOf(const std::string& name, const OracleTally& counts) {
  std::string said =
      fmt::format("{} agree, {} skipped, {}", counts.agree, counts.skip, Counted(counts.finding, "finding"));
  ReportedCase one{.suite = "oracles", .group = name, .name = name, .detail = said, .seconds = counts.seconds};
  if (counts.agree + counts.finding == 0) one.ending = CaseEnding::kSkipped;
  one.on_page = false;
  return one;
}

CaseEnding EndingOf(const FindingRecord& finding) {
  std::string_view status = StatusOf(finding);
  return status == "known" ? CaseEnding::kKnown : status == "closed" ? CaseEnding::kClosed : CaseEnding::kFailed;
}

std::string ReasonOf(const FindingRecord& finding) {
  if (!finding.note.empty()) return finding.note;
  if (finding.known() && StatusOf(finding) == "known")
    return finding.upstream.empty() ? finding.known_as
                                    : fmt::format("{} (upstream {})", finding.known_as, finding.upstream);
  return finding.flaky ? "it did not show when the same module was judged once more" : "";
}

std::string Link(const fs::path& file, const std::string& folder) {
  std::error_code error;
  return fs::absolute(file, error)
      .lexically_normal()
      .lexically_relative(fs::absolute(folder.empty() ? "." : folder, error).lexically_normal())
      .generic_string();
}

ReportedCase CaseOf(const FindingRecord& finding, const std::string& folder) {
  std::string name =
      fmt::format("{}{}{} {}", finding.id, finding.pass.empty() ? "" : " ", finding.pass, finding.klass.name());
  ReportedCase one{.suite = "findings",
                   .group = finding.oracle,
                   .name = name,
                   .ending = EndingOf(finding),
                   .klass = finding.klass.name(),
                   .detail = finding.detail,
                   .fingerprint = finding.signature,
                   .seen = finding.seen,
                   .seconds = 0};
  one.id = finding.id;
  one.case_name = finding.id;
  one.status = StatusOf(finding);
  one.reason = ReasonOf(finding);
  one.pass = finding.pass;
  one.also = finding.also;
  one.lines = finding.reduced_lines;
  one.stable_file = StablePath(finding);
  if (finding.path.empty()) return one;
  one.file = finding.path + "/reduced.py";
  one.replay = ReplayCommand(finding.path);
  std::error_code error;
  for (const char* file : kFiles) {
    fs::path path = fs::path(finding.path) / file;
    if (fs::exists(path, error)) one.links.emplace_back(file, Link(path, folder));
  }
  Result<std::string> sides = ReadFile(finding.path + "/" + kSidesFile);
  if (sides.ok()) one.sides = SidesFromJson(JsonOf(*sides));
  Result<std::string> text = ReadFile(one.file);
  if (!text.ok()) return one;
  one.line = LineToShow(*text);
  one.module = *text;
  return one;
}

std::string LeadOf(const CampaignSummary& summary) {
  std::map<std::string_view, uint64_t> counts;
  for (const FindingRecord& finding : summary.findings) ++counts[StatusOf(finding)];
  std::string time = summary.seconds > 0 ? fmt::format(" in {:.0f} s", summary.seconds) : "";
  std::string out =
      fmt::format("{}{}: {}", Counted(summary.tally.runs, "run"), time, counts["open"] == 0 ? "no open findings" : "");
  if (counts["open"] > 0) out += Counted(counts["open"], "open finding");
  for (const char* status : {"flaky", "known", "closed"}) {
    if (counts[status] > 0) out += fmt::format(", {} {}", ShowCount(counts[status]), status);
  }
  return out;
}

std::vector<ReportedFigure> FiguresOf(const CampaignSummary& summary) {
  const Tally& tally = summary.tally;
  double rate = summary.seconds > 0 ? static_cast<double>(tally.runs) / summary.seconds : 0;
  std::string runs = rate > 0 ? fmt::format("runs, {:.1f} a second", rate) : "runs";
  std::vector<ReportedFigure> figures{{ShowCount(tally.runs), runs, ""},
                                      {fmt::format("{:.1f} %", 100 * CompiledShare(tally)), "of modules compiled", ""}};
  size_t operators = OperatorsCovered(tally);
  if (operators > 0)
    figures.push_back({fmt::format("{} of {}", operators, OperatorsKnown()), "operators exercised", ""});
  if (operators > 0)
    figures.push_back({ShowCount(tally.op_coverage.size()), "(operator, dtype, shape kind) combinations", ""});
  if (tally.code)
    figures.push_back({fmt::format("{:.1f} %", BlocksPercent(tally.code->total)), "of its blocks of code reached", ""});
  if (!tally.passes.empty()) figures.push_back({ShowCount(tally.passes.size()), "passes tried", ""});
  return figures;
}

}  // namespace

std::string StablePath(const FindingRecord& finding) {
  std::string slug;
  for (char c : finding.signature) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    if (plain || (!slug.empty() && slug.back() != '-')) slug += plain ? c : '-';
  }
  constexpr size_t kMostSlug = 60;
  slug.resize(std::min(slug.size(), kMostSlug));
  while (slug.ends_with('-')) slug.pop_back();
  std::error_code error;
  // What is on file as a case of the repository is best looked at there.
  for (const char* file : {"reduced.py", "module.py"}) {
    fs::path known = fs::path(finding.known_path) / file;
    if (finding.known_path.empty() || !fs::exists(known, error)) continue;
    std::string inside =
        fs::absolute(known, error).lexically_normal().lexically_relative(fs::current_path(error)).generic_string();
    if (!inside.starts_with("..")) return inside;
  }
  return fmt::format("findings/{}-{:08x}/reduced.py", slug, static_cast<uint32_t>(HashText(finding.signature)));
}

std::string FactsToText(const Facts& facts) {
  nlohmann::json json = nlohmann::json::array();
  for (const auto& [name, value] : facts) json.push_back({name, value});
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Facts FactsFromText(const std::string& text) {
  Facts facts;
  nlohmann::json json = JsonOf(text);
  for (const nlohmann::json& one : json.is_array() ? json : nlohmann::json::array()) {
    if (one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string())
      facts.emplace_back(one[0], one[1]);
  }
  return facts;
}

ReportedRun CampaignReport(const CampaignSummary& summary) {
  ReportedRun report{.title = summary.title,
                     .seconds = summary.seconds,
                     .facts = summary.facts,
                     .figures = FiguresOf(summary),
                     .history = summary.history};
  report.case_word = "finding";
  report.group_word = "oracle";
  report.class_word = "class";
  report.failing_word = "open";
  report.list_title = "Findings";
  report.lead = LeadOf(summary);
  report.made_by = "assay " ASSAY_VERSION;
  for (const auto& [name, counts] : summary.tally.oracles) {
    const OracleSpec* row = FindOracle(name);
    report.groups.push_back({name, row == nullptr ? "" : std::string(row->doc)});
    report.cases.push_back(CaseOf(name, counts));
  }
  std::vector<double> times;
  for (const FindingRecord& finding : summary.findings) {
    report.cases.push_back(CaseOf(finding, summary.folder));
    times.push_back(finding.at_seconds);
  }
  if (!times.empty() && summary.seconds > 0)
    report.charts.push_back(StepChart("Findings over time", times, summary.seconds, "seconds", "findings"));
  std::vector<std::pair<double, double>> reached;
  for (const auto& [runs, blocks] : summary.tally.growth)
    reached.emplace_back(static_cast<double>(runs), static_cast<double>(blocks));
  if (reached.size() > 1)
    report.charts.push_back(CurveChart("Blocks of the subject's code", reached, "runs", "blocks"));
  report.tables = CoverageTables(summary.tally);
  return report;
}

}  // namespace assay
