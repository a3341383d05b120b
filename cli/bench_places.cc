// assay bench places: which kinds of nodes, dtypes, literals, scopes and calls generated modules have in which places.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/generation.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/places.h"
#include "ir/support/clock.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct PlacesFlags {
  PlacesOptions options;
  GenerationFlags generate;
  bool json = false;
};

std::string CellText(const PlaceTable& table, size_t kind, Place place) {
  uint64_t count = table.Count(kind, place);
  if (count != 0) return fmt::to_string(count);
  std::string_view rule = WhatForbids(AllPlacedKinds()[kind], place);
  return rule.empty() ? "-" : std::string(rule);
}

void Say(const PlaceTable& table, double seconds) {
  std::vector<std::string> head{""};
  for (const PlaceSpec& place : AllPlaces()) head.emplace_back(place.label);
  Table text(head);
  for (size_t kind = 0; kind < AllPlacedKinds().size(); ++kind) {
    const PlacedKind& row = AllPlacedKinds()[kind];
    std::vector<std::string> cells{fmt::format("{} {}", row.sort, row.name)};
    for (size_t i = 0; i < kPlaces; ++i) cells.push_back(CellText(table, kind, static_cast<Place>(i)));
    text.Row(std::move(cells));
  }
  PlacesSummary summary = Summarize(table);
  fmt::print("{}{}, {} kinds in {} places: {} cells filled, {} forbidden, {} empty; {:.1f} s\n", text.Text(),
             Counted(table.modules, "module"), AllPlacedKinds().size(), kPlaces, summary.filled, summary.forbidden,
             summary.empty, seconds);
}

int MeasureAndSay(const PlacesFlags& flags) {
  Result<GenOptions> generate = GenerationOf(flags.generate);
  if (!generate.ok()) return ReportUsage(generate.error());
  PlacesOptions options = flags.options;
  options.generate = *generate;
  options.progress = [&](uint64_t modules) {
    if (modules % 50'000 == 0) fmt::print(stderr, "{} of {} modules\n", modules, options.modules);
  };
  double start = Now();
  PlaceTable table = MeasurePlaces(options);
  double seconds = Now() - start;
  if (flags.json) {
    nlohmann::json json = PlacesJson(table);
    json["seconds"] = seconds;
    PrintJson(json);
  } else {
    Say(table, seconds);
  }
  return kClean;
}

}  // namespace

void AddPlaces(Command bench, Job& job) {
  auto flags = std::make_shared<PlacesFlags>();
  Command sub = bench.AddSubcommand("places", "Which kinds of nodes, dtypes and calls stand in which places");
  AddWhole(sub, "--modules", flags->options.modules, "How many", kSome).ShowDefault();
  AddWhole(sub, "--seed", flags->options.seed, "Of the first module", kAnySeed).ShowDefault();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  AddGenerationFlags(sub, flags->generate);
  sub.SetJob(job, [flags] { return Guarded(MeasureAndSay, *flags); });
}

}  // namespace assay
