#include "fuzzers/units/merge_state.h"

#include <fmt/format.h>

#include "oracles/core/oracle.h"

namespace assay {

void MergeTotals::Add(const UnitHead& head) {
  tally.Add(head.summary.tally);
  cases += head.summary.cases;
  clocked += head.outside.cases.size();
  whole += head.summary.whole() ? 1 : 0;
  for (const auto* buckets_of : {&head.summary.findings, &head.outside.findings}) {
    for (const auto& [id, bucket] : *buckets_of) {
      Bucket& sum = buckets[id];
      sum.seen += bucket.seen;
      sum.seers.insert(bucket.oracle);
      sum.seers.insert(bucket.also.begin(), bucket.also.end());
      sum.was_new |= bucket.known_as.empty();
      // Of several names the first in order.
      if (!bucket.known_as.empty() && (sum.known_as.empty() || bucket.known_as < sum.known_as)) {
        sum.known_as = bucket.known_as;
        sum.upstream = bucket.upstream;
      }
    }
  }
}

const std::string& CopiesDifferSignature() {
  static const std::string signature = "deterministic|differs|copies of a unit";
  return signature;
}

Status MergeState::Claim(const CampaignIdentity& campaign, const std::string& place) {
  if (auto part = campaign.options.find("only"); part != campaign.options.end())
    return Diag{DiagKind::kCorrupt,
                {},
                fmt::format("{}: of no campaign: a part, by --only {}, is for looking", place, part->second),
                "",
                {}};
  if (!campaign_) {
    campaign_ = campaign;
    copies_.emplace(campaign.cases, [](const CopyKey& copy) -> Result<std::string> {
      ASSAY_TRY(FolderReader reader, OpenCopy(copy.place));
      return reader.Read(kTrailName, kMostUnitFileBytes);
    });
  }
  if (*campaign_ == campaign) return Done{};
  return Diag{DiagKind::kCorrupt,
              {},
              fmt::format("{}: of another campaign: {}", place, Differences(*campaign_, campaign)),
              "",
              {}};
}

Result<bool> MergeState::Take(UnitCopy copy) {
  const UnitSummary& summary = copy.head.summary;
  CopyKey key{.unit = summary.unit,
              .id = summary.Id(),
              .digest = copy.head.manifest.digest,
              .outside = copy.head.manifest.outside,
              .cases = summary.cases,
              .clocked = copy.head.outside.cases.size(),
              .place = copy.place};
  ASSAY_TRY(bool fresh, copies_->Add(std::move(key)));
  // Summed on the way, which is right as long as no unit has come twice with something new.
  if (fresh && !copies_->replaced()) totals_.Add(copy.head);
  return fresh;
}

void MergeState::Take(FoundFolder found) {
  if (found.signature == CopiesDifferSignature()) return;
  auto [at, fresh] = findings_.try_emplace(FindingId(found.signature), found);
  if (!fresh && found.rank < at->second.rank) at->second = std::move(found);
}

void MergeState::Take(const FolderReader& folder, const CorpusFile& file) {
  auto is_module = [&] {
    Result<std::string> text = folder.Read(file.path, kMostEntryBytes);
    return text.ok() && CorpusEntryOf(*text).has_value();
  };
  corpus_.Offer(file.digest, file.size, file.reached, fmt::format("{}/{}", folder.folder(), file.path), is_module);
}

Result<bool> MergeState::Take(UnitSource source) {
  ASSAY_TRY(FolderReader folder, FolderReader::Open(source.copy.place));
  ASSAY_TRY(bool fresh, Take(std::move(source.copy)));
  // Also of a copy that another one says all of: the clock may have had a part in what it found.
  for (FoundFolder& found : source.findings) Take(std::move(found));
  for (const CorpusFile& file : source.corpus) Take(folder, file);
  return fresh;
}

Result<MergeTotals> MergeState::Totals() const {
  if (!copies_ || !copies_->replaced()) return totals_;
  MergeTotals totals;
  for (const auto& [unit, copies] : copies_->units()) {
    ASSAY_TRY(FolderReader reader, OpenCopy(copies[0].place));
    ASSAY_TRY(UnitHead head, ReadUnitHead(reader));
    totals.Add(head);
  }
  return totals;
}

}  // namespace assay
