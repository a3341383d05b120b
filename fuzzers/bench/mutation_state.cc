#include "fuzzers/bench/mutation_state.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "ir/support/file.h"
#include "ir/support/hash.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

// Numbers mean something within one build alone.
std::string Fingerprint(const std::vector<MutantSpec>& mutants) {
  uint64_t hash = HashCombine(0, mutants.size());
  for (const MutantSpec& one : mutants) {
    hash = HashText(one.text, HashText(one.kind, HashText(one.file, HashCombine(hash, one.number))));
  }
  return fmt::format("{:016x}", hash);
}

Diag Corrupt(const std::string& path, size_t line) {
  return {DiagKind::kCorrupt, {}, fmt::format("{}:{} is no line of a mutation measurement", path, line), "", {}};
}

// What was being written when the measurement was broken off goes.
Status DropUnfinishedLine(const std::string& path, const std::string& text) {
  size_t end = text.rfind('\n') + 1;
  std::error_code error;
  if (end != text.size()) std::filesystem::resize_file(path, end, error);
  return error ? Status(Diag{DiagKind::kEnvironment, {}, fmt::format("cannot write {}", path), "", {}}) : Done{};
}

nlohmann::json DetectedJson(const DetectedMutant& one) {
  return {{"number", one.number}, {"shown", ShownName(one.shown)}, {"where", one.where},
          {"run", one.run},       {"reached", one.reached},        {"differing", one.differing}};
}

// Nothing where the line is of a trial.
std::optional<DetectedMutant> DetectedOf(const nlohmann::json& line) {
  auto number = [&](const char* key) -> uint64_t {
    return line.contains(key) && line[key].is_number_unsigned() ? line[key].get<uint64_t>() : 0;
  };
  bool whole =
      line.contains("shown") && line["shown"].is_string() && line.contains("where") && line["where"].is_string();
  if (!whole) return std::nullopt;
  return DetectedMutant{static_cast<uint32_t>(number("number")),
                        ShownOf(line["shown"].get<std::string>()),
                        line["where"].get<std::string>(),
                        number("run"),
                        number("reached"),
                        number("differing")};
}

}  // namespace

Result<MutationState> MutationState::Open(const MutationOptions& options) {
  MutationState state;
  state.path_ = options.state;
  state.about_ = {{"mutants", Fingerprint(options.mutants)}, {"seed", options.seed}, {"budget", options.seconds}};
  if (!options.suites.empty()) state.about_["suites"] = options.suites;
  if (options.suites_first) state.about_["suites_first"] = true;
  if (!options.state.empty() && std::filesystem::exists(options.state)) {
    ASSAY_RETURN_IF_ERROR(state.Read(options));
  }
  return state;
}

Status MutationState::Read(const MutationOptions& options) {
  ASSAY_TRY(std::string written, ReadFile(path_));
  ASSAY_RETURN_IF_ERROR(DropUnfinishedLine(path_, written));
  std::stringstream text(written);
  size_t number = 0;
  for (std::string line; std::getline(text, line) && !text.eof();) {
    nlohmann::json json = JsonOf(line);
    if (++number > 1) {
      if (!ReadTrial(options, json)) return Corrupt(path_, number);
      continue;
    }
    auto reached = json.find("reached");
    bool listed = json.is_object() && reached != json.end() && reached->is_array();
    if (!listed || !std::ranges::all_of(*reached, &nlohmann::json::is_number_unsigned)) return Corrupt(path_, number);
    reached_ = reached->get<std::vector<uint32_t>>();
    json.erase("reached");
    if (json != about_) {
      return Diag{DiagKind::kBadArgument,
                  {},
                  fmt::format("{} is of another build, seed or budget, or of other suites: {} is not {}", path_,
                              json.dump(), about_.dump()),
                  "",
                  {}};
    }
  }
  return Done{};
}

bool MutationState::ReadTrial(const MutationOptions& options, const nlohmann::json& line) {
  bool numbered = line.is_object() && line.contains("number") && line["number"].is_number_unsigned();
  if (!numbered) return false;
  auto mutant = std::ranges::find(options.mutants, line["number"].get<uint32_t>(), &MutantSpec::number);
  if (std::optional<DetectedMutant> detected = DetectedOf(line)) {
    auto tried = trials_.find(detected->number);
    if (tried != trials_.end()) tried->second.detected = std::move(*detected);
    return tried != trials_.end();
  }
  std::optional<MutationTrial> trial = mutant == options.mutants.end() ? std::nullopt : TrialOf(*mutant, line);
  if (trial) trials_.insert_or_assign(mutant->number, *trial);
  return trial.has_value();
}

Status MutationState::Append(const nlohmann::json& line) const {
  if (path_.empty()) return Done{};
  std::ofstream out(path_, std::ios::binary | std::ios::app);
  out << line.dump() + "\n" << std::flush;
  if (!out) return Diag{DiagKind::kEnvironment, {}, fmt::format("cannot write {}", path_), "", {}};
  return Done{};
}

Status MutationState::SetReached(std::vector<uint32_t> numbers) {
  std::ranges::sort(numbers);
  reached_ = std::move(numbers);
  nlohmann::json line = about_;
  line["reached"] = *reached_;
  return Append(line);
}

const MutationTrial* MutationState::Find(uint32_t number) const {
  auto found = trials_.find(number);
  return found == trials_.end() ? nullptr : &found->second;
}

void MutationState::Add(const MutationTrial& trial) {
  nlohmann::json line = TrialJson(trial);
  line["number"] = trial.mutant.number;
  // What cannot be kept is still known to this measurement.
  (void)Append(line).ok();
  trials_.insert_or_assign(trial.mutant.number, trial);
}

void MutationState::AddDetected(const DetectedMutant& detected) {
  auto tried = trials_.find(detected.number);
  if (tried == trials_.end()) return;
  (void)Append(DetectedJson(detected)).ok();
  tried->second.detected = detected;
}

}  // namespace assay
