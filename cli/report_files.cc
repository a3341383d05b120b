#include "cli/report_files.h"

#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/files.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

// Files and texts by their ends.
using Forms = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kEnds[] = {".html", ".md", ".json", ".xml", ".sarif"};

// An earlier report says of itself what it is: its JSON names the program's own key.
bool HoldsReport(const std::string& folder, const std::string& stem) {
  Result<std::string> text = ReadInput(fmt::format("{}/{}.json", folder, stem), kMaxBinaryBytes);
  nlohmann::json json = text.ok() ? JsonOf(*text) : nlohmann::json();
  return json.is_object() && (json.contains("suites") || json.contains("cases"));
}

// What stands in the folder under the report's names is of that report, and can be replaced.
bool IsReplaceable(const std::string& folder, const std::string& stem) {
  std::error_code error;
  bool full = std::filesystem::is_directory(folder, error) && !std::filesystem::is_empty(folder, error);
  return !error && full && HoldsReport(folder, stem);
}

Status Replace(const std::string& folder, const std::string& stem, const Forms& forms) {
  for (const auto& [end, text] : forms)
    ASSAY_RETURN_IF_ERROR(WriteWhole(fmt::format("{}/{}{}", folder, stem, end), text, Durability::kCached));
  return Done{};
}

}  // namespace

Status CheckReportFolder(const std::string& folder, const std::string& stem) {
  if (folder.empty()) return Done{};
  if (IsReplaceable(folder, stem)) return CheckWritable(folder);
  auto made = OutFolder::Create(folder);
  if (made.ok()) return Done{};
  Diag diag = made.error();
  if (diag.kind == DiagKind::kBadArgument)
    diag.message += fmt::format("; only an earlier report ({}.json) is replaced", stem);
  return diag;
}

Status WriteReports(const std::string& folder, const std::string& stem, const ReportedRun& report,
                    const nlohmann::json& json) {
  if (folder.empty()) return Done{};
  Forms forms;
  for (std::string_view end : kEnds) forms.emplace_back(end, "");
  forms[0].second = HtmlReport(report);
  forms[1].second = MarkdownReport(report);
  forms[2].second = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  forms[3].second = JUnitReport(report);
  forms[4].second = SarifReport(report);
  if (IsReplaceable(folder, stem)) return Replace(folder, stem, forms);
  ASSAY_TRY(OutFolder out, OutFolder::Create(folder));
  for (const auto& [end, text] : forms) ASSAY_RETURN_IF_ERROR(out.Write(stem + end, text));
  return out.Commit();
}

}  // namespace assay
