// Dedup: historical bugs switched on one at a time, findings of each collected as they come, and whether those of one
// bug land in one bucket: the measure of signatures. Tested by dedup_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fuzzers/bench/rediscovery.h"

namespace assay {

struct DedupOptions {
  std::vector<PlantedBug> bugs;
  // Findings of each, or what comes in so many seconds.
  uint64_t findings = 50;
  double seconds = 300;
  uint64_t seed = 1;
  int jobs = 1;
  // A folder with a campaign of each bug, named after it; empty: nowhere.
  std::string out;
  // Makes this bug, and no other, part of what is tested from now on.
  std::function<void(const std::string& name)> switch_on;
  // Called after each bug.
  std::function<void(const struct DedupRow&)> progress = nullptr;
};

// Findings with one signature.
struct DedupBucket {
  std::string signature;
  uint64_t findings = 0;
};

struct DedupRow {
  std::string bug;
  // The largest first.
  std::vector<DedupBucket> buckets;
  double seconds = 0;
  // Of its findings, those in its largest bucket, where no other bug has more in that; set by Settle.
  uint64_t right = 0;

  uint64_t findings() const;
};

struct DedupResult {
  std::vector<DedupRow> rows;

  // Of all findings, those in the right bucket.
  double right_share() const;
  // The mean, over bugs with findings.
  double buckets_per_bug() const;
};

// Diag of the first campaign that could not run.
Result<DedupResult> MeasureDedup(const DedupOptions& options);
// Says which findings are in the right bucket.
void Settle(DedupResult& result);
// The object that `bench dedup --json` prints.
nlohmann::json DedupJson(const DedupResult& result);

}  // namespace assay
