// Bit equality: the reference interpreter against machine code at every level, on random kernels and on inputs with
// special values. Same results, same traps at the same places, same steps; nothing is rounded away. Tested by
// bit_equality_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/support/result.h"

namespace assay {

struct BitEqualityOptions {
  // Kernels to try; a module has one or more. Each is run on ordinary and on special inputs.
  uint64_t kernels = 1000;
  // Of the first module; the next one has the next.
  uint64_t seed = 1;
  // Launches of threads, which the reference runs as threads and machine code as loops; else any other kernels. Their
  // steps are not compared.
  bool launches = false;
  // Processes that share the seeds among them.
  int jobs = 1;
  // Called now and then with the number of kernels so far.
  std::function<void(uint64_t)> progress = nullptr;
};

struct BitDifference {
  // `assay bench bit-equality --kernels 1 --seed N` compares the module's first kernel again.
  uint64_t seed = 0;
  std::string kernel;
  int opt_level = 0;
  bool special_inputs = false;
  std::string what;
  // TVMScript.
  std::string module;
};

struct BitEqualityResult {
  uint64_t kernels = 0;
  // Comparisons of one run at one level, and how many of them ended in a trap on both sides.
  uint64_t runs = 0;
  uint64_t traps = 0;
  // Kernels that machine code refuses, and runs that the reference interpreter ends where machine code reads poison.
  uint64_t refused = 0;
  uint64_t undefined = 0;
  // Kernels with a barrier, and with an exchange among lanes or a reduction over threads.
  uint64_t with_barrier = 0;
  uint64_t with_exchange = 0;
  // Kernels with a tensor of the dtype.
  std::map<std::string, uint64_t> dtypes;
  std::vector<BitDifference> differences;
};

// Diag kEnvironment when a process cannot be started, or does not come back.
Result<BitEqualityResult> CompareBitEquality(const BitEqualityOptions& options);

// The object that `bench bit-equality --json` prints, without the seconds; and back.
nlohmann::json BitEqualityJson(const BitEqualityResult& result);
BitEqualityResult BitEqualityFromJson(const nlohmann::json& json);

}  // namespace assay
