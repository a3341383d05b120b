// Summary: the file unit.json of a unit's folder: which unit of which campaign it is, how far it came, and what it
// counted. Nothing in it comes from a clock or from the machine. Tested by summary_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fuzzers/campaign/tally.h"
#include "ir/support/result.h"

namespace assay {

// What all units of a campaign share, and by which they belong together.
struct CampaignIdentity {
  // What is counted: "fuzz", "conform" or "replay".
  std::string kind = "fuzz";
  uint64_t seed = 0;
  // How many units there are, and how many cases one of them has.
  uint64_t units = 1, cases = 1;
  // assay's version, commit and kind of build.
  std::string build = {};
  // The subject by its name and with its version, what it compiles for, and what it is compared with.
  std::string subject = "native", version = {}, target = {}, against = {};
  // What else decides what a case is and what is asked of it, as the user wrote it; of files, what they hold.
  std::map<std::string, std::string> options = {};

  // 32 digits; the same for the same campaign.
  std::string Id() const;
  friend bool operator==(const CampaignIdentity&, const CampaignIdentity&) = default;
};

// Findings of one signature in one unit.
struct BucketSummary {
  std::string signature, oracle, pass;
  FindingClass klass;
  // Other oracles that saw it, sorted.
  std::vector<std::string> also;
  uint64_t seen = 1;
  // The bug on file that it is of.
  std::string known_as, upstream;
};

struct UnitSummary {
  CampaignIdentity campaign = {};
  uint64_t unit = 0;
  // Digests of the corpus that runs moved on from, and of the signatures that were known; empty: none.
  std::string snapshot = {}, known = {};
  // Cases done: the first so many of the unit's.
  uint64_t cases = 0;
  Tally tally = {};
  // By FindingId of the signature.
  std::map<std::string, BucketSummary> findings = {};

  // Of the unit, whatever it came to: units of one id are the same work.
  std::string Id() const;
  bool whole() const { return cases == campaign.cases; }
};

std::string SummaryText(const UnitSummary& summary);
// Diag kCorrupt at `place` for what is none.
Result<UnitSummary> ParseSummary(std::string_view text, std::string_view place);

// What a clock had a part in, which stands outside of what is compared (outside/cases.json).
struct OutsideSummary {
  // Why, by run.
  std::map<uint64_t, std::string> cases;
  std::map<std::string, BucketSummary> findings;
};
std::string OutsideText(const OutsideSummary& outside);
Result<OutsideSummary> ParseOutside(std::string_view text, std::string_view place);

nlohmann::json IdentityToJson(const CampaignIdentity& campaign);
Result<CampaignIdentity> ParseIdentity(const nlohmann::json& json, std::string_view place);
// What in two campaigns is not the same, in words: "seed 1 and 2, options.pass '' and 'FuseOps'".
std::string Differences(const CampaignIdentity& a, const CampaignIdentity& b);

// ---- the trail: a line for each case, by which two copies of a unit are compared case by case

// Stands for a case in which a clock had a part; it fits any other line.
inline constexpr std::string_view kClockLine = "--------";
inline constexpr size_t kTrailDigits = 8;
// Diag kCorrupt where the text is not so many such lines.
Status CheckTrail(std::string_view text, uint64_t cases, std::string_view place);

}  // namespace assay
