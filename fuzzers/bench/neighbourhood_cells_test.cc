// Cells are counted where operators stood, and empty ones say why.
#include "fuzzers/bench/neighbourhood_cells.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(NeighbourhoodCellsTest, CellsFillAsModulesAreMade) {
  CellsOptions options{.modules = 5, .passes = {FindPass("FuseTransposeMatmul")}};
  CellsSummary few = Summarize(MeasureNeighbourhoods(options));
  EXPECT_GT(few.met, 0u);
  EXPECT_GT(few.empty, 0u);
  options.modules = 400;
  NeighbourhoodCells cells = MeasureNeighbourhoods(options);
  CellsSummary many = Summarize(cells);
  EXPECT_EQ(many.cells, few.cells);
  EXPECT_EQ(many.cells, many.met + many.forbidden + many.empty);
  EXPECT_GT(many.met, few.met);
  EXPECT_GT(many.pairs_met, few.pairs_met);
  EXPECT_LE(many.pairs_met, many.pairs);
}

TEST(NeighbourhoodCellsTest, EmptyCellsSayWhy) {
  CellsOptions options{.modules = 1, .passes = {FindPass("LegalizeOps")}};
  NeighbourhoodCells cells = MeasureNeighbourhoods(options);
  ASSERT_EQ(cells.passes.size(), 1u);
  const PassCells& one = cells.passes[0];
  size_t met = 0, waiting = 0;
  for (size_t op = 0; op < one.operators.size(); ++op) {
    for (size_t figure = 0; figure < one.figures.size(); ++figure) {
      std::string why = WhyEmpty(one, op, figure);
      met += why.empty() ? 1 : 0;
      waiting += why == "its turn has not come" ? 1 : 0;
    }
  }
  EXPECT_LE(met, 2u);
  EXPECT_GT(waiting, 1000u);
  nlohmann::json json = NeighbourhoodsJson(cells);
  EXPECT_EQ(json["modules"], 1);
  EXPECT_EQ(json["passes"][0]["pass"], "LegalizeOps");
  EXPECT_EQ(json["figures"].size(), kFigures);
}

}  // namespace
}  // namespace assay
