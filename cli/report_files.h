// A report's folder: one report in every form. Tested by report_files_test.cc.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "ir/support/result.h"
#include "oracles/report/report.h"

namespace assay {

// Whether the folder could be written, to be asked before minutes are spent. An empty path is fine: no report is wanted.
Status CheckReportFolder(const std::string& folder);
// FOLDER/STEM.html, .md, .json, .xml (JUnit) and .sarif, all of them or none; nothing without a folder.
Status WriteReports(const std::string& folder, const std::string& stem, const ReportedRun& report, const nlohmann::json& json);

}  // namespace assay
