// Every pass says what it is about, and the plan gives each of its operators a turn in each figure.
#include "fuzzers/campaign/neighbourhoods.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

TEST(NeighbourhoodsTest, EveryPassIsAboutOperators) {
  for (const PassSpec* pass : AllPasses()) {
    ASSERT_NE(ConcernOf(*pass), nullptr) << pass->name;
    EXPECT_FALSE(OperatorsOf(*pass, 0).empty()) << pass->name;
    EXPECT_FALSE(PartnersOf(*pass, 0).empty()) << pass->name;
    EXPECT_FALSE(FiguresOf(*pass).empty()) << pass->name;
  }
  for (const PassSpec* pass : TirPasses()) EXPECT_FALSE(OperatorsOf(*pass, 0).empty()) << pass->name;
}

TEST(NeighbourhoodsTest, EachPassHasOneTurnInACycle) {
  NeighbourhoodPlan plan(AllPasses(), 4, 1);
  std::map<const PassSpec*, int> turns;
  uint64_t n = 0;
  for (; turns.size() < AllPasses().size(); ++n) {
    ASSERT_LT(n, AllPasses().size());
    PlannedModule planned = plan.At(n);
    ASSERT_EQ(planned.neighbourhoods.size() % planned.passes.size(), 0u);
    ASSERT_GE(planned.neighbourhoods.size(), planned.passes.size());
    for (const PassSpec* pass : planned.passes) ++turns[pass];
  }
  for (const auto& [pass, count] : turns) EXPECT_EQ(count, 1) << pass->name;
}

// As many neighbourhoods as the pass has cells.
TEST(NeighbourhoodsTest, EachOperatorHasItsTurnInEachFigure) {
  const PassSpec* passes[] = {FindPass("ReorderTakeAfterMatmul")};
  NeighbourhoodPlan plan(passes, 4, 3);
  std::set<std::pair<const OpSpec*, Figure>> met;
  size_t cells = OperatorsOf(*passes[0], 0).size() * FiguresOf(*passes[0]).size();
  std::map<const OpSpec*, std::set<const OpSpec*>> partners;
  size_t laid = 0;
  for (uint64_t n = 0; laid < cells * PartnersOf(*passes[0], 0).size(); ++n) {
    for (const Neighbourhood& one : plan.At(n).neighbourhoods) {
      if (laid++ < cells) met.emplace(one.first, one.figure);
      if (one.figure == Figure::kChain) partners[one.first].insert(one.seconds[0]);
    }
  }
  EXPECT_EQ(met.size(), cells);
  for (const auto& [op, seen] : partners) EXPECT_EQ(seen.size(), PartnersOf(*passes[0], 0).size()) << op->name;
}

TEST(NeighbourhoodsTest, WhatAPassDoesNotTakeIsNotPlanned) {
  const PassSpec* passes[] = {FindPass("Gradient")};
  NeighbourhoodPlan plan(passes, 4, 1);
  for (uint64_t n = 0; n < 200; ++n) {
    PlannedModule planned = plan.At(n);
    GenOptions options = plan.Options({}, planned);
    EXPECT_EQ(options.wanted & options.unwanted, 0u) << SpecOf(planned.neighbourhoods[0].figure).label;
    EXPECT_NE(planned.neighbourhoods[0].figure, Figure::kBranch);
  }
}

TEST(NeighbourhoodsTest, AnotherSeedHasAnotherOrder) {
  NeighbourhoodPlan one(AllPasses(), 4, 1), other(AllPasses(), 4, 2), again(AllPasses(), 4, 1);
  int differ = 0;
  for (uint64_t n = 0; n < 20; ++n) {
    EXPECT_EQ(one.At(n).passes, again.At(n).passes);
    EXPECT_EQ(one.At(n).neighbourhoods[0].first, again.At(n).neighbourhoods[0].first);
    differ += one.At(n).passes != other.At(n).passes ? 1 : 0;
  }
  EXPECT_GT(differ, 5);
}

}  // namespace
}  // namespace assay
