#include "cli/known.h"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/own_files.h"
#include "oracles/subjects/subject_spec.h"

namespace assay {
namespace {

// "regressions/tvm for tvm".
std::string AlwaysOnFile() {
  std::vector<std::string> folders;
  for (const SubjectSpec* subject : AllSubjects()) {
    if (!subject->bugs_on_file.empty())
      folders.push_back(fmt::format("{} for {}", subject->bugs_on_file, subject->name));
  }
  return fmt::format("{}", fmt::join(folders, ", "));
}

void AddFlags(Command sub, const char* names, std::vector<std::string>& known, bool& no_known, const char* also,
              const char* saves) {
  sub.AddOption(names, known,
                fmt::format("Bugs on file: campaigns' folders, regressions, folders of these{}; what is of them is "
                            "named{} and fails nothing "
                            "({} is always read)",
                            also, saves, AlwaysOnFile()))
      .TypeName("PATH");
  sub.AddFlag("--no-known", no_known, "Do not read " + AlwaysOnFile());
}

}  // namespace

void AddKnownFlags(Command sub, std::vector<std::string>& known, bool& no_known) {
  AddFlags(sub, "--known,--baseline", known, no_known, "", ", costs no reduction");
}

void AddKnownFlagsOfRuns(Command sub, std::vector<std::string>& known, bool& no_known) {
  AddFlags(sub, "--known", known, no_known, ", an earlier --json output", "");
}

std::vector<std::string> KnownPaths(const std::vector<std::string>& given, bool no_known, const std::string& subject) {
  std::vector<std::string> paths = given;
  const SubjectSpec* spec = FindSubject(subject);
  if (no_known || spec == nullptr || spec->bugs_on_file.empty()) return paths;
  constexpr std::string_view kWithout =
      "no bug on file is known by name; --known PATH gives them, --no-known wants none";
  if (std::string own = OwnFile(spec->bugs_on_file, kWithout); !own.empty()) paths.push_back(own);
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
