// case.json: a case on disk, as findings and regressions hold it: which oracle, which passes with which options, which
// inputs; beside it stands the module's text. Tested by case_file_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/support/file.h"
#include "oracles/core/oracle.h"
#include "oracles/core/value_json.h"

namespace assay {

// What was expected and what came (oracles/core/sides.h), where the finding says it.
inline constexpr const char* kSidesFile = "difference.json";
// Stands where an oracle does for a worker that did not survive its case.
inline constexpr std::string_view kCrashOracle = "no_crash_or_hang";
inline constexpr int kCaseVersion = 1;

struct CaseFile {
  std::string oracle;
  std::vector<PassCall> passes;
  // The PassContext's.
  PassOptions config;
  std::string entry = "main";
  // Inputs are MakeInputs(module, entry, seed) for each; `values`, when not null, holds them written out (and wins).
  std::vector<uint64_t> input_seeds;
  std::string subject = "native";
  // What the subject compiles for, where that is not what it compiles for anyway.
  std::string target;
  // Empty: none.
  std::string fault;
  // "open", "flaky" (it did not show when the same module was judged once more) or "fixed".
  std::string status = "open";
  // The finding's class; nothing: the oracles agree.
  std::optional<FindingClass> expect;
  std::string signature;
  // Where the bug is reported, "#17231" or several with commas between; empty: not known to be.
  std::string upstream;
  // What the signature goes by beside the class, without words for people, and the pass to blame, which may be a step
  // of the build. Nothing where they were not stored.
  std::optional<FindingFacts> facts;
  std::string blamed;
  std::string note;
  // Where Python imports passes of one's own from (oracles/core/python_path.h).
  std::vector<std::string> python_path;
};

// What a case keeps of a finding's facts.
FindingFacts WithoutWords(FindingFacts facts);

nlohmann::json CaseFileToJson(const CaseFile& file);
// What stands there as python_path; nothing where that is no list.
std::vector<std::string> PythonPathOf(const nlohmann::json& json);
// Diag kCorrupt or kUnknownName, naming the key.
Result<CaseFile> CaseFileFromJson(Context& ctx, const nlohmann::json& json);

// A case folder, or a module's file alone: the reduced module where there is one. A lone file gets the inputs of
// seed 1, and is run from `entry` (EntryOf where that is empty).
struct LoadedCase {
  CaseFile file;
  Case c;
};
// Diag kBadArgument where there is no such function.
Result<LoadedCase> LoadCase(Context& ctx, const std::string& path, const std::string& entry = "");

// The command that repeats the case of a folder: "assay replay FOLDER", with the fault that it was found with. The
// second form reads it from the folder's case.json. A path that a shell would take apart is quoted.
std::string ReplayCommand(const std::string& folder, std::string_view fault);
std::string ReplayCommand(const std::string& folder);
// Such a command as this process was started: with what the environment's ASSAY_COMMAND says ("./dev faults") in place
// of "assay".
std::string AsInvoked(const std::string& command);

}  // namespace assay
