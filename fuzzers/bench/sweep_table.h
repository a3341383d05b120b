// The table that campaigns sweep (generators/sweep), gone through without judging: rows and pairs of each operator and
// family of kernels, and whether each module of it is well-formed. Tested by sweep_table_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "generators/sweep/sweep.h"

namespace assay {

struct SweepTableResult {
  std::vector<SweptUnit> units;
  uint64_t modules = 0, calls = 0;
  // The first texts of rules that modules break, and how many modules do.
  std::vector<std::string> ill_formed_why;
  uint64_t ill_formed = 0;
  // Seconds for the plan, which a campaign needs too.
  double plan_seconds = 0;
};

// `progress` is called now and then with the number of modules so far.
SweepTableResult MeasureSweep(const SweepOptions& options, const std::function<void(uint64_t)>& progress = nullptr);
// The sum over all units.
SweptUnit Total(const SweepTableResult& result);
// The object that `bench sweep --json` prints, without the seconds.
nlohmann::json SweepTableJson(const SweepTableResult& result);

}  // namespace assay
