// JUnit XML (report.h): the form of Jenkins' schema junit-10.xsd, which GitLab and GitHub's actions read as well.
// Of a module it has some lines alone: viewers load the whole file.
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "oracles/report/report.h"

namespace assay {
namespace {

constexpr size_t kMostMessage = 300;

// XML 1.0 knows no control characters but tab and newlines.
std::string Printable(std::string text) {
  for (char& c : text) {
    bool allowed = static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t';
    if (!allowed) c = '?';
  }
  return text;
}

void Attribute(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(Printable(value).c_str());
}

// Why it does not count: viewers show nothing else of a case that is skipped.
std::string SkipMessage(const ReportedCase& one) {
  std::string word = one.ending == CaseEnding::kKnown           ? "known: "
                     : one.ending == CaseEnding::kClosed        ? "closed: "
                     : one.ending == CaseEnding::kNotApplicable ? "not applicable: "
                                                                : "";
  return word + FirstLine(one.reason.empty() ? one.detail : one.reason, kMostMessage);
}

// What is known or closed is skipped: it is no news, and the job goes on.
void AddCase(pugi::xml_node suite, const ReportedCase& one, Excerpts& excerpts) {
  pugi::xml_node test = suite.append_child("testcase");
  Attribute(test, "classname", fmt::format("{}.{}", one.suite, one.group));
  Attribute(test, "name", one.name);
  Attribute(test, "time", fmt::format("{:.3f}", one.seconds));
  if (one.ending == CaseEnding::kPassed) return;
  if (one.ending != CaseEnding::kFailed) {
    return Attribute(test.append_child("skipped"), "message", SkipMessage(one));
  }
  pugi::xml_node failure = test.append_child("failure");
  Attribute(failure, "type", one.klass);
  Attribute(failure, "message", FirstLine(one.detail.empty() ? one.fingerprint : one.detail, kMostMessage));
  std::string place = one.file.empty() ? "" : fmt::format("{}:{}\n", one.file, one.line);
  std::string again = one.replay.empty() ? "" : "repeat it: " + one.replay + "\n";
  std::string module = excerpts.Of(one);
  failure.text().set(Printable(place + again + Head(one.detail) + (module.empty() ? "" : "\n\n" + module)).c_str());
}

void Counts(pugi::xml_node node, const Endings& endings, double seconds) {
  Attribute(node, "tests", fmt::format("{}", endings.all()));
  Attribute(node, "failures", fmt::format("{}", endings.failed));
  Attribute(node, "errors", "0");
  Attribute(node, "time", fmt::format("{:.3f}", seconds));
}

}  // namespace

std::string JUnitReport(const ReportedRun& report) {
  std::map<std::string, std::vector<const ReportedCase*>> suites;
  for (const ReportedCase& one : report.cases) suites[one.suite].push_back(&one);
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  Attribute(root, "name", TitleOf(report));
  Counts(root, EndingsOf(report.cases), report.seconds);
  Excerpts excerpts;
  for (const auto& [name, cases] : suites) {
    pugi::xml_node suite = root.append_child("testsuite");
    Endings endings;
    double seconds = 0;
    for (const ReportedCase* one : cases) {
      endings.Count(one->ending);
      seconds += one->seconds;
    }
    Attribute(suite, "name", name);
    Counts(suite, endings, seconds);
    Attribute(suite, "skipped",
              fmt::format("{}", endings.skipped + endings.known + endings.closed + endings.not_applicable));
    for (const ReportedCase* one : cases) AddCase(suite, *one, excerpts);
  }
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace assay
