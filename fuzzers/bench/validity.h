// Validity: of very many generated modules, how many are well-formed and compile, and why the others are refused. What
// is neither compiled nor clearly refused is a failure. Tested by validity_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "generators/modules/generate.h"

namespace assay {

struct ValidityOptions {
  uint64_t modules = 10'000;
  // Of the first module; the next one has the next.
  uint64_t seed = 1;
  GenOptions generate = {};
  // One module in so many is made machine code of; the others end as bytecode. 0: none.
  uint64_t machine_code_one_in = 16;
  // Called now and then with the number of modules so far.
  std::function<void(uint64_t)> progress = nullptr;
};

struct ValidityFailure {
  uint64_t seed = 0;
  // "ill_formed", or the kind of refusal that no well-formed module may meet: "bad_input", "internal", "needs".
  std::string kind;
  std::string what;
  // TVMScript.
  std::string module;
};

struct ValidityResult {
  uint64_t modules = 0;
  uint64_t well_formed = 0;
  uint64_t compiled = 0;
  // Of the compiled ones, those that are machine code.
  uint64_t machine_code = 0;
  // Clear refusals, by reason without names and numbers.
  std::map<std::string, uint64_t> refusals;
  std::vector<ValidityFailure> failures;
};

ValidityResult MeasureValidity(const ValidityOptions& options);
// The same question about one module.
void JudgeValidity(Context& ctx, const Module& module, uint64_t seed, bool machine_code, ValidityResult& result);

// The object that `bench validity --json` prints, without the seconds.
nlohmann::json ValidityJson(const ValidityResult& result);

}  // namespace assay
