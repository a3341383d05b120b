#include "cli/outcome_flags.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/refused.h"
#include "cli/say.h"
#include "fuzzers/units/missing_units.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/plural.h"

namespace assay {

void AddOutcomeFlags(Command sub, OutcomeFlags& flags) {
  AddUnitFlag(sub, flags.unit,
              "Judge the cases K, K+N, K+2N, … alone, and leave what came of them in the folder --out");
  sub.AddOption("--out", flags.out, "The unit's folder, for assay merge and --from").Needs("--unit");
  sub.AddOption("--from", flags.from, "Judge nothing: take what units came to, from their folders and merges")
      .TypeName("DIR")
      .Excludes("--unit");
}

Result<SharedOutcomes> SharedOutcomes::Of(const OutcomeFlags& flags, CampaignIdentity identity) {
  SharedOutcomes shared;
  identity.build = BuildIdentity();
  std::erase_if(identity.options, [](const auto& option) { return option.second.empty(); });
  shared.out_ = flags.out;
  shared.identity_ = std::move(identity);
  if (flags.unit.given()) {
    ASSAY_TRY(shared.unit_, ParseUnit(flags.unit.unit));
    if (flags.out.empty())
      return Diag{DiagKind::kBadArgument, {}, "missing value: --unit needs --out, the unit's folder", "", {}};
    shared.identity_.units = shared.unit_->units;
    ASSAY_TRY(shared.outcomes_, OutcomesAt(flags.out, shared.identity_, shared.unit_->unit));
  }
  if (flags.from.empty()) return shared;
  shared.taken_over_ = true;
  ASSAY_TRY(OutcomesRead read, ReadOutcomes(flags.from, shared.identity_));
  SayRefused(read.refused);
  shared.refused_ = !read.refused.empty();
  shared.outcomes_ = std::move(read.outcomes);
  shared.differing_ = std::move(read.differing);
  if (read.splits.size() == 1) shared.split_ = *read.splits.begin();
  return shared;
}

std::optional<IsolatedResult> SharedOutcomes::Given(uint64_t number) const {
  IsolatedResult none{.finished = false, .skipped = true, .text = "not judged"};
  if (unit_ && !IsOfUnit(number, unit_->unit, unit_->units)) return none;
  auto found = outcomes_.find(number);
  // Of the unit, what an earlier attempt judged is known.
  if (unit_) return found == outcomes_.end() ? std::nullopt : std::optional(found->second);
  if (!taken_over_) return std::nullopt;
  return found == outcomes_.end() ? none : found->second;
}

Status SharedOutcomes::Write(uint64_t all) const {
  CampaignIdentity identity = identity_;
  identity.cases = std::max<uint64_t>(1, PlacesOf(all, identity.units));
  // Somebody else may have come first.
  ASSAY_TRY([[maybe_unused]] std::optional<UnitHead> there, UnitAt(out_, identity, unit_->unit));
  ASSAY_TRY(uint64_t judged, WriteOutcomes(out_, identity, unit_->unit, all, outcomes_));
  uint64_t own = (all + unit_->units - 1 - unit_->unit) / unit_->units;
  SayNote(
      fmt::format("unit {} of {}: {} of {} judged: {}", unit_->unit, unit_->units, judged, Counted(own, "case"), out_));
  return Done{};
}

int SharedOutcomes::NoteGaps(int code, uint64_t all) const {
  std::vector<uint64_t> missing;
  std::set<uint64_t> units;
  for (uint64_t number = 0; number < all; ++number) {
    if (outcomes_.contains(number)) continue;
    missing.push_back(number);
    if (split_ > 0) units.insert(number % split_);
  }
  if (!missing.empty()) {
    std::string of =
        units.empty() ? "" : fmt::format(", of units {} of {}", ArrayOf({units.begin(), units.end()}), split_);
    SayError(fmt::format("{} of {} not judged by any unit: numbers {}{}", ShowCount(missing.size()),
                         Counted(all, "case"), ArrayOf(missing), of));
  }
  for (const auto& [number, folders] : differing_)
    SayError(fmt::format("case number {}: {} and {} say otherwise", number, folders.first, folders.second));
  if (code != kClean) return code;
  return !missing.empty() || refused_ ? kBadInput : differing_.empty() ? kClean : kMismatch;
}

}  // namespace assay
