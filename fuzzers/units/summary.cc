#include "fuzzers/units/summary.h"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzzers/campaign/case_outcome.h"
#include "fuzzers/units/digest.h"
#include "fuzzers/units/manifest.h"
#include "ir/support/json_shape.h"
#include "ir/support/printable.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

constexpr uint64_t kVersion = 1;

nlohmann::json IdentityShape() {
  return {{"kind", ""},    {"seed", ""},    {"units", 0},   {"cases", 0},    {"build", ""},
          {"subject", ""}, {"version", ""}, {"target", ""}, {"against", ""}, {"options", {{"*", ""}}}};
}

nlohmann::json BucketsShape() {
  return {{"*",
           {{"signature", ""},
            {"oracle", ""},
            {"pass", ""},
            {"class", ""},
            {"also", nlohmann::json::array({""})},
            {"seen", 0},
            {"known_as", ""},
            {"upstream", ""}}}};
}

const nlohmann::json& SummaryShape() {
  static const nlohmann::json shape{{"version", 0},
                                    {"campaign", IdentityShape()},
                                    {"unit", 0},
                                    {"snapshot", ""},
                                    {"known", ""},
                                    {"cases", 0},
                                    {"whole", false},
                                    {"tally", TallyShape(Clocks::kNone)},
                                    {"findings", BucketsShape()}};
  return shape;
}

nlohmann::json BucketToJson(const BucketSummary& bucket) {
  return {{"signature", bucket.signature}, {"oracle", bucket.oracle},    {"pass", bucket.pass},
          {"class", bucket.klass.name()},  {"also", bucket.also},        {"seen", bucket.seen},
          {"known_as", bucket.known_as},   {"upstream", bucket.upstream}};
}

// Of JSON whose shape was checked.
Result<BucketSummary> BucketFromJson(const nlohmann::json& json) {
  BucketSummary bucket;
  ASSAY_TRY(bucket.klass, FindingClassNamed(json.value("class", "")));
  bucket.signature = json.value("signature", "");
  bucket.oracle = json.value("oracle", "");
  bucket.pass = json.value("pass", "");
  bucket.also = json.value("also", std::vector<std::string>());
  bucket.seen = json.value("seen", uint64_t{1});
  bucket.known_as = json.value("known_as", "");
  bucket.upstream = json.value("upstream", "");
  return bucket;
}

Diag Wrong(std::string_view place, std::string_view expected, std::string_view got) {
  return {DiagKind::kCorrupt, {}, fmt::format("invalid {}: expected {}, got {}", place, expected, got), "", {}};
}

using Buckets = std::map<std::string, BucketSummary>;

nlohmann::json BucketsToJson(const Buckets& buckets) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [id, bucket] : buckets) json[id] = BucketToJson(bucket);
  return json;
}

// Of JSON whose shape was checked.
Result<Buckets> BucketsFromJson(const nlohmann::json& json, std::string_view place) {
  Buckets buckets;
  for (const auto& [id, one] : json.items()) {
    Result<BucketSummary> bucket = BucketFromJson(one);
    if (!bucket.ok()) return Wrong(place, "the class of a finding", bucket.error().message);
    if (id != FindingId(bucket->signature))
      return Wrong(place, fmt::format("{} for its signature", FindingId(bucket->signature)),
                   "finding " + Printable(id));
    buckets.emplace(id, *std::move(bucket));
  }
  return buckets;
}

// Diag where the text is no number as this project writes it.
Result<uint64_t> ParseNumber(const std::string& text, std::string_view what, std::string_view place) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text != std::to_string(number))
    return Wrong(place, fmt::format("a whole number as {}", what), fmt::format("'{}'", Printable(text)));
  return number;
}

std::string TextOf(const nlohmann::json& json) {
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

nlohmann::json IdentityToJson(const CampaignIdentity& campaign) {
  return {{"kind", campaign.kind},       {"seed", std::to_string(campaign.seed)},
          {"units", campaign.units},     {"cases", campaign.cases},
          {"build", campaign.build},     {"subject", campaign.subject},
          {"version", campaign.version}, {"target", campaign.target},
          {"against", campaign.against}, {"options", campaign.options}};
}

std::string CampaignIdentity::Id() const { return DigestOf(TextOf(IdentityToJson(*this))); }

std::string UnitSummary::Id() const {
  return DigestOf(fmt::format("{} {} {} {}", campaign.Id(), unit, snapshot, known));
}

Result<CampaignIdentity> ParseIdentity(const nlohmann::json& json, std::string_view place) {
  ASSAY_RETURN_IF_ERROR(CheckShape(json, IdentityShape(), place));
  CampaignIdentity campaign;
  campaign.kind = json.value("kind", "");
  ASSAY_TRY(campaign.seed, ParseNumber(json.value("seed", ""), "the seed", place));
  campaign.units = json.value("units", uint64_t{0});
  campaign.cases = json.value("cases", uint64_t{0});
  campaign.build = json.value("build", "");
  campaign.subject = json.value("subject", "");
  campaign.version = json.value("version", "");
  campaign.target = json.value("target", "");
  campaign.against = json.value("against", "");
  campaign.options = json.value("options", std::map<std::string, std::string>());
  if (campaign.units == 0 || campaign.cases == 0) return Wrong(place, "a unit and a case at least", "0");
  // A case's number is to fit in 64 bits.
  if (campaign.units > UINT64_MAX / campaign.cases)
    return Wrong(place, fmt::format("at most {} units of {} cases", UINT64_MAX / campaign.cases, campaign.cases),
                 fmt::to_string(campaign.units));
  return campaign;
}

std::string Differences(const CampaignIdentity& a, const CampaignIdentity& b) {
  const nlohmann::json left = IdentityToJson(a), right = IdentityToJson(b);
  std::vector<std::string> parts;
  auto compare = [&](const nlohmann::json& x, const nlohmann::json& y, const std::string& name) {
    if (x != y) parts.push_back(fmt::format("{} {} and {}", name, x.dump(), y.dump()));
  };
  for (const auto& [key, value] : left.items()) {
    if (key != "options") compare(value, right[key], key);
  }
  std::map<std::string, std::string> options = a.options;
  options.insert(b.options.begin(), b.options.end());
  auto of = [](const CampaignIdentity& one, const std::string& name) {
    auto found = one.options.find(name);
    return found == one.options.end() ? std::string() : found->second;
  };
  for (const auto& [name, value] : options) compare(of(a, name), of(b, name), "options." + name);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string SummaryText(const UnitSummary& summary) {
  return TextOf({{"version", kVersion},
                 {"campaign", IdentityToJson(summary.campaign)},
                 {"unit", summary.unit},
                 {"snapshot", summary.snapshot},
                 {"known", summary.known},
                 {"cases", summary.cases},
                 {"whole", summary.whole()},
                 {"tally", TallyWithoutClock(summary.tally)},
                 {"findings", BucketsToJson(summary.findings)}});
}

Result<UnitSummary> ParseSummary(std::string_view text, std::string_view place) {
  ASSAY_TRY(nlohmann::json json, ParseJson(text, place));
  ASSAY_RETURN_IF_ERROR(CheckShape(json, SummaryShape(), place));
  if (uint64_t version = json.value("version", uint64_t{0}); version != kVersion)
    return Wrong(place, fmt::format("version {}", kVersion), fmt::to_string(version));
  UnitSummary summary;
  ASSAY_TRY(summary.campaign, ParseIdentity(json.value("campaign", nlohmann::json::object()), place));
  summary.unit = json.value("unit", uint64_t{0});
  summary.snapshot = json.value("snapshot", "");
  summary.known = json.value("known", "");
  summary.cases = json.value("cases", uint64_t{0});
  if (summary.unit >= summary.campaign.units)
    return Wrong(place, fmt::format("a unit from 0 to {}", summary.campaign.units - 1), fmt::to_string(summary.unit));
  if (summary.cases > summary.campaign.cases)
    return Wrong(place, fmt::format("at most {} cases", summary.campaign.cases), fmt::to_string(summary.cases));
  summary.tally = TallyFromJson(json.value("tally", nlohmann::json::object()));
  if (summary.tally.runs != summary.cases)
    return Wrong(place, fmt::format("tally.runs {}, as many as cases", summary.cases),
                 fmt::to_string(summary.tally.runs));
  ASSAY_TRY(summary.findings, BucketsFromJson(json.value("findings", nlohmann::json::object()), place));
  return summary;
}

std::string OutsideText(const OutsideSummary& outside) {
  nlohmann::json cases = nlohmann::json::object();
  for (const auto& [run, why] : outside.cases) cases[std::to_string(run)] = why;
  return TextOf({{"cases", cases}, {"findings", BucketsToJson(outside.findings)}});
}

Result<OutsideSummary> ParseOutside(std::string_view text, std::string_view place) {
  ASSAY_TRY(nlohmann::json json, ParseJson(text, place));
  ASSAY_RETURN_IF_ERROR(CheckShape(json, {{"cases", {{"*", ""}}}, {"findings", BucketsShape()}}, place));
  OutsideSummary outside;
  const nlohmann::json cases = json.value("cases", nlohmann::json::object());
  for (const auto& [run, why] : cases.items()) {
    ASSAY_TRY(uint64_t number, ParseNumber(run, "a case", place));
    outside.cases.emplace(number, why.get<std::string>());
  }
  ASSAY_TRY(outside.findings, BucketsFromJson(json.value("findings", nlohmann::json::object()), place));
  return outside;
}

Status CheckTrail(std::string_view text, uint64_t cases, std::string_view place) {
  constexpr size_t kLine = kTrailDigits + 1;
  if (text.size() != cases * kLine)
    return Wrong(place, fmt::format("{} bytes for {} cases", cases * kLine, cases), fmt::to_string(text.size()));
  for (size_t at = 0; at < text.size(); at += kLine) {
    std::string_view line = text.substr(at, kTrailDigits);
    if (text[at + kTrailDigits] != '\n' || (line != kClockLine && !IsHex(line, kTrailDigits)))
      return Wrong(place, "8 digits of a case", fmt::format("another line {}", at / kLine + 1));
  }
  return Done{};
}

}  // namespace assay
