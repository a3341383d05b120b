// Every figure is laid, with what it is about in it, for operators of every sort; what is laid is well-formed.
#include "generators/modules/neighbourhood.h"

#include <gtest/gtest.h>

#include <set>

#include "generators/modules/aspects.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

GenOptions With(const Neighbourhood& wanted) {
  GenOptions options;
  options.neighbourhoods = {wanted};
  options.wanted = SpecOf(wanted.figure).needs;
  if (wanted.figure == Figure::kLocal) options.unwanted = BitOf(Feature::kDevices);
  return options;
}

// Where an operator was laid, the module has a call of it.
bool Calls(const Module& module, const OpSpec* row) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      found |= call != nullptr && SpecOf(call) == row;
    });
  }
  return found;
}

TEST(NeighbourhoodTest, EveryFigureIsLaidForPlainOperators) {
  for (size_t i = 0; i < kFigures; ++i) {
    auto figure = static_cast<Figure>(i);
    std::string_view first = figure == Figure::kSameOperand ? "add" : "exp";
    int laid = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      Context ctx;
      ByteSource bytes = ByteSource::FromSeed(seed);
      GenStats stats;
      Module module = Generate(ctx, bytes, With({figure, FindOp(first), {FindOp("nn.relu")}}), &stats);
      ASSERT_TRUE(IsWellFormed(ctx, module)) << SpecOf(figure).label << " seed " << seed << "\n" << PrintModule(module);
      ASSERT_EQ(stats.laid.size(), 1u);
      if (stats.laid[0].second == nullptr) continue;
      ++laid;
      EXPECT_TRUE(Calls(module, FindOp(first))) << SpecOf(figure).label << " seed " << seed;
    }
    EXPECT_GE(laid, 10) << SpecOf(figure).label;
  }
}

// One operator of the whole table after the other, each in all figures, beside ones that take nearly anything.
TEST(NeighbourhoodTest, OperatorsOfEverySortStandInFigures) {
  std::set<std::string_view> never;
  for (const OpSpec* row : AllOps()) {
    bool stood = false, forbidden = true;
    for (size_t i = 0; i < kFigures; ++i) {
      auto figure = static_cast<Figure>(i);
      forbidden &= !WhatForbids(figure, *row).empty();
      Context ctx;
      ByteSource bytes = ByteSource::FromSeed(CaseSeed(i, 7));
      GenStats stats;
      GenOptions options = With({figure, row, {FindOp("reshape"), FindOp("concat"), FindOp("shape_of"), row}});
      options.wanted |= BitOf(Feature::kUnreadable);
      if (figure != Figure::kLocal) options.wanted |= BitOf(Feature::kDevices);
      Module module = Generate(ctx, bytes, options, &stats);
      ASSERT_TRUE(IsWellFormed(ctx, module)) << row->name << " " << SpecOf(figure).label << "\n" << PrintModule(module);
      stood |= stats.laid[0].second != nullptr;
    }
    if (!stood && !forbidden) never.insert(row->name);
  }
  EXPECT_LE(never.size(), AllOps().size() / 10) << [&] {
    std::string names;
    for (std::string_view name : never) names += std::string(name) + " ";
    return names;
  }();
}

// A chain's second operator takes what the first one gives.
TEST(NeighbourhoodTest, ChainsAreChains) {
  int chains = 0, laid = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenStats stats;
    Module module = Generate(ctx, bytes, With({Figure::kChain, FindOp("permute_dims"), {FindOp("matmul")}}), &stats);
    laid += stats.laid[0].second != nullptr ? 1 : 0;
    std::set<const Node*> permuted;
    for (const ModuleEntry& entry : module.entries) {
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* binding = As<VarBinding>(node);
        if (binding != nullptr && SpecOf(binding->value) == FindOp("permute_dims")) permuted.insert(binding->var);
      });
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* call = As<Call>(node);
        if (call == nullptr || SpecOf(call) != FindOp("matmul")) return;
        chains += permuted.contains(call->args[0]) || permuted.contains(call->args[1]) ? 1 : 0;
      });
    }
  }
  EXPECT_EQ(chains, laid);
  EXPECT_GE(laid, 5);
}

}  // namespace
}  // namespace assay
