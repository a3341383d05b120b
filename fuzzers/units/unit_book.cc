#include "fuzzers/units/unit_book.h"

#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/finding_files.h"
#include "fuzzers/units/digest.h"
#include "fuzzers/units/manifest.h"

namespace assay {
namespace {

std::string BytesOf(const std::vector<uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

UnitBook::UnitBook(const CampaignOptions& options, UnitSummary summary, const KnownBugs& known, const Corpus& snapshot)
    : options_(options), summary_(std::move(summary)), known_(known) {
  for (const Corpus::Entry& entry : snapshot.entries()) reached_.insert(entry.reached.begin(), entry.reached.end());
}

// Of what the oracles said of the case and of what it reached, before anything is reduced.
std::string UnitBook::TrailOf(const FinishedCase& one) const {
  if (one.outcome.of_clock) return std::string(kClockLine);
  nlohmann::json json = OutcomeToJson(one.outcome);
  std::string module = BytesOf(one.outcome.module);
  json["module"] = DigestOf(module);
  json["crashed"] = one.crash_signature;
  return DigestOf(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)).substr(0, kTrailDigits);
}

void UnitBook::Take(Buckets& buckets, const FindingMessage& message, bool of_clock) {
  const std::string& text = message.reduced ? *message.reduced : message.module ? *message.module : std::string();
  RepresentativeRank rank{of_clock,      message.flaky, text.empty() ? message.bytes.size() : text.size(),
                          summary_.unit, message.run,   ""};
  Bucket& bucket = buckets[message.signature];
  ++bucket.seen;
  bucket.seers.insert(message.finding.oracle);
  bucket.seers.insert(message.finding.also.begin(), message.finding.also.end());
  if (bucket.seen > 1 && bucket.rank <= rank) return;
  bucket.rank = rank;
  bucket.message = message;
  bucket.known = known_.Find(message.signature);
}

// What is kept reached something that neither the snapshot nor an earlier case of the unit did.
void UnitBook::Learn(const CaseOutcome& outcome) {
  if (!options_.evolve) return;
  bool first = false;
  for (uint32_t feature : outcome.reached) first |= reached_.insert(feature).second;
  for (const std::string& move : outcome.moves) {
    ++summary_.tally.moves[move].made;
    summary_.tally.moves[move].kept += first ? 1 : 0;
  }
  if (!first) return;
  ++summary_.tally.kept;
  kept_.push_back({"", outcome.module, outcome.reached});
}

void UnitBook::Add(FinishedCase one) {
  uint64_t run = one.outcome.run;
  trail_ += TrailOf(one) + "\n";
  ++summary_.cases;
  Tally& tally = summary_.tally;
  ++tally.runs;
  if (one.outcome.of_clock) {
    clocked_[run] = one.found.empty() ? "the subject gave no answer in time" : one.found[0].message.finding.detail;
  } else {
    tally.Add(one.outcome.tally);
    OracleTally& crash = tally.oracles[std::string(kCrashOracle)];
    ++(one.crashed() ? crash.finding : crash.agree);
    Learn(one.outcome);
  }
  for (const FinishedCase::Found& found : one.found) {
    bool of_clock = found.of_clock || one.outcome.of_clock;
    if (of_clock && !one.outcome.of_clock) clocked_[run] = found.message.how;
    Take(of_clock ? outside_ : buckets_, found.message, of_clock);
  }
}

BucketSummary UnitBook::SummaryOf(const Bucket& bucket) const {
  const Finding& finding = bucket.message.finding;
  BucketSummary summary{bucket.message.signature, finding.oracle, finding.pass, finding.klass, {}, bucket.seen, "", ""};
  for (const std::string& oracle : bucket.seers) {
    if (oracle != finding.oracle) summary.also.push_back(oracle);
  }
  if (bucket.known != nullptr) {
    summary.known_as = bucket.known->name;
    summary.upstream = bucket.known->upstream;
  }
  return summary;
}

FindingRecord UnitBook::RecordOf(const std::string& id, const Bucket& bucket) const {
  FindingRecord record = assay::RecordOf(bucket.message);
  BucketSummary summary = SummaryOf(bucket);
  record.id = id;
  record.also = summary.also;
  record.seen = summary.seen;
  record.known_as = summary.known_as;
  record.upstream = summary.upstream;
  return record;
}

void UnitBook::AddFiles(const Buckets& buckets, bool outside, std::map<std::string, std::string>& files) const {
  for (const auto& [signature, bucket] : buckets) {
    std::string id = FindingId(signature);
    nlohmann::json environment{{"assay", summary_.campaign.build},
                               {"subject", summary_.campaign.subject},
                               {"version", summary_.campaign.version},
                               {"target", options_.target},
                               {"faults", options_.faults},
                               {"seed", options_.seed},
                               {"unit", summary_.unit},
                               {"run", bucket.message.run},
                               {"of_clock", bucket.rank.of_clock}};
    std::string_view fault = options_.faults.empty() ? std::string_view() : options_.faults[0];
    FindingFiles own = FilesOf(options_, bucket.message, RecordOf(id, bucket),
                               {std::move(environment), ReplayCommand("findings/" + id, fault)});
    for (auto& [name, text] : own)
      files[fmt::format("{}findings/{}/{}", outside ? kOutsideFolder : "", id, name)] = std::move(text);
  }
}

std::map<std::string, std::string> UnitBook::Files() const {
  std::map<std::string, std::string> files;
  AddFiles(buckets_, false, files);
  AddFiles(outside_, true, files);
  for (const Corpus::Entry& entry : kept_) {
    std::string text = CorpusText(entry);
    files[fmt::format("corpus/{}.py", DigestOf(text))] = std::move(text);
  }
  UnitSummary summary = summary_;
  for (const auto& [signature, bucket] : buckets_) summary.findings[FindingId(signature)] = SummaryOf(bucket);
  files[kUnitName] = SummaryText(summary);
  files[kTrailName] = trail_;
  if (clocked_.empty() && outside_.empty()) return files;
  OutsideSummary outside{clocked_, {}};
  for (const auto& [signature, bucket] : outside_) outside.findings[FindingId(signature)] = SummaryOf(bucket);
  files[kOutsideName] = OutsideText(outside);
  return files;
}

std::vector<FindingRecord> UnitBook::Records(const std::string& folder) const {
  std::vector<FindingRecord> records;
  auto add = [&](const Buckets& buckets, bool outside) {
    for (const auto& [signature, bucket] : buckets) {
      std::string id = FindingId(signature);
      records.push_back(RecordOf(id, bucket));
      records.back().path = fmt::format("{}/{}findings/{}", folder, outside ? kOutsideFolder : "", id);
    }
  };
  add(buckets_, false);
  add(outside_, true);
  return records;
}

}  // namespace assay
