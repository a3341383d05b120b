#include "cli/fuzz_unit.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "cli/say.h"
#include "cli/subjects.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

// What `fuzz --json` prints, and which unit it is of.
nlohmann::json UnitJson(const UnitOptions& options, const UnitResult& unit) {
  nlohmann::json json = CampaignJson(unit.result.tally, unit.result.seconds, unit.result.findings);
  json["unit"] = {{"unit", options.unit},        {"units", options.identity.units},
                  {"cases", unit.summary.cases}, {"of", options.identity.cases},
                  {"id", unit.summary.Id()},     {"of_clock", unit.of_clock},
                  {"was_there", unit.was_there}, {"fused", unit.fused}};
  return json;
}

// "unit 3 of 64: 1,000 of 1,000 cases: out/3".
std::string Sentence(const UnitOptions& options, const UnitResult& unit) {
  uint64_t all = options.only_end == 0 ? options.identity.cases : options.only_end - options.only_first;
  std::string text = fmt::format("unit {} of {}: {} of {}", options.unit, options.identity.units,
                                 ShowCount(unit.summary.cases), Counted(all, "case"));
  if (unit.summary.cases < all) text += ", the first ones";
  if (unit.fused) text += ", ended by --time";
  if (unit.of_clock > 0) text += fmt::format(", {} given up by the clock", ShowCount(unit.of_clock));
  if (unit.was_there) text += ", which were there already";
  if (!options.campaign.out.empty()) text += ": " + options.campaign.out;
  return text;
}

}  // namespace

Result<UnitOptions> UnitOf(CampaignOptions campaign, const UnitFlags& flags, uint64_t cases,
                           std::map<std::string, std::string> options) {
  UnitOptions unit;
  ASSAY_TRY(UnitNumbers numbers, ParseUnit(flags.unit));
  if (cases == 0)
    return Diag{DiagKind::kBadArgument, {}, "missing value: --unit needs --runs, the cases of a unit", "", {}};
  unit.unit = numbers.unit;
  unit.snapshot = flags.snapshot;
  unit.identity = {.kind = "fuzz",
                   .seed = campaign.seed,
                   .units = numbers.units,
                   .cases = cases,
                   .build = BuildIdentity(),
                   .subject = campaign.subject,
                   .target = campaign.target,
                   .options = std::move(options)};
  if (campaign.make_subject) unit.identity.version = SubjectIdentity(campaign.subject, campaign.make_subject);
  if (campaign.make_against)
    unit.identity.against =
        fmt::format("{} ({})", campaign.against, SubjectIdentity(campaign.against, campaign.make_against));
  ASSAY_TRY(unit.identity.options["seeds"], DigestOfFiles(campaign.seed_files));
  ASSAY_TRY(auto only, ParseOnly(flags.only, numbers.unit, cases));
  std::tie(unit.only_first, unit.only_end) = only;
  ASSAY_TRY(unit.left_out, ParseLeaveOut(flags.leave_out));
  // So that nobody takes it for the unit.
  unit.identity.options["only"] = flags.only;
  // What names no value asks for nothing.
  std::erase_if(unit.identity.options, [](const auto& option) { return option.second.empty(); });
  campaign.by_steps = true;
  // What a campaign gets through in its seconds, and more; another process takes many times as long for each.
  campaign.reduce_tries = campaign.elsewhere ? 200 : 2000;
  campaign.runs = 0;
  unit.campaign = std::move(campaign);
  return unit;
}

int FuzzUnit(const UnitOptions& options, bool json, const UnitExits& exits,
             const std::function<void(const CampaignOptions&, const CampaignResult&)>& summarise) {
  Result<UnitResult> unit = RunUnit(options);
  if (!unit.ok()) return ReportFile(unit.error());
  if (json) {
    PrintJson(UnitJson(options, *unit));
  } else {
    if (!unit->was_there) summarise(options.campaign, unit->result);
    fmt::print("{}\n", Sentence(options, *unit));
  }
  bool found = std::ranges::any_of(unit->result.findings, [](const FindingRecord& one) { return one.IsNew(); }) ||
               (unit->was_there && std::ranges::any_of(unit->summary.findings,
                                                       [](const auto& one) { return one.second.known_as.empty(); }));
  if (unit->fused && exits.fuse != kClean) return exits.fuse;
  return found ? exits.findings : kClean;
}

}  // namespace assay
