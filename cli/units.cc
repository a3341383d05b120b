// assay units: which units of a campaign are yet to be done.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"
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

int Units(UnitsFlags flags) {
  Result<UnitsDone> done = UnitsIn(flags.folders);
  if (!done.ok()) return ReportFile(done.error());
  for (const std::string& why : done->refused) SayError("refused: " + why);
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
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Units(*flags); });
}

}  // namespace assay
