#include "fuzzers/bench/dedup.h"

#include <algorithm>
#include <map>

#include "ir/support/interrupt.h"

namespace assay {
namespace {

// Reduced far enough for its signature; there are many.
constexpr double kReduceSeconds = 5;

Result<DedupRow> Collect(const PlantedBug& bug, const DedupOptions& options) {
  CampaignOptions campaign;
  campaign.seed = options.seed;
  campaign.seconds = options.seconds;
  campaign.cpu_seconds = true;
  campaign.jobs = options.jobs;
  campaign.most_findings = options.findings;
  campaign.reductions_per_kind = static_cast<int>(options.findings);
  campaign.reduce_seconds = kReduceSeconds;
  campaign.quiet = true;
  campaign.faults = {bug.name};
  if (!options.out.empty()) campaign.out = options.out + "/" + bug.name;
  ASSAY_TRY(CampaignResult result, RunCampaign(campaign));
  DedupRow row{.bug = bug.name, .buckets = {}, .seconds = result.seconds};
  for (const FindingRecord& finding : result.findings) row.buckets.push_back({finding.signature, finding.seen});
  std::ranges::sort(row.buckets, [](const DedupBucket& a, const DedupBucket& b) {
    return a.findings != b.findings ? a.findings > b.findings : a.signature < b.signature;
  });
  return row;
}

}  // namespace

uint64_t DedupRow::findings() const {
  uint64_t sum = 0;
  for (const DedupBucket& bucket : buckets) sum += bucket.findings;
  return sum;
}

void Settle(DedupResult& result) {
  std::map<std::string, uint64_t> most;
  for (const DedupRow& row : result.rows) {
    for (const DedupBucket& bucket : row.buckets)
      most[bucket.signature] = std::max(most[bucket.signature], bucket.findings);
  }
  // Of two bugs with as many, the first has it.
  std::map<std::string, std::string> owner;
  for (DedupRow& row : result.rows) {
    row.right = 0;
    if (row.buckets.empty()) continue;
    const DedupBucket& largest = row.buckets.front();
    bool owns = largest.findings == most[largest.signature] && owner.emplace(largest.signature, row.bug).second;
    if (owns) row.right = largest.findings;
  }
}

double DedupResult::right_share() const {
  uint64_t right = 0, all = 0;
  for (const DedupRow& row : rows) {
    right += row.right;
    all += row.findings();
  }
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

double DedupResult::buckets_per_bug() const {
  size_t buckets = 0, bugs = 0;
  for (const DedupRow& row : rows) {
    buckets += row.buckets.size();
    bugs += row.buckets.empty() ? 0 : 1;
  }
  return bugs == 0 ? 0 : static_cast<double>(buckets) / static_cast<double>(bugs);
}

Result<DedupResult> MeasureDedup(const DedupOptions& options) {
  DedupResult result;
  for (const PlantedBug& bug : options.bugs) {
    options.switch_on(bug.name);
    ASSAY_TRY(DedupRow row, Collect(bug, options));
    // A campaign that was broken off says nothing of its bug.
    if (Interrupted()) break;
    result.rows.push_back(row);
    if (options.progress) options.progress(row);
  }
  Settle(result);
  return result;
}

nlohmann::json DedupJson(const DedupResult& result) {
  nlohmann::json rows = nlohmann::json::array();
  for (const DedupRow& row : result.rows) {
    nlohmann::json buckets = nlohmann::json::array();
    for (const DedupBucket& bucket : row.buckets)
      buckets.push_back({{"signature", bucket.signature}, {"findings", bucket.findings}});
    rows.push_back({{"name", row.bug},
                    {"findings", row.findings()},
                    {"right", row.right},
                    {"seconds", row.seconds},
                    {"buckets", buckets}});
  }
  return {{"right_share", result.right_share()}, {"buckets_per_fault", result.buckets_per_bug()}, {"faults", rows}};
}

}  // namespace assay
