// What a mutation measurement has found out so far, in a file of JSON lines: what is reached, then each trial as it
// ends. One that was broken off, or whose sample was smaller, is gone on with. Tested by mutation_test.cc.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fuzzers/bench/mutation.h"

namespace assay {

class MutationState {
 public:
  // Without a file nothing is kept. Diag kIo, kEnvironment, kCorrupt, or kBadArgument when the file is of other
  // mutants, another seed or budget, or other suites.
  static Result<MutationState> Open(const MutationOptions& options);

  // In order; nothing before they were set.
  const std::optional<std::vector<uint32_t>>& reached() const { return reached_; }
  Status SetReached(std::vector<uint32_t> numbers);
  // nullptr when that mutant was not tried.
  const MutationTrial* Find(uint32_t number) const;
  void Add(const MutationTrial& trial);
  // Whether one that was tried shows at all.
  void AddDetected(const DetectedMutant& detected);

 private:
  Status Read(const MutationOptions& options);
  bool ReadTrial(const MutationOptions& options, const nlohmann::json& line);
  Status Append(const nlohmann::json& line) const;

  std::string path_;
  // What the measurement is, as its first line says it.
  nlohmann::json about_;
  std::optional<std::vector<uint32_t>> reached_;
  std::map<uint32_t, MutationTrial> trials_;
};

}  // namespace assay
