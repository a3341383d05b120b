// assay bench neighbourhoods: which operators of each pass stand in which figures, over the modules that campaigns
// plan.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/neighbourhood_cells.h"
#include "ir/support/clock.h"

namespace assay {
namespace {

struct NeighbourhoodsFlags {
  CellsOptions options;
  bool json = false;
};

void Say(const NeighbourhoodCells& cells, double seconds) {
  Table passes({"pass", "operators", "cells", "met", "forbidden", "empty", "pairs", "met"});
  for (const PassCells& one : cells.passes) {
    CellsSummary of = Summarize(one);
    passes.Row({std::string(one.pass->name), fmt::to_string(one.operators.size()), fmt::to_string(of.cells),
                fmt::to_string(of.met), fmt::to_string(of.forbidden), fmt::to_string(of.empty),
                fmt::to_string(of.pairs), fmt::to_string(of.pairs_met)});
  }
  Table figures({"figure", "asked", "laid"});
  for (size_t i = 0; i < kFigures; ++i) {
    figures.Row({std::string(AllFigures()[i].label), fmt::to_string(cells.figures[i].asked),
                 fmt::to_string(cells.figures[i].laid)});
  }
  CellsSummary all = Summarize(cells);
  fmt::print(
      "{}\n{}\n{} modules, {} cells of a pass, an operator and a figure: {} met, {} forbidden, {} empty; {} of {} "
      "pairs "
      "of an operator and a partner; {:.1f} s\n",
      passes.Text(), figures.Text(), cells.modules, all.cells, all.met, all.forbidden, all.empty, all.pairs_met,
      all.pairs, seconds);
}

int MeasureAndSay(const NeighbourhoodsFlags& flags) {
  CellsOptions options = flags.options;
  options.progress = [&](uint64_t modules) {
    if (modules % 50'000 == 0) fmt::print(stderr, "{} of {} modules\n", modules, options.modules);
  };
  double start = Now();
  NeighbourhoodCells cells = MeasureNeighbourhoods(options);
  double seconds = Now() - start;
  if (flags.json) {
    nlohmann::json json = NeighbourhoodsJson(cells);
    json["seconds"] = seconds;
    PrintJson(json);
  } else {
    Say(cells, seconds);
  }
  return kClean;
}

}  // namespace

void AddNeighbourhoods(Command bench, Job& job) {
  auto flags = std::make_shared<NeighbourhoodsFlags>();
  Command sub = bench.AddSubcommand("neighbourhoods", "Which operators of each pass stand beside which, and how");
  AddWhole(sub, "--modules", flags->options.modules, "How many", kSome).ShowDefault();
  AddWhole(sub, "--seed", flags->options.seed, "Of the plan", kAnySeed).ShowDefault();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(MeasureAndSay, *flags); });
}

}  // namespace assay
