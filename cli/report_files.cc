#include "cli/report_files.h"

#include "cli/files.h"

namespace assay {

Status CheckReportFolder(const std::string& folder) {
  if (folder.empty()) return Done{};
  auto made = OutFolder::Create(folder);
  if (!made.ok()) return made.error();
  return Done{};
}

Status WriteReports(const std::string& folder, const std::string& stem, const ReportedRun& report, const nlohmann::json& json) {
  if (folder.empty()) return Done{};
  ASSAY_TRY(OutFolder out, OutFolder::Create(folder));
  ASSAY_RETURN_IF_ERROR(out.Write(stem + ".html", HtmlReport(report)));
  ASSAY_RETURN_IF_ERROR(out.Write(stem + ".md", MarkdownReport(report)));
  ASSAY_RETURN_IF_ERROR(out.Write(stem + ".xml", JUnitReport(report)));
  ASSAY_RETURN_IF_ERROR(out.Write(stem + ".sarif", SarifReport(report)));
  ASSAY_RETURN_IF_ERROR(out.Write(stem + ".json", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"));
  return out.Commit();
}

}  // namespace assay
