#include "fuzzers/bench/neighbourhood_cells.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/support/interrupt.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr uint64_t kProgressEvery = 1000;

// Who stood where, for one pass of a module.
class Counter {
 public:
  explicit Counter(NeighbourhoodCells& cells) : cells_(cells) {
    for (PassCells& one : cells_.passes) {
      auto& index = operators_[one.pass];
      for (size_t i = 0; i < one.operators.size(); ++i) index[one.operators[i]] = i;
      by_pass_[one.pass] = &one;
    }
  }

  void Add(const PassSpec* pass, const Neighbourhood& wanted, const LaidNeighbourhood& laid) {
    CellCount& figure = cells_.figures[static_cast<size_t>(wanted.figure)];
    ++figure.asked;
    figure.laid += laid.second != nullptr ? 1 : 0;
    PassCells& cells = *by_pass_.at(pass);
    // Whose turn it is stands behind a giver where it gives nothing itself.
    const OpSpec* turn = wanted.seconds.size() == 1 ? wanted.seconds[0] : wanted.first;
    if (CellCount* cell = Find(cells, turn, wanted.figure)) ++cell->asked;
    if (laid.second == nullptr) return;
    CellCount *first = Find(cells, laid.first, wanted.figure), *second = Find(cells, laid.second, wanted.figure);
    if (first != nullptr) ++first->laid;
    if (second != nullptr && second != first) ++second->laid;
    if (first != nullptr) cells.pairs.emplace(laid.first, laid.second);
  }

 private:
  CellCount* Find(PassCells& cells, const OpSpec* op, Figure figure) {
    const auto& index = operators_[cells.pass];
    auto row = index.find(op);
    auto column = std::ranges::find(cells.figures, figure);
    if (row == index.end() || column == cells.figures.end()) return nullptr;
    return &cells.counts[row->second][static_cast<size_t>(column - cells.figures.begin())];
  }

  NeighbourhoodCells& cells_;
  std::map<const PassSpec*, PassCells*> by_pass_;
  std::map<const PassSpec*, std::map<const OpSpec*, size_t>> operators_;
};

PassCells CellsOf(const PassSpec* pass) {
  PassCells cells{pass, OperatorsOf(*pass, 0), FiguresOf(*pass), PartnersOf(*pass, 0).size(), {}, {}};
  cells.counts.assign(cells.operators.size(), std::vector<CellCount>(cells.figures.size()));
  return cells;
}

nlohmann::json SummaryJson(const CellsSummary& summary) {
  return {{"cells", summary.cells}, {"met", summary.met},     {"forbidden", summary.forbidden},
          {"empty", summary.empty}, {"pairs", summary.pairs}, {"pairs_met", summary.pairs_met}};
}

}  // namespace

NeighbourhoodCells MeasureNeighbourhoods(const CellsOptions& options) {
  std::vector<const PassSpec*> passes = options.passes;
  if (passes.empty()) passes.assign(AllRelaxAndTirPasses().begin(), AllRelaxAndTirPasses().end());
  NeighbourhoodPlan plan(passes, options.passes_per_case, options.seed);
  NeighbourhoodCells cells;
  for (const PassSpec* pass : passes) {
    if (ConcernOf(*pass) != nullptr) cells.passes.push_back(CellsOf(pass));
  }
  Counter counter(cells);
  for (uint64_t i = 0; i < options.modules && !plan.empty() && !Interrupted(); ++i) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(CaseSeed(options.seed, i));
    PlannedModule planned = plan.At(i);
    GenStats stats;
    Generate(ctx, bytes, plan.Options({}, planned), &stats);
    for (size_t j = 0; j < planned.passes.size(); ++j) {
      counter.Add(planned.passes[j], planned.neighbourhoods[j], stats.laid[j]);
    }
    ++cells.modules;
    if (options.progress && cells.modules % kProgressEvery == 0) options.progress(cells.modules);
  }
  return cells;
}

CellsSummary Summarize(const PassCells& cells) {
  CellsSummary summary;
  for (size_t op = 0; op < cells.operators.size(); ++op) {
    for (size_t figure = 0; figure < cells.figures.size(); ++figure) {
      ++summary.cells;
      bool forbidden = !WhatForbids(cells.figures[figure], *cells.operators[op]).empty();
      ++(cells.counts[op][figure].laid != 0 ? summary.met : forbidden ? summary.forbidden : summary.empty);
    }
  }
  summary.pairs = cells.operators.size() * cells.partners;
  summary.pairs_met = cells.pairs.size();
  return summary;
}

CellsSummary Summarize(const NeighbourhoodCells& cells) {
  CellsSummary all;
  for (const PassCells& one : cells.passes) {
    CellsSummary summary = Summarize(one);
    all.cells += summary.cells;
    all.met += summary.met;
    all.forbidden += summary.forbidden;
    all.empty += summary.empty;
    all.pairs += summary.pairs;
    all.pairs_met += summary.pairs_met;
  }
  return all;
}

std::string WhyEmpty(const PassCells& cells, size_t op, size_t figure) {
  const CellCount& count = cells.counts[op][figure];
  if (count.laid != 0) return {};
  std::string_view forbidden = WhatForbids(cells.figures[figure], *cells.operators[op]);
  if (!forbidden.empty()) return std::string(forbidden);
  if (count.asked == 0) return "its turn has not come";
  return fmt::format("asked {} times: no sample of it went together with a partner", count.asked);
}

nlohmann::json NeighbourhoodsJson(const NeighbourhoodCells& cells) {
  nlohmann::json passes = nlohmann::json::array(), empty = nlohmann::json::array(), figures = nlohmann::json::object();
  for (const PassCells& one : cells.passes) {
    nlohmann::json row = SummaryJson(Summarize(one));
    row["pass"] = one.pass->name;
    row["operators"] = one.operators.size();
    row["partners"] = one.partners;
    passes.push_back(std::move(row));
    for (size_t op = 0; op < one.operators.size(); ++op) {
      for (size_t figure = 0; figure < one.figures.size(); ++figure) {
        std::string why = WhyEmpty(one, op, figure);
        if (why.empty()) continue;
        empty.push_back({{"pass", one.pass->name},
                         {"operator", one.operators[op]->name},
                         {"figure", SpecOf(one.figures[figure]).label},
                         {"asked", one.counts[op][figure].asked},
                         {"why", why}});
      }
    }
  }
  for (size_t i = 0; i < kFigures; ++i) {
    figures[std::string(AllFigures()[i].label)] = {{"asked", cells.figures[i].asked}, {"laid", cells.figures[i].laid}};
  }
  nlohmann::json json = SummaryJson(Summarize(cells));
  json["modules"] = cells.modules;
  json["passes"] = std::move(passes);
  json["figures"] = std::move(figures);
  json["without"] = std::move(empty);
  return json;
}

}  // namespace assay
