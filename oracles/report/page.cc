// A report as one HTML page (report.h): figures, what is new against the baseline, failures by what they are about with module and
// values folded, pass rates. A failing group is one click away, its cases another.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "oracles/report/report.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

// Pages stay small enough to open: beyond these, counts alone.
constexpr size_t kMostModules = 300;
constexpr size_t kMostPerGroup = 100;
constexpr size_t kMostText = 20'000;

using Groups = std::map<std::string, std::vector<const ReportedCase*>>;

// Letters and digits, for the page's own links.
std::string Anchor(std::string_view prefix, std::string_view name) {
  std::string out(prefix);
  for (char c : name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return out;
}

Endings EndingsIn(const std::vector<const ReportedCase*>& cases) {
  Endings endings;
  for (const ReportedCase* one : cases) endings.Count(one->ending);
  return endings;
}

std::string Bar(const Endings& endings) {
  double all = static_cast<double>(std::max<uint64_t>(endings.all(), 1));
  std::string out = "<span class=\"bar\">";
  auto part = [&](std::string_view klass, uint64_t count) {
    if (count > 0) out += fmt::format("<i class=\"{}\" style=\"width:{:.2f}%\"></i>", klass, 100 * static_cast<double>(count) / all);
  };
  part("p", endings.passed);
  part("f", endings.failed);
  part("k", endings.known);
  part("s", endings.skipped);
  return out + "</span>";
}

std::string FiguresOf(const ReportedRun& report) {
  Endings all = EndingsOf(report.cases);
  std::string out = "<div class=\"figures\">\n";
  out += Figure(fmt::format("{:.1f} %", all.Percent()), "passed", all.failed == 0 ? "good" : "bad");
  out += Figure(ShowCount(all.failed), report.compared ? "newly failing" : "failed", all.failed == 0 ? "good" : "bad");
  if (report.compared) out += Figure(ShowCount(report.newly_passing.size()), "newly passing", "good");
  if (all.known > 0) out += Figure(ShowCount(all.known), "known failures");
  if (all.skipped > 0) out += Figure(ShowCount(all.skipped), "skipped");
  out += Figure(ShowCount(all.all()), fmt::format("judged in {:.0f} s", report.seconds));
  return out + "</div>\n";
}

class Failures {
 public:
  std::string Of(const Groups& groups, CaseEnding ending, std::string_view title, std::string_view prefix) {
    std::string out;
    for (const auto& [name, cases] : groups) out += Group(name, cases, ending, prefix);
    return out.empty() ? "" : fmt::format("<h2>{}</h2>\n{}", title, out);
  }

 private:
  std::string Group(const std::string& name, const std::vector<const ReportedCase*>& cases, CaseEnding ending, std::string_view prefix) {
    std::string inside;
    size_t count = 0;
    for (const ReportedCase* one : cases) {
      if (one->ending == ending && ++count <= kMostPerGroup) inside += Case(*one);
    }
    if (count == 0) return "";
    if (count > kMostPerGroup) inside += fmt::format("<p>… and {} more</p>\n", count - kMostPerGroup);
    return fmt::format("<h3 id=\"{}\">{} <small>({})</small></h3>\n{}", Anchor(prefix, name), HtmlEscaped(name), ShowCount(count), inside);
  }
  std::string Case(const ReportedCase& one) {
    std::string head = fmt::format("<b>{}</b> {} — {}", HtmlEscaped(one.name), HtmlEscaped(one.klass),
                                   HtmlEscaped(std::string_view(one.detail).substr(0, std::min<size_t>(one.detail.find('\n'), 200))));
    std::string place = one.file.empty() ? "" : fmt::format("<p><code>{}:{}</code></p>\n", HtmlEscaped(one.file), one.line);
    std::string text = fmt::format("<pre>{}</pre>\n", HtmlEscaped(std::string_view(one.detail).substr(0, kMostText)));
    if (!one.module.empty() && modules_++ < kMostModules) {
      text += fmt::format("<pre>{}</pre>\n", HtmlEscaped(std::string_view(one.module).substr(0, kMostText)));
    }
    return fmt::format("<details><summary>{}</summary>\n{}{}</details>\n", head, place, text);
  }

  size_t modules_ = 0;
};

std::string RateRow(const std::string& name, const Endings& endings) {
  std::string shown = HtmlEscaped(name);
  if (endings.failed > 0) shown = fmt::format("<a class=\"bad\" href=\"#{}\">{}</a>", Anchor("f-", name), shown);
  else if (endings.known > 0) shown = fmt::format("<a class=\"known\" href=\"#{}\">{}</a>", Anchor("k-", name), shown);
  return fmt::format("<tr><td>{}</td><td class=\"n\">{} of {}</td><td class=\"n\">{:.1f} %</td><td>{}</td></tr>\n", shown,
                     ShowCount(endings.passed), ShowCount(endings.all() - endings.skipped), endings.Percent(), Bar(endings));
}

// Groups that fail stand first and open; those that pass are folded.
std::string Rates(const std::string& suite, const Groups& groups) {
  std::string failing, passing;
  size_t passed = 0;
  Endings all;
  for (const auto& [name, cases] : groups) {
    Endings endings = EndingsIn(cases);
    for (const ReportedCase* one : cases) all.Count(one->ending);
    bool fails = endings.failed + endings.known > 0;
    (fails ? failing : passing) += RateRow(name, endings);
    passed += fails ? 0 : 1;
  }
  std::string out = fmt::format("<h3 id=\"{}\">{}: {:.1f} % of {}</h3>\n{}", Anchor("s-", suite), HtmlEscaped(suite), all.Percent(),
                                ShowCount(all.all()), Bar(all));
  if (!failing.empty()) out += "<div class=\"scroll\"><table>\n" + failing + "</table></div>\n";
  if (!passing.empty()) {
    out += fmt::format("<details><summary>{} without a failure</summary>\n<div class=\"scroll\"><table>\n{}</table></div></details>\n",
                       ShowCount(passed), passing);
  }
  return out;
}

std::string NewlyPassing(const ReportedRun& report) {
  if (report.newly_passing.empty()) return "";
  std::string out = "<h2>Newly passing</h2>\n<ul>\n";
  for (const std::string& name : report.newly_passing) out += fmt::format("<li class=\"good\">{}</li>\n", HtmlEscaped(name));
  return out + "</ul>\n";
}

// The groups that fail, at the top: one click to their cases.
std::string FailingLinks(const Groups& groups) {
  std::string out;
  for (const auto& [name, cases] : groups) {
    Endings endings = EndingsIn(cases);
    if (endings.failed > 0) out += fmt::format("<a class=\"bad\" href=\"#{}\">{} ({})</a> ", Anchor("f-", name), HtmlEscaped(name), endings.failed);
  }
  return out.empty() ? "" : "<nav>Failing: " + out + "</nav>\n";
}

}  // namespace

std::string HtmlReport(const ReportedRun& report) {
  Groups groups;
  std::map<std::string, Groups> suites;
  for (const ReportedCase& one : report.cases) {
    groups[one.group].push_back(&one);
    suites[one.suite][one.group].push_back(&one);
  }
  std::string out = PageHead(fmt::format("{} of {}", report.title, report.subject)) + FiguresOf(report) + FailingLinks(groups);
  Failures failures;
  out += failures.Of(groups, CaseEnding::kFailed, report.compared ? "Newly failing" : "Failures", "f-");
  out += NewlyPassing(report);
  out += "<h2>Pass rates</h2>\n";
  for (const auto& [name, inside] : suites) out += Rates(name, inside);
  out += failures.Of(groups, CaseEnding::kKnown, "Known failures", "k-");
  return out + std::string(kPageEnd);
}

}  // namespace assay
