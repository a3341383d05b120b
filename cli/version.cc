#include "cli/version.h"

#include <sqlite3.h>
#include <zlib.h>

#include <fmt/format.h>
#include <CLI/Version.hpp>
#include <nlohmann/json.hpp>

#include "ir/support/fault.h"
#include "ir/support/sanitized.h"

namespace assay {
namespace {

// ASSAY_COMMIT, made anew by each build (cmake/commit.cmake).
#include <commit.inc>

}  // namespace

std::string VersionText() {
  std::string build = ASSAY_BUILD_TYPE;
  if (kFaultsBuilt) build += ", with historical bugs";
  if (kSanitized) build += ", with sanitizers";
  return fmt::format(
      "assay {}\ncommit: {}\nbuild: {}\nlibraries: LLVM {}, SQLite {}, zlib {}, fmt {}.{}.{}, nlohmann-json {}.{}.{}, "
      "CLI11 {}",
      ASSAY_VERSION, ASSAY_COMMIT, build, ASSAY_LLVM_VERSION, SQLITE_VERSION, ZLIB_VERSION, FMT_VERSION / 10000,
      FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
      NLOHMANN_JSON_VERSION_PATCH, CLI11_VERSION);
}

}  // namespace assay
