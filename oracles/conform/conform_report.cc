#include "oracles/conform/conform_report.h"

#include <map>
#include <set>

#include <fmt/format.h>

#include "oracles/report/show.h"

namespace assay {
namespace {

std::string KeyOf(const auto& one) { return one.suite + "\n" + one.id + "\n" + one.score; }

// What is compared with, by key.
struct Others {
  std::set<std::string> known;
  std::map<std::string, std::string> other;

  explicit Others(const ConformView& view) {
    for (const ConformFailure& one : view.baseline == nullptr ? std::vector<ConformFailure>{} : *view.baseline)
      known.insert(KeyOf(one));
    if (view.other == nullptr) return;
    for (const ConformFailure& one : view.other->failures) other.emplace(KeyOf(one), one.why);
  }
};

// Why a failure does not count, or nothing.
std::string ReasonOf(bool known, bool other_fails, const ConformView& view) {
  if (other_fails) return fmt::format("{} fails it, too", view.against);
  return known ? "in the baseline" : "";
}

ReportedCase CaseOf(const JudgedScore& one, const Others& others, const ConformView& view) {
  ReportedCase out{.suite = one.suite,
                   .group = one.group,
                   .name = one.id + " " + one.score,
                   .klass = one.score,
                   .detail = one.why,
                   .file = one.file,
                   .line = one.line,
                   .module = one.text,
                   .fingerprint = fmt::format("{} {} {}", one.suite, one.id, one.score)};
  out.id = one.suite + "-" + one.id;
  out.score = one.score;
  out.case_name = one.id;
  std::string key = KeyOf(one);
  if (auto other = others.other.find(key); other != others.other.end()) {
    out.other_fails = true;
    out.other_detail = other->second;
  }
  if (one.passed) return out;
  if (!one.applies) {
    out.ending = CaseEnding::kNotApplicable;
    out.reason = one.why;
    return out;
  }
  out.sides = one.sides;
  if (one.allowed) {
    out.ending = CaseEnding::kSkipped;
    out.status = "allowed";
    out.reason = one.why;
    return out;
  }
  bool known = others.known.contains(key);
  out.reason = one.known.empty() ? ReasonOf(known, out.other_fails, view) : ShownName(one.known);
  if (!one.known.empty()) out.status = "known";
  out.ending = out.reason.empty() ? CaseEnding::kFailed : CaseEnding::kKnown;
  return out;
}

// Of each test, operator or pass; those with failures first.
ReportedTable Rates(const std::vector<ReportedCase>& cases) {
  std::map<std::pair<std::string, std::string>, Endings> groups;
  for (const ReportedCase& one : cases) groups[{one.suite, one.group}].Count(one.ending);
  ReportedTable table{.title = "Pass rates",
                      .columns = {{"suite"},
                                  {"about"},
                                  {"passed", true},
                                  {"judged", true},
                                  {"%", true},
                                  {.label = "share", .page_only = true}},
                      .page_only = true};
  for (bool failing : {true, false}) {
    for (const auto& [name, endings] : groups) {
      if (failing != (endings.failed + endings.known > 0)) continue;
      uint64_t judged = endings.passed + endings.failed + endings.known;
      auto share = [&](uint64_t count) {
        return static_cast<double>(count) / static_cast<double>(std::max<uint64_t>(1, endings.all()));
      };
      table.rows.push_back({{name.first},
                            {name.second},
                            NumberCell(endings.passed),
                            NumberCell(judged),
                            {.text = fmt::format("{:.1f}", endings.Percent()), .number = endings.Percent()},
                            {.bar = {share(endings.passed), share(endings.skipped + endings.not_applicable),
                                     share(endings.known), share(endings.failed)}}});
    }
  }
  return table;
}

ReportedCell PointsCell(double points) { return {.text = ShowPoints(points), .number = points}; }

// Scores of each suite, in its own points: cases of one test may share one.
ReportedTable ScoresOf(const ConformResult& result) {
  ReportedTable table{
      .title = "Scores",
      .columns = {{"suite"}, {"score"}, {"passed", true}, {"of", true}, {"%", true}, {"not applicable", true}}};
  for (const auto& [name, suite] : result.suites) {
    for (const auto& [score, points] : suite.scores) {
      double percent = points.of > 0 ? 100 * points.passed / points.of : 100;
      table.rows.push_back({{name},
                            {score},
                            PointsCell(points.passed),
                            PointsCell(points.of),
                            {.text = fmt::format("{:.1f}", percent), .number = percent},
                            PointsCell(points.not_applicable)});
    }
  }
  return table;
}

std::vector<RunSummary> HistoryOf(const ConformResult& result, const ConformView& view) {
  std::set<std::string> failing, before;
  for (const ConformFailure& one : result.failures) failing.insert(KeyOf(one));
  for (const ConformFailure& one : view.baseline == nullptr ? std::vector<ConformFailure>{} : *view.baseline)
    before.insert(KeyOf(one));
  RunSummary now = Summarised(failing, before);
  now.when = view.when;
  now.subject = view.subject;
  return Continued(view.history, now);
}

nlohmann::json ListOf(const std::vector<ConformFailure>& failures) {
  nlohmann::json list = nlohmann::json::array();
  for (const ConformFailure& one : failures)
    list.push_back({{"suite", one.suite},
                    {"id", one.id},
                    {"score", one.score},
                    {"why", one.why},
                    {"known_as", one.known.name},
                    {"upstream", one.known.upstream}});
  return list;
}

}  // namespace

std::vector<ConformFailure> FailuresThatCount(const ConformResult& result, const ConformView& view) {
  std::vector<ConformFailure> counted = NotOnFile(result.failures);
  if (view.baseline != nullptr) counted = NewFailures(counted, *view.baseline);
  return view.other == nullptr ? counted : NewFailures(counted, view.other->failures);
}

ReportedRun ConformReport(const ConformResult& result, const ConformView& view) {
  ReportedRun report{.title = "Conformance",
                     .subject = view.subject,
                     .compared = view.baseline != nullptr,
                     .seconds = result.seconds,
                     .against = view.against,
                     .facts = view.facts};
  if (view.baseline != nullptr) report.newly_passing = NewlyPassing(result, *view.baseline);
  Others others(view);
  for (const JudgedScore& one : result.judged) report.cases.push_back(CaseOf(one, others, view));
  std::set<std::string> named;
  for (const ReportedCase& one : report.cases) {
    const SuiteKind* kind = FindSuiteKind(one.suite);
    if (kind != nullptr && named.insert(one.group).second)
      report.groups.push_back({one.group, fmt::format("{}.", kind->doc)});
  }
  report.class_word = "score";
  report.made_by = "assay " ASSAY_VERSION;
  Endings all = EndingsOf(report.cases);
  report.figures = {{fmt::format("{:.1f} %", all.Percent()), "of scores passed", ""},
                    {ShowCount(all.all()), fmt::format("scores judged in {:.0f} s", result.seconds), ""}};
  if (view.baseline != nullptr) report.history = HistoryOf(result, view);
  report.tables = {ScoresOf(result), Rates(report.cases)};
  return report;
}

nlohmann::json ConformJson(const ConformResult& result, const ConformView& view) {
  nlohmann::json json = ConformJson(result);
  json["subject"] = view.subject;
  json["history"] = HistoryToJson(HistoryOf(result, view));
  std::vector<ConformFailure> counted = FailuresThatCount(result, view);
  if (view.other != nullptr) {
    json["against"] = ConformJson(*view.other);
    json["against_subject"] = view.against;
    std::vector<ConformFailure> ours = NewFailures(result.failures, view.other->failures),
                                theirs = NewFailures(view.other->failures, result.failures);
    json["compared"] = {
        {"only_subject", ours.size()}, {"only_against", theirs.size()}, {"both", result.failures.size() - ours.size()}};
  }
  if (view.baseline != nullptr) {
    json["new_failures"] = ListOf(counted);
    json["newly_passing"] = NewlyPassing(result, *view.baseline);
  }
  return json;
}

}  // namespace assay
