// A conformance run as a report (oracles/report/report.h): a case for each score of each case. Tested by conform_test.cc.
#pragma once

#include <string>
#include <vector>

#include "oracles/conform/conform.h"
#include "oracles/report/report.h"

namespace assay {

// `subject` names what was judged. With a baseline, its failures are known ones, and what passes now is listed.
ReportedRun ConformReport(const ConformResult& result, std::string_view subject, const std::vector<ConformFailure>* baseline = nullptr);

}  // namespace assay
