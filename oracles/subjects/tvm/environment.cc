// Where a real TVM is on this machine: the row of subjects.def. Tested by cli_test.cc and subject_spec_test.cc.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "oracles/subjects/subject_spec.h"
#include "oracles/subjects/tvm/target.h"
#include "oracles/subjects/tvm/tvm_subject.h"

namespace assay {
extern const SubjectSpec kTvmSubject;
namespace {

namespace fs = std::filesystem;

Diag Missing(std::string message) { return {DiagKind::kEnvironment, {}, std::move(message), "", {}}; }

// Where `./dev tvm` makes environments: .venv of the folder that the program was built in, or of the working directory.
std::vector<fs::path> EnvironmentFolders() {
  std::error_code error;
  std::vector<fs::path> folders;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (; folder.has_relative_path(); folder = folder.parent_path()) folders.push_back(folder / ".venv");
  folders.push_back(fs::current_path(error) / ".venv");
  return folders;
}

std::vector<int> NumbersIn(std::string_view version) {
  std::vector<int> numbers;
  const char* at = version.data();
  const char* end = at + version.size();
  while (at < end) {
    int number = 0;
    auto [next, problem] = std::from_chars(at, end, number);
    if (problem != std::errc{}) break;
    numbers.push_back(number);
    at = next + (next < end ? 1 : 0);
  }
  return numbers;
}

// The environment of that version, or the newest one when it is empty.
std::optional<std::string> EnvironmentOf(const std::string& version) {
  std::optional<std::string> best;
  std::vector<int> best_numbers;
  for (const fs::path& folder : EnvironmentFolders()) {
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder, error)) {
      std::string name = item.path().filename();
      fs::path python = item.path() / "bin/python";
      if (!name.starts_with("tvm-") || !fs::exists(python, error)) continue;
      std::string found = name.substr(4);
      if (!version.empty() && found != version) continue;
      if (best && NumbersIn(found) <= best_numbers) continue;
      best = python.string();
      best_numbers = NumbersIn(found);
    }
  }
  return best;
}

Result<std::string> PythonOf(const GivenSubject& given) {
  if (given.place) {
    if (given.place->empty())
      return Diag{DiagKind::kUnknownName,
                  {},
                  "invalid subject 'tvm@': expected tvm@PYTHON, a Python that imports tvm, got no path",
                  "",
                  {}};
    return std::string(*given.place);
  }
  std::string version(given.version.value_or(""));
  if (auto python = EnvironmentOf(version)) return *python;
  if (version.empty())
    return Missing("there is no environment with TVM; `./dev tvm 0.27` makes one, tvm@PYTHON takes another");
  return Missing(fmt::format("there is no environment with TVM {0}; `./dev tvm {0}` makes it", version));
}

// A TVM takes seconds to import, so that it is started once.
Result<std::shared_ptr<TvmServer>> ServerOf(const std::string& python) {
  static std::map<std::string, std::shared_ptr<TvmServer>> servers;
  auto found = servers.find(python);
  if (found != servers.end()) return found->second;
  ASSAY_TRY(std::shared_ptr<TvmServer> server, TvmServer::Start(python));
  return servers.emplace(python, server).first->second;
}

Status CheckKind(std::string_view target) {
  ASSAY_TRY([[maybe_unused]] const TargetKind* kind, TvmTargetKindOf(target));
  return Done{};
}

// Which attributes a target has, and which values they take, this TVM knows; asked once.
Status CheckAttributes(TvmServer& server, const std::string& target) {
  static std::set<std::pair<TvmServer*, std::string>> taken;
  if (target.empty() || taken.contains({&server, target})) return Done{};
  Answer<nlohmann::json> made = server.Worker().Ask({{"do", "target"}, {"target", target}});
  if (!made.ok()) {
    const std::string& said = made.refusal().message;
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("invalid target: expected one that TVM {} takes, got {}: {}", server.version(), target,
                            said.substr(0, said.find('\n'))),
                "",
                {}};
  }
  taken.emplace(&server, target);
  return Done{};
}

Result<SubjectMaker> Find(const GivenSubject& given) {
  ASSAY_TRY(std::string python, PythonOf(given));
  if (!given.target.empty()) ASSAY_RETURN_IF_ERROR(CheckKind(given.target));
  ASSAY_TRY(std::shared_ptr<TvmServer> server, ServerOf(python));
  std::string target(given.target);
  ASSAY_RETURN_IF_ERROR(CheckAttributes(*server, target));
  return SubjectMaker([server, target](Context& ctx) { return MakeTvmSubject(ctx, server, target); });
}

std::string Libraries(const GivenSubject& given) {
  Result<std::string> python = PythonOf(given);
  auto server = python.ok() ? ServerOf(*python) : Result<std::shared_ptr<TvmServer>>(python.error());
  return server.ok() ? (*server)->libraries() : "";
}

Status Check(const GivenSubject& given) {
  ASSAY_TRY([[maybe_unused]] std::string python, PythonOf(given));
  return Done{};
}

}  // namespace

const SubjectSpec kTvmSubject = {
    .name = "tvm",
    .doc =
        "A real TVM: tvm:VERSION is the environment that `./dev tvm VERSION` makes, tvm the newest such environment, "
        "tvm@PYTHON any Python that imports tvm.",
    .forms = "a real TVM: tvm:VERSION, tvm@PYTHON, tvm",
    .has_versions = true,
    .bugs_on_file = "regressions/tvm",
    .check = Check,
    .check_target = CheckKind,
    .targets = TvmTargetKinds,
    .find = Find,
    .libraries = Libraries,
    // It answers slowly: what is found again is not reduced again, and each of many questions may take until its own
    // limit.
    .pace = SubjectPace{.passes_per_case = 48,
                        .case_seconds = 600,
                        .reduce_seconds = 30,
                        .reductions_per_kind = 1,
                        .sweep_one_in = 4},
};

}  // namespace assay
