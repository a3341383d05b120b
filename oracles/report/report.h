// Findings in the forms that CI systems read: JUnit XML (one test case for each oracle, and one failing case for each
// finding) and SARIF 2.1.0 (one result for each finding, located in its reduced module). Tested by report_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

struct ReportedFinding {
  std::string id;
  std::string oracle;
  // Empty when no pass is to blame.
  std::string pass;
  std::string klass;
  std::string signature;
  std::string detail;
  // The module that shows it, as a path that the reader of the report can open.
  std::string file;
  uint64_t seen = 1;
};
struct ReportedOracle {
  std::string name;
  std::string doc;
  uint64_t agree = 0;
  uint64_t skip = 0;
  uint64_t finding = 0;
  double seconds = 0;
};

std::string JUnitReport(const std::vector<ReportedOracle>& oracles, const std::vector<ReportedFinding>& findings);
std::string SarifReport(const std::vector<ReportedOracle>& oracles, const std::vector<ReportedFinding>& findings);

}  // namespace assay
