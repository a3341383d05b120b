#include "oracles/conform/conform_report.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "oracles/report/show.h"

namespace assay {
namespace {

constexpr size_t kMostCauses = 40;

double Percent(const Score& score) { return score.of > 0 ? 100 * score.passed / score.of : 100; }

// Failures of one suite and score, by cause with numbers removed, most frequent first.
struct Cause {
  std::string suite;
  std::string score;
  std::string why;
  std::string first_id;
  int count = 0;
};

std::string Generalised(std::string_view why) {
  std::string out;
  for (char c : why.substr(0, 140)) {
    bool digit = c >= '0' && c <= '9';
    if (digit && !out.empty() && out.back() == '#') continue;
    out += digit ? '#' : (c == '\n' || c == '|') ? ' ' : c;
  }
  return out;
}

std::vector<Cause> Causes(const ConformResult& result) {
  std::map<std::string, Cause> causes;
  for (const ConformFailure& failure : result.failures) {
    std::string why = Generalised(failure.why);
    Cause& cause = causes[failure.suite + "\n" + failure.score + "\n" + why];
    if (cause.count++ == 0) cause = {failure.suite, failure.score, why, failure.id, 1};
  }
  std::vector<Cause> sorted;
  for (auto& [key, cause] : causes) sorted.push_back(std::move(cause));
  std::sort(sorted.begin(), sorted.end(), [](const Cause& a, const Cause& b) {
    return std::tie(b.count, a.first_id, a.score) < std::tie(a.count, b.first_id, b.score);
  });
  if (sorted.size() > kMostCauses) sorted.resize(kMostCauses);
  return sorted;
}

std::string Bar(const Score& score) {
  double width = 3 * Percent(score);
  return fmt::format("<svg width=\"300\" height=\"12\" role=\"img\"><rect width=\"300\" height=\"12\" fill=\"#ddd\"/>"
                     "<rect width=\"{:.1f}\" height=\"12\" fill=\"{}\"/></svg>",
                     width, score.passed >= score.of ? "#4a9" : "#d93");
}

std::string HtmlRow(std::string_view label, const Score& score) {
  return fmt::format("<tr><td>{}</td><td>{} of {}</td><td>{:.1f} %</td><td>{}</td></tr>\n", HtmlEscaped(label),
                     ShowPoints(score.passed), ShowPoints(score.of), Percent(score), Bar(score));
}

}  // namespace

std::string ConformMarkdown(const ConformResult& result, std::string_view subject) {
  std::string out = fmt::format("# Conformance of {}\n\n| suite | cases | score | passed | of | % |\n|--|--|--|--|--|--|\n", subject);
  for (const auto& [name, suite] : result.suites) {
    for (const auto& [score, points] : suite.scores) {
      out += fmt::format("| {} | {} | {} | {} | {} | {:.1f} |\n", name, suite.cases, score, ShowPoints(points.passed),
                         ShowPoints(points.of), Percent(points));
    }
  }
  for (const auto& [name, suite] : result.suites) {
    if (suite.by_pass.empty()) continue;
    out += "\n## By pass\n\n| pass | score | passed | of |\n|--|--|--|--|\n";
    for (const auto& [pass, scores] : suite.by_pass) {
      for (const auto& [score, points] : scores) {
        out += fmt::format("| {} | {} | {} | {} |\n", pass, score, ShowPoints(points.passed), ShowPoints(points.of));
      }
    }
  }
  out += fmt::format("\n## Failures by cause\n\n{} failures.\n\n| count | suite | score | cause | first |\n|--|--|--|--|--|\n",
                     result.failures.size());
  for (const Cause& cause : Causes(result)) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", cause.count, cause.suite, cause.score, cause.why, cause.first_id);
  }
  if (!result.allowed.empty()) out += "\n## Allowed differences\n\n";
  for (const AllowedDifference& one : result.allowed) out += fmt::format("- {}: {}\n", one.id, one.reason);
  return out;
}

std::string ConformHtml(const ConformResult& result, std::string_view subject) {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Conformance of {0}</title>\n<style>body{{font:15px "
      "sans-serif;max-width:70em;margin:2em auto}}td,th{{text-align:left;padding:2px 12px 2px 0;vertical-align:top}}</style>"
      "</head><body>\n<h1>Conformance of {0}</h1>\n",
      HtmlEscaped(subject));
  for (const auto& [name, suite] : result.suites) {
    out += fmt::format("<h2>{} ({} cases)</h2>\n<table>\n", HtmlEscaped(name), suite.cases);
    for (const auto& [score, points] : suite.scores) out += HtmlRow(score, points);
    for (const auto& [pass, scores] : suite.by_pass) {
      for (const auto& [score, points] : scores) out += HtmlRow(pass + " " + score, points);
    }
    out += "</table>\n";
  }
  out += fmt::format("<h2>Failures by cause</h2>\n<p>{} failures</p>\n<table>\n", result.failures.size());
  for (const Cause& cause : Causes(result)) {
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", cause.count,
                       HtmlEscaped(cause.suite), HtmlEscaped(cause.score), HtmlEscaped(cause.why), HtmlEscaped(cause.first_id));
  }
  out += "</table>\n";
  if (!result.allowed.empty()) out += "<h2>Allowed differences</h2>\n<ul>\n";
  for (const AllowedDifference& one : result.allowed) {
    out += fmt::format("<li>{}: {}</li>\n", HtmlEscaped(one.id), HtmlEscaped(one.reason));
  }
  return out + (result.allowed.empty() ? "" : "</ul>\n") + "</body></html>\n";
}

}  // namespace assay
