// Neighbourhood cells: which operators of each pass have stood in which figures, and which pairs of them in chains,
// over the modules that campaigns plan (fuzzers/campaign/neighbourhoods.h). A cell without any says why. Tested by
// neighbourhood_cells_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "fuzzers/campaign/neighbourhoods.h"

namespace assay {

struct CellCount {
  // How many times it was its turn, and it stood there.
  uint64_t asked = 0, laid = 0;
};

// Of one pass.
struct PassCells {
  const PassSpec* pass = nullptr;
  std::vector<const OpSpec*> operators;
  std::vector<Figure> figures;
  size_t partners = 0;
  // By operator, then by figure of `figures`.
  std::vector<std::vector<CellCount>> counts;
  // Of operator and partner, in any figure.
  std::set<std::pair<const OpSpec*, const OpSpec*>> pairs;
};

struct CellsOptions {
  uint64_t modules = 20'000;
  // Of the plan, and of the first module.
  uint64_t seed = 1;
  // Passes of one module, as in campaigns.
  size_t passes_per_case = 4;
  // Empty: all.
  std::vector<const PassSpec*> passes;
  std::function<void(uint64_t)> progress = nullptr;
};

struct NeighbourhoodCells {
  uint64_t modules = 0;
  std::vector<PassCells> passes;
  std::array<CellCount, kFigures> figures = {};
};
NeighbourhoodCells MeasureNeighbourhoods(const CellsOptions& options);

struct CellsSummary {
  uint64_t cells = 0, met = 0, forbidden = 0, empty = 0, pairs = 0, pairs_met = 0;
};
CellsSummary Summarize(const PassCells& cells);
CellsSummary Summarize(const NeighbourhoodCells& cells);
// Why nothing stood in a cell.
std::string WhyEmpty(const PassCells& cells, size_t op, size_t figure);
// The object that `bench neighbourhoods --json` prints, without the seconds.
nlohmann::json NeighbourhoodsJson(const NeighbourhoodCells& cells);

}  // namespace assay
