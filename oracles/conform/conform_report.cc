#include "oracles/conform/conform_report.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "oracles/report/show.h"

namespace assay {
namespace {

std::string KeyOf(const auto& one) { return one.suite + "\n" + one.id + "\n" + one.score; }

// What is compared with, by key.
struct Others {
  std::set<std::string> known;
  std::optional<OtherSubject> other;

  Others(const ConformResult& result, const ConformView& view) {
    for (const ConformFailure& one : view.baseline == nullptr ? std::vector<ConformFailure>{} : *view.baseline)
      known.insert(KeyOf(one));
    if (view.other != nullptr) other.emplace(result, *view.other);
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
  if (const std::string* why = others.other ? others.other->Failing(one) : nullptr) {
    out.other_fails = true;
    out.other_detail = *why;
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

ReportedCell PointsCell(const std::string& text) {
  return {.text = text, .number = text == "-" ? std::nullopt : std::optional(std::strtod(text.c_str(), nullptr))};
}

// Scores of each suite, in its own points: cases of one test may share one.
ReportedTable ScoresOf(const ConformResult& result, const ConformView& view) {
  ReportedTable table{
      .title = "Scores",
      .columns = {{"suite"}, {"score"}, {"passed", true}, {"of", true}, {"%", true}, {"not applicable", true}}};
  for (const char* label : {"passed", "of", "%", "not applicable"}) {
    if (view.other != nullptr) table.columns.push_back({fmt::format("{} ({})", label, view.against), true});
  }
  for (const ScoreRow& row : ScoreRows(result, view.other)) {
    std::vector<ReportedCell> cells{{row.suite}, {row.score}};
    std::vector<std::string> texts = ScoreCells(row.ours, true);
    if (view.other != nullptr) std::ranges::move(ScoreCells(row.other, true), std::back_inserter(texts));
    for (const std::string& text : texts) cells.push_back(PointsCell(text));
    table.rows.push_back(std::move(cells));
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
  if (view.other == nullptr) return counted;
  return NewFailures(counted, OtherSubject(result, *view.other).Compare(result).both);
}

std::vector<ScoreRow> ScoreRows(const ConformResult& result, const ConformResult* other) {
  std::map<std::pair<std::string, std::string>, ScoreRow> rows;
  auto take = [&](const ConformResult& of, const Score* ScoreRow::* side) {
    for (const auto& [name, suite] : of.suites) {
      if (suite.cases == 0) rows.try_emplace({name, ""}, ScoreRow{name, "0 cases"});
      for (const auto& [score, points] : suite.scores)
        rows.try_emplace({name, score}, ScoreRow{name, score}).first->second.*side = &points;
    }
  };
  take(result, &ScoreRow::ours);
  if (other != nullptr) take(*other, &ScoreRow::other);
  std::vector<ScoreRow> list;
  for (auto& [key, row] : rows) list.push_back(std::move(row));
  return list;
}

std::vector<std::string> ScoreCells(const Score* score, bool lacks) {
  bool counted = score != nullptr && score->of > 0;
  Score points = score == nullptr ? Score{} : *score;
  std::vector<std::string> cells{ShowPoints(points.passed), ShowPoints(points.of),
                                 counted ? fmt::format("{:.1f}", 100 * points.passed / points.of) : "-"};
  if (score == nullptr) cells[0] = cells[1] = "-";
  if (lacks) cells.push_back(score == nullptr ? "-" : ShowPoints(points.not_applicable));
  return cells;
}

ReportedRun ConformReport(const ConformResult& result, const ConformView& view) {
  ReportedRun report{.title = "Conformance",
                     .subject = view.subject,
                     .compared = view.baseline != nullptr,
                     .seconds = result.seconds,
                     .against = view.against,
                     .facts = view.facts};
  if (view.baseline != nullptr) report.newly_passing = NewlyPassing(result, *view.baseline);
  Others others(result, view);
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
  report.tables = {ScoresOf(result, view), Rates(report.cases)};
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
    ComparedSubjects compared = OtherSubject(result, *view.other).Compare(result);
    json["compared"] = {{"only_subject", compared.ours.size()},
                        {"only_against", compared.theirs.size()},
                        {"both", compared.both.size()}};
  }
  if (view.baseline != nullptr) {
    json["new_failures"] = ListOf(counted);
    json["newly_passing"] = NewlyPassing(result, *view.baseline);
  }
  return json;
}

}  // namespace assay
