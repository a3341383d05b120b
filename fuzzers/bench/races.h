// Races: what the reference interpreter's search for races sees. Launches of threads are generated that have none, and
// run in several orders; then a barrier, or a guard around an access, is taken out of each, and the search has to speak
// where the order shows in the result, or memory is read that nothing wrote. Tested by races_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/module.h"

namespace assay {

struct RacesOptions {
  // Kernels to generate; each is run as it is, and once more with something taken out, where there is anything.
  uint64_t kernels = 1000;
  // Of the first kernel; the next one has the next.
  uint64_t seed = 1;
  // What is taken out of kernels, beside running them as they are.
  bool cut = true;
  std::function<void(uint64_t)> progress = nullptr;
};

struct RaceCase {
  uint64_t seed = 0;
  std::string what;
  // TVMScript.
  std::string module;
};

struct RacesResult {
  uint64_t kernels = 0;
  // Of these, with a barrier; with an exchange among lanes; that the engine refuses or that run out of budget.
  uint64_t with_barrier = 0, with_exchange = 0, not_run = 0;
  // Clean ones that the search flags, or whose result shows the order of the threads.
  std::vector<RaceCase> false_alarms;
  // Kernels with something taken out; of them, those that depend on the order or read what nothing wrote.
  uint64_t cut = 0, harmed = 0, harmed_and_flagged = 0;
  // Flagged although the orders tried gave one result: a race all the same.
  uint64_t flagged_alone = 0;
  // By kind of trap.
  std::map<std::string, uint64_t> kinds;
  std::vector<RaceCase> missed;
};

RacesResult MeasureRaces(const RacesOptions& options);
nlohmann::json RacesJson(const RacesResult& result);

// How many things can be taken out of the function: barriers, and guards without another branch. And the function
// without one of them.
size_t CutsOf(const PrimFunc& func);
const PrimFunc* WithoutCut(Context& ctx, const PrimFunc& func, size_t which);

}  // namespace assay
