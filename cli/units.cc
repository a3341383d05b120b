// assay units: which units of a campaign are yet to be done, and a page of what they brought.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/refused.h"
#include "cli/say.h"
#include "fuzzers/units/fleet.h"
#include "fuzzers/units/missing_units.h"
#include "ir/support/file.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct UnitsFlags {
  std::vector<std::string> folders;
  uint64_t of = 0;
  uint64_t cases = 0;
  bool array = false;
  std::string html, times;
  uint64_t alert = 0;
  bool json = false;
};

// How to find the case of a unit that ends its machine each time: by halves of what is not done.
void PrintHalves(uint64_t unit, uint64_t done, const UnitsLeft& left) {
  // Before there is a unit, nobody has said how many cases it has.
  if (left.cases == 0) return;
  uint64_t first = unit * left.cases + done, last = (unit + 1) * left.cases - 1, half = first + (last - first) / 2;
  fmt::print("  if it ends its machine each time: --unit {}/{} --only {}-{}, then --only {}-{}\n", unit, left.units,
             first, half, std::min(half + 1, last), last);
}

// Of units that are missing, the first is told of.
void PrintLeft(const UnitsLeft& left) {
  for (const auto& [unit, done] : left.parts) {
    fmt::print("unit {}: {} of {}\n", unit, ShowCount(done), Counted(left.cases, "case"));
    PrintHalves(unit, done, left);
  }
  if (left.missing.empty()) return;
  fmt::print("unit {}: missing\n", left.missing[0]);
  PrintHalves(left.missing[0], 0, left);
}

nlohmann::json UnitsJson(const UnitsLeft& left, const UnitsDone& done) {
  nlohmann::json parts = nlohmann::json::object();
  for (const auto& [unit, cases] : left.parts) parts[std::to_string(unit)] = cases;
  return {{"units", left.units}, {"cases", left.cases},          {"missing", left.missing},
          {"parts", parts},      {"array", ArrayOf(left.All())}, {"refused", done.refused}};
}

// What is asked for is what the units say, where there are any.
Status Fit(uint64_t& asked, const char* option, uint64_t theirs) {
  if (asked == 0) asked = theirs;
  if (theirs == 0 || asked == theirs) return Done{};
  return Diag{
      DiagKind::kBadArgument, {}, fmt::format("invalid {} {}: the campaign has {}", option, asked, theirs), "", {}};
}

nlohmann::json FleetJson(const Fleet& fleet, size_t alert) {
  nlohmann::json campaigns = nlohmann::json::array();
  for (const FleetCampaign& one : fleet.campaigns) {
    campaigns.push_back({{"subject", one.campaign.subject},
                         {"version", one.campaign.version},
                         {"target", one.campaign.target},
                         {"seed", std::to_string(one.campaign.seed)},
                         {"units", one.campaign.units},
                         {"whole", one.whole},
                         {"cut", one.cut()},
                         {"missing", one.missing.size()},
                         {"array", ArrayOf(one.missing)},
                         {"cases", one.cases},
                         {"buckets", one.buckets.size()},
                         {"features", one.features},
                         {"entries", one.entries},
                         {"quiet", one.Quiet()}});
  }
  return {{"campaigns", campaigns}, {"alerts", AlertsOf(fleet, alert)}, {"refused", fleet.refused}};
}

void PrintFleet(const Fleet& fleet, const std::vector<std::string>& alerts) {
  for (const FleetCampaign& one : fleet.campaigns) {
    std::string news = one.Quiet() == 0 ? "the last unit brought something new"
                                        : fmt::format("nothing new in the last {}", Counted(one.Quiet(), "unit"));
    fmt::print("{}: {} of {} whole, {} cut off, {} missing; {}, {}, {}; {}\n", one.Name(), one.whole,
               Counted(one.campaign.units, "unit"), one.cut(), one.missing.size(), Counted(one.cases, "case"),
               Counted(one.buckets.size(), "bucket"), Counted(one.features, "feature"), news);
  }
  for (const std::string& alert : alerts) fmt::print("alert: {}\n", alert);
}

// Of any number of campaigns, with what their units brought.
int ShowFleet(const UnitsFlags& flags) {
  FleetView view{.alert_after = flags.alert};
  if (!flags.times.empty()) {
    Result<std::string> text = ReadFile(flags.times);
    if (!text.ok()) return ReportFile(text.error());
    Result<std::map<uint64_t, double>> seconds = ParseUnitSeconds(*text, flags.times);
    if (!seconds.ok()) return ReportFile(seconds.error());
    view.seconds = *std::move(seconds);
  }
  Result<Fleet> fleet = ReadFleet(flags.folders);
  if (!fleet.ok()) return ReportFile(fleet.error());
  SayRefused(fleet->refused);
  std::vector<std::string> alerts = AlertsOf(*fleet, flags.alert);
  if (!flags.html.empty()) {
    if (Status written = WriteWhole(flags.html, HtmlReport(FleetReport(*fleet, view))); !written.ok())
      return ReportFile(written.error());
  }
  if (flags.json)
    PrintJson(FleetJson(*fleet, flags.alert));
  else
    PrintFleet(*fleet, alerts);
  if (!flags.json && !flags.html.empty()) fmt::print("page: {}\n", flags.html);
  if (!fleet->refused.empty()) return kBadInput;
  bool left =
      std::ranges::any_of(fleet->campaigns, [](const FleetCampaign& one) { return one.whole < one.campaign.units; });
  return left || !alerts.empty() ? kMismatch : kClean;
}

int Units(UnitsFlags flags) {
  if (!flags.html.empty() || flags.alert > 0) return ShowFleet(flags);
  Result<UnitsDone> done = UnitsIn(flags.folders);
  if (!done.ok()) return ReportFile(done.error());
  SayRefused(done->refused);
  if (!done->campaign && flags.of == 0)
    return ReportFile(FileError(DiagKind::kIo, flags.folders[0],
                                "expected a unit, found none that is whole; --of says how many there are to be"));
  CampaignIdentity campaign = done->campaign.value_or(CampaignIdentity{.units = flags.of, .cases = flags.cases});
  for (const Status& status : {Fit(flags.of, "--of", campaign.units), Fit(flags.cases, "--cases", campaign.cases)}) {
    if (!status.ok()) return ReportUsage(status.error());
  }
  UnitsLeft left = LeftOf(*done, flags.of, flags.cases);
  std::string array = ArrayOf(left.All());
  if (flags.json) {
    PrintJson(UnitsJson(left, *done));
  } else if (flags.array) {
    fmt::print("{}\n", array);
  } else {
    fmt::print("{} of {} units whole, {} in part, {} missing\n", left.units - left.All().size(), left.units,
               left.parts.size(), left.missing.size());
    if (campaign.kind == "fuzz") PrintLeft(left);
    if (!array.empty()) fmt::print("--array={}\n", array);
  }
  if (!done->refused.empty()) return kBadInput;
  return array.empty() ? kClean : kMismatch;
}

}  // namespace

void AddUnits(Command app, Job& job) {
  auto flags = std::make_shared<UnitsFlags>();
  Command sub = app.AddSubcommand("units", "Which units of a campaign are missing or in part, as engines take them");
  sub.AddOption("FOLDER", flags->folders, "Merges, folders of units, folders of these").Required();
  AddWhole(sub, "--of", flags->of, "How many units there are [default: as the units say]", {1, 1'000'000});
  AddWhole(sub, "--cases", flags->cases, "How many cases a unit has [default: as the units say]",
           {1, 1'000'000'000'000});
  sub.AddFlag("--array", flags->array, "Nothing but what Slurm's --array= takes: 3,7-9");
  sub.AddOption("--html", flags->html, "A page for people, of any number of campaigns: state and news of all units")
      .Excludes("--of")
      .Excludes("--cases")
      .Excludes("--array");
  sub.AddOption("--times", flags->times,
                "Lines UNIT SECONDS, as the engine tells them: the page then has cases per second")
      .TypeName("FILE")
      .Needs("--html");
  AddWhole(sub, "--alert", flags->alert,
           "Say so, and exit with 1, where the last so many units brought no new bucket and no new feature",
           {1, 1'000'000})
      .Excludes("--of")
      .Excludes("--cases")
      .Excludes("--array");
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Units(*flags); });
}

}  // namespace assay
