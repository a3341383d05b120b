// JUnit XML (report.h).
#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "oracles/report/report.h"

namespace assay {
namespace {

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

}  // namespace

std::string JUnitReport(const std::vector<ReportedOracle>& oracles, const std::vector<ReportedFinding>& findings) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  pugi::xml_node suite = suites.append_child("testsuite");
  Attribute(suite, "name", "assay");
  Attribute(suite, "tests", fmt::format("{}", oracles.size() + findings.size()));
  Attribute(suite, "failures", fmt::format("{}", findings.size()));
  for (const ReportedOracle& oracle : oracles) {
    pugi::xml_node test = suite.append_child("testcase");
    Attribute(test, "classname", "assay." + oracle.name);
    Attribute(test, "name", fmt::format("{} agree, {} skipped, {} findings", oracle.agree, oracle.skip, oracle.finding));
    Attribute(test, "time", fmt::format("{:.3f}", oracle.seconds));
    if (oracle.agree + oracle.finding == 0) test.append_child("skipped");
  }
  for (const ReportedFinding& finding : findings) {
    pugi::xml_node test = suite.append_child("testcase");
    Attribute(test, "classname", "assay." + finding.oracle);
    Attribute(test, "name", fmt::format("{} {} {}", finding.id, finding.pass, finding.klass));
    Attribute(test, "file", finding.file);
    pugi::xml_node failure = test.append_child("failure");
    Attribute(failure, "message", finding.signature);
    Attribute(failure, "type", finding.klass);
    failure.text().set(Printable(finding.detail).c_str());
  }
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace assay
