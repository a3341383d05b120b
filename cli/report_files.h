// A report's folder: one report in every form. Tested by report_files_test.cc.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "ir/support/result.h"
#include "oracles/report/report.h"

namespace assay {

// Whether the folder could be written, to be asked before minutes are spent: one that is missing or empty, or that
// holds an earlier report of this stem, which is replaced. An empty path is fine: no report is wanted. Diag
// kBadArgument, kEnvironment.
Status CheckReportFolder(const std::string& folder, const std::string& stem);
// FOLDER/STEM.html, .md, .json, .xml (JUnit) and .sarif; in a new folder all of them or none. Other files there stay.
// Nothing without a folder.
Status WriteReports(const std::string& folder, const std::string& stem, const ReportedRun& report,
                    const nlohmann::json& json);

}  // namespace assay
