#include "cli/known.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/own_files.h"

namespace assay {
namespace {

void AddFlags(CLI::App& sub, const char* names, std::vector<std::string>& known, bool& no_known, const char* also,
              const char* saves) {
  sub.add_option(names, known,
                 fmt::format("Bugs on file: campaigns' folders, regressions, folders of these{}; what is of them is "
                             "named{} and fails nothing "
                             "(for a TVM, regressions/tvm is always read)",
                             also, saves))
      ->type_name("PATH");
  sub.add_flag("--no-known", no_known, "Do not read regressions/tvm for a TVM");
}

}  // namespace

void AddKnownFlags(CLI::App& sub, std::vector<std::string>& known, bool& no_known) {
  AddFlags(sub, "--known,--baseline", known, no_known, "", ", costs no reduction");
}

void AddKnownFlagsOfRuns(CLI::App& sub, std::vector<std::string>& known, bool& no_known) {
  AddFlags(sub, "--known", known, no_known, ", an earlier --json output", "");
}

std::vector<std::string> KnownPaths(const std::vector<std::string>& given, bool no_known, const std::string& subject) {
  std::vector<std::string> paths = given;
  if (no_known || !subject.starts_with("tvm")) return paths;
  if (std::string own = OwnFile("regressions/tvm"); !own.empty()) paths.push_back(own);
  return paths;
}

KnownOnFile SortedOut(const std::vector<std::string>& given) {
  KnownOnFile sorted;
  for (const std::string& path : given) {
    std::error_code error;
    (std::filesystem::is_regular_file(path, error) ? sorted.runs : sorted.bugs).push_back(path);
  }
  return sorted;
}

}  // namespace assay
