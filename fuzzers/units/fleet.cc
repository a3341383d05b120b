#include "fuzzers/units/fleet.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include "fuzzers/units/merge.h"
#include "fuzzers/units/merge_inputs.h"
#include "fuzzers/units/missing_units.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

constexpr std::string_view kCorpusFolder = "corpus/";

// Everything that was read of one campaign, as a merge of it knows it.
class FleetReader {
 public:
  void Read(const std::string& folder) {
    Status status = IsMerge(folder) ? TakeMerge(folder) : TakeUnit(folder);
    if (!status.ok()) fleet_.refused.push_back(status.error().message);
  }
  void Refuse(std::vector<std::string> why) { std::ranges::move(why, std::back_inserter(fleet_.refused)); }
  Result<Fleet> Take() &&;

 private:
  MergeState& StateOf(const CampaignIdentity& campaign) {
    std::unique_ptr<MergeState>& state = states_[campaign.Id()];
    if (state == nullptr) state = std::make_unique<MergeState>();
    return *state;
  }
  Status TakeUnit(const std::string& folder) {
    ASSAY_TRY(UnitSource source, ReadUnit(folder));
    const CampaignIdentity campaign = source.copy.head.summary.campaign;
    MergeState& state = StateOf(campaign);
    ASSAY_RETURN_IF_ERROR(state.Claim(campaign, folder));
    ASSAY_TRY([[maybe_unused]] bool fresh, state.Take(std::move(source)));
    return Done{};
  }
  Status TakeMerge(const std::string& folder) {
    ASSAY_TRY(FolderReader reader, FolderReader::Open(folder));
    ASSAY_TRY(CampaignIdentity campaign, ReadMergeIdentity(reader));
    ASSAY_TRY(MergeRead read, ReadMerge(folder, MergeRole::kInput, StateOf(campaign)));
    Refuse(std::move(read.refused));
    return Done{};
  }
  Result<FleetCampaign> CampaignOf(const MergeState& state);

  Fleet fleet_;
  std::map<std::string, std::unique_ptr<MergeState>> states_;
};

// What an entry that stays reaches, by its digest.
Result<std::map<std::string, Reached>> ReachedBy(const MergeState& state) {
  std::map<std::string, Reached> reached;
  for (const auto& [digest, place] : state.corpus().Entries()) {
    std::filesystem::path path = place;
    ASSAY_TRY(FolderReader folder, FolderReader::Open(path.parent_path()));
    ASSAY_TRY(CorpusFile file, ReadCorpusFile(folder, path.filename()));
    reached.emplace(digest, std::move(file.reached));
  }
  return reached;
}

// Of units in order; whether none before has it.
bool Count(const BucketSummary& one, uint64_t unit, FleetBucket& bucket) {
  bool fresh = bucket.units == 0;
  if (fresh) bucket.first = unit;
  bucket.signature = one.signature;
  if (bucket.known_as.empty()) bucket.known_as = one.known_as;
  ++bucket.units;
  bucket.seen += one.seen;
  return fresh;
}

// An entry belongs to the first unit that lists it.
Result<FleetCampaign> FleetReader::CampaignOf(const MergeState& state) {
  FleetCampaign campaign{.campaign = *state.campaign()};
  ASSAY_TRY(auto reached, ReachedBy(state));
  std::map<std::string, FleetBucket> buckets;
  std::set<uint32_t> features;
  uint64_t next = 0;
  for (const auto& [number, copies] : state.copies().units()) {
    for (; next < number; ++next) campaign.missing.push_back(next);
    ++next;
    ASSAY_TRY(FolderReader copy, OpenCopy(copies[0].place));
    ASSAY_TRY(UnitHead head, ReadUnitHead(copy));
    FleetUnit unit{.unit = number, .cases = head.summary.cases, .clocked = head.outside.cases.size()};
    for (const auto* found : {&head.summary.findings, &head.outside.findings}) {
      unit.buckets += found->size();
      for (const auto& [id, bucket] : *found) unit.new_buckets += Count(bucket, number, buckets[id]) ? 1 : 0;
    }
    for (const auto& [path, digest] : head.manifest.digests) {
      auto entry = path.starts_with(kCorpusFolder) ? reached.extract(digest) : decltype(reached)::node_type();
      if (entry.empty()) continue;
      ++unit.new_entries;
      for (uint32_t feature : entry.mapped()) unit.new_features += features.insert(feature).second ? 1 : 0;
    }
    campaign.whole += head.summary.whole() ? 1 : 0;
    campaign.cases += unit.cases;
    campaign.entries += unit.new_entries;
    campaign.units.push_back(unit);
  }
  for (; next < campaign.campaign.units; ++next) campaign.missing.push_back(next);
  for (auto& [id, bucket] : buckets) campaign.buckets.push_back(std::move(bucket));
  std::ranges::sort(campaign.buckets, {}, [](const FleetBucket& one) { return std::tie(one.first, one.signature); });
  campaign.features = features.size();
  return campaign;
}

Result<Fleet> FleetReader::Take() && {
  for (const auto& [id, state] : states_) {
    // Everything of it was refused.
    if (!state->campaign()) continue;
    ASSAY_TRY(FleetCampaign campaign, CampaignOf(*state));
    fleet_.campaigns.push_back(std::move(campaign));
  }
  std::ranges::sort(fleet_.campaigns, {},
                    [](const FleetCampaign& one) { return std::pair(one.Name(), one.campaign.Id()); });
  return std::move(fleet_);
}

}  // namespace

std::string FleetCampaign::Name() const {
  std::string name = campaign.subject;
  if (!campaign.version.empty() && campaign.version != campaign.subject) name += fmt::format(" ({})", campaign.version);
  if (!campaign.target.empty()) name += " for " + campaign.target;
  return fmt::format("{}, seed {}", name, campaign.seed);
}

size_t FleetCampaign::Quiet() const {
  auto brought = std::find_if(units.rbegin(), units.rend(),
                              [](const FleetUnit& unit) { return unit.new_buckets + unit.new_features > 0; });
  return static_cast<size_t>(brought - units.rbegin());
}

Result<Fleet> ReadFleet(const std::vector<std::string>& paths) {
  FleetReader reader;
  for (const std::string& path : paths) {
    ASSAY_TRY(Sources sources, SourcesIn(path));
    if (sources.folders.empty() && sources.passed_over.empty()) return NoUnitsIn(path);
    reader.Refuse(std::move(sources.passed_over));
    for (const std::string& folder : sources.folders) reader.Read(folder);
  }
  return std::move(reader).Take();
}

std::vector<std::string> AlertsOf(const Fleet& fleet, size_t most) {
  std::vector<std::string> alerts;
  for (const FleetCampaign& campaign : fleet.campaigns) {
    if (size_t quiet = campaign.Quiet(); most > 0 && quiet >= most)
      alerts.push_back(
          fmt::format("nothing new in the last {} of {}: no bucket and no feature that an earlier one had not",
                      Counted(quiet, "unit"), campaign.Name()));
  }
  return alerts;
}

Result<std::map<uint64_t, double>> ParseUnitSeconds(std::string_view text, std::string_view place) {
  std::map<uint64_t, double> seconds;
  std::istringstream lines{std::string(text)};
  size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    uint64_t unit = 0;
    double took = 0;
    if (line.empty()) continue;
    if (!(words >> unit >> took) || took < 0)
      return Diag{DiagKind::kCorrupt, {}, fmt::format("invalid {}:{}: expected UNIT SECONDS", place, number), "", {}};
    seconds[unit] = took;
  }
  return seconds;
}

}  // namespace assay
