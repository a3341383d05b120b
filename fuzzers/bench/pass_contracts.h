// Contracts of TIR passes, on random kernels: a pass keeps its input, gives well-formed modules, does the same
// through Sequential, does nothing the second time, is readable as text, and above all keeps results: bit for bit, by
// the reference interpreter before and after, and by machine code after. Tested by pass_contracts_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "passes/pass.h"

namespace assay {

struct PassContractOptions {
  PassCall pass;
  // Passes that make what it works on, before it.
  std::vector<PassCall> before;
  uint64_t kernels = 2000;
  uint64_t seed = 1;
  // Kernels are launches of threads, as --profile gpu makes them.
  bool launches = false;
  std::function<void(uint64_t)> progress = nullptr;
  // Is shown each module with the seed that it was drawn from: a golden text, or the module alone where the pass
  // refuses it.
  std::function<void(uint64_t, const std::string&)> show = nullptr;
};

struct ContractBreach {
  uint64_t seed = 0;
  // "results", "idempotent", "round_trip", …
  std::string contract;
  std::string kernel;
  std::string what;
  // What the pass was given.
  std::string module;
};

struct PassContractResult {
  uint64_t kernels = 0;
  // Kernels that the pass changed.
  uint64_t changed = 0;
  // Comparisons of one run with one engine.
  uint64_t runs = 0;
  // Runs that say nothing: undefined before, out of budget, refused by machine code.
  uint64_t undecided = 0;
  // Undefined behaviour of the kernel that is gone after the pass.
  uint64_t traps_removed = 0;
  // Modules that the pass refuses, and parts that it leaves with a note, by reason.
  std::map<std::string, uint64_t> refusals;
  std::vector<ContractBreach> breaches;
};

PassContractResult CheckPassContract(const PassContractOptions& options);
// The passes that `bench contracts` puts before one when nothing else is said: names as ParsePassList reads them.
std::string_view PassesBefore(std::string_view pass);
// What it has kernels made of, so that the pass has something to do; all when empty.
std::vector<DType> DTypesBefore(std::string_view pass);

nlohmann::json PassContractJson(const PassContractResult& result);

}  // namespace assay
