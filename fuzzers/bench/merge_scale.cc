#include "fuzzers/bench/merge_scale.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/process/process.h"
#include "fuzzers/units/merge.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/file.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

Diag Failed(std::string message) { return {DiagKind::kEnvironment, {}, std::move(message), "", {}}; }

// In a process of its own, since memory that was once used counts until a process ends.
int MergeOnce(const std::string& folder, const std::string& result_file) {
  double start = Now();
  Result<MergeResult> result = Merge(folder + "/out", {folder + "/units"});
  double seconds = Now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  if (!result.ok() || !result->refused.empty()) return 1;
  nlohmann::json json{{"seconds", seconds},
                      {"cpu", CpuSecondsHere()},
                      {"peak", static_cast<uint64_t>(usage.ru_maxrss) * 1024},
                      {"units", result->units},
                      {"findings", result->findings.size()},
                      {"corpus", result->corpus}};
  return WriteFile(result_file, json.dump()).ok() ? 0 : 1;
}

Result<nlohmann::json> MergeInChild(const std::string& folder) {
  std::string file = folder + "/result.json";
  Ending ending = RunInChild({}, [&] { return MergeOnce(folder, file); });
  if (!ending.clean()) return Failed(fmt::format("the merge ended by {}: {}", ending.Word(), ending.said));
  ASSAY_TRY(std::string text, ReadFile(file));
  return ParseJson(text, file);
}

}  // namespace

Result<MergeScale> MeasureMerge(const MadeUnits& made, const std::string& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) return Failed(folder + " is not empty");
  MergeScale scale;
  double start = Now();
  for (uint64_t unit = 0; unit < made.units; ++unit) {
    std::map<std::string, std::string> files = made.Files(unit, made.cases);
    scale.files += files.size() + 1;
    ASSAY_RETURN_IF_ERROR(WriteUnit(fmt::format("{}/units/{}", folder, unit), files));
  }
  scale.make_seconds = Now() - start;
  ASSAY_TRY(nlohmann::json first, MergeInChild(folder));
  ASSAY_TRY(nlohmann::json again, MergeInChild(folder));
  scale.merge_seconds = first["seconds"].get<double>();
  scale.cpu_seconds = first["cpu"].get<double>();
  scale.again_seconds = again["seconds"].get<double>();
  scale.peak_bytes = std::max(first["peak"].get<uint64_t>(), again["peak"].get<uint64_t>());
  scale.units = first["units"].get<size_t>();
  scale.findings = first["findings"].get<size_t>();
  scale.corpus = first["corpus"].get<size_t>();
  return scale;
}

}  // namespace assay
