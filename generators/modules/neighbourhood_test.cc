// Every figure is laid, with what it is about in it, for operators of every sort; what is laid is well-formed.
#include "generators/modules/neighbourhood.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "generators/modules/aspects.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/mentions.h"
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

// A chain's second operator takes what the first one gives, maybe by another name.
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
        const auto* block = As<BindingBlock>(node);
        for (size_t i = 0; block != nullptr && i < block->bindings.size(); ++i) {
          const Binding* binding = block->bindings[i];
          bool hands_on = SpecOf(binding->value) != FindOp("matmul") &&
                          MentionsAny(binding->value, [&](const Var* var) { return permuted.contains(var); });
          if (SpecOf(binding->value) == FindOp("permute_dims") || hands_on) permuted.insert(binding->var);
        }
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

// What a module's main function binds, in order.
std::vector<const Binding*> BindingsOfMain(const Module& module) {
  std::vector<const Binding*> bindings;
  WalkOnce(module.Find("main"), [&](const Node* node) {
    const auto* block = As<BindingBlock>(node);
    if (block != nullptr) bindings.insert(bindings.end(), block->bindings.begin(), block->bindings.end());
  });
  return bindings;
}
// The variables that each variable is made of, itself among them, and how many calls of operators lie on the longest
// way to it.
struct Made {
  std::set<const Var*> of;
  int calls = 0;
};
std::map<const Var*, Made> MadeIn(std::span<const Binding* const> bindings) {
  std::map<const Var*, Made> made;
  for (const Binding* binding : bindings) {
    Made& own = made[binding->var];
    own.of.insert(binding->var);
    WalkOnce(binding->value, [&](const Node* node) {
      auto found = Is<Var>(node) ? made.find(static_cast<const Var*>(node)) : made.end();
      if (found == made.end() || found->first == binding->var) return;
      own.of.insert(found->second.of.begin(), found->second.of.end());
      own.calls = std::max(own.calls, found->second.calls);
    });
    own.calls += SpecOf(binding->value) != nullptr ? 1 : 0;
  }
  return made;
}

// Of 20 modules, in how many of those where it was laid the figure has what it is named after.
template <class F>
void ExpectShown(Figure figure, const std::vector<const OpSpec*>& partners, F&& shown) {
  int laid = 0, shows = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenStats stats;
    Module module = Generate(ctx, bytes, With({figure, FindOp("exp"), partners}), &stats);
    if (stats.laid[0].second == nullptr) continue;
    ++laid;
    shows += shown(module) ? 1 : 0;
  }
  EXPECT_GE(laid, 10) << SpecOf(figure).label;
  EXPECT_EQ(shows, laid) << SpecOf(figure).label;
}

TEST(NeighbourhoodTest, RowsAreLong) {
  ExpectShown(Figure::kRow, {FindOp("nn.relu"), FindOp("cumsum"), FindOp("negative")}, [](const Module& module) {
    auto made = MadeIn(BindingsOfMain(module));
    return std::ranges::any_of(made, [](const auto& one) { return one.second.calls >= 3; });
  });
}

TEST(NeighbourhoodTest, WaysMeetAgain) {
  ExpectShown(Figure::kMeet, {FindOp("nn.relu")}, [](const Module& module) {
    std::vector<const Binding*> bindings = BindingsOfMain(module);
    auto made = MadeIn(bindings);
    auto is_meeting = [&](const Binding* binding) {
      std::map<const Var*, int> times;
      std::set<const Var*> operands;
      WalkOnce(binding->value, [&](const Node* node) {
        if (const auto* var = As<Var>(node); var != nullptr && made.contains(var)) operands.insert(var);
      });
      for (const Var* operand : operands) {
        for (const Var* var : made[operand].of) ++times[var];
      }
      return std::ranges::any_of(times, [](const auto& one) { return one.second > 1; });
    };
    return std::ranges::any_of(bindings, is_meeting);
  });
}

// Between another name and its use, two operators or more give something else.
TEST(NeighbourhoodTest, WhatIsHeldIsUsedLater) {
  ExpectShown(Figure::kHeld, {FindOp("nn.relu")}, [](const Module& module) {
    std::vector<const Binding*> bindings = BindingsOfMain(module);
    auto made = MadeIn(bindings);
    for (size_t i = 0; i < bindings.size(); ++i) {
      int between = 0;
      for (size_t j = i + 1; j < bindings.size(); ++j) {
        bool takes = made[bindings[j]->var].of.contains(bindings[i]->var);
        if (takes && between >= 2) return true;
        between += !takes && SpecOf(bindings[j]->value) != nullptr ? 1 : 0;
      }
    }
    return false;
  });
}

// A local function that captured it is called behind what may have taken its memory.
TEST(NeighbourhoodTest, LocalFunctionsHold) {
  int held = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options = With({Figure::kHeld, FindOp("exp"), {FindOp("nn.relu")}});
    options.wanted |= BitOf(Feature::kClosures);
    options.unwanted |= BitOf(Feature::kDevices);
    std::map<const Node*, size_t> defined;
    bool later = false;
    std::vector<const Binding*> bindings = BindingsOfMain(Generate(ctx, bytes, options));
    for (size_t i = 0; i < bindings.size(); ++i) {
      if (Is<Function>(bindings[i]->value)) defined.emplace(bindings[i]->var, i);
      const auto* call = As<Call>(bindings[i]->value);
      auto callee = call == nullptr ? defined.end() : defined.find(call->op);
      later |= callee != defined.end() && i > callee->second + 2;
    }
    held += later ? 1 : 0;
  }
  EXPECT_GE(held, 5);
}

TEST(NeighbourhoodTest, FunctionsOfSizesAreCalledTwice) {
  ExpectShown(Figure::kOfSizes, {FindOp("nn.relu")}, [](const Module& module) {
    std::map<const Node*, int> calls;
    WalkBeforeChildren(module.Find("main"), [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      const auto* func = callee == nullptr ? nullptr : As<Function>(module.Find(callee->name.text()));
      if (func == nullptr) return true;
      bool sizes = false;
      // Its tensors tell them, or they are parameters themselves.
      for (const Var* param : func->params) {
        sizes |= Is<PrimType>(param->type) && DTypeOf(param) == DType::Int(64);
        WalkOnce(param->type, [&](const Node* part) { sizes |= Is<Var>(part); });
      }
      if (sizes) ++calls[func];
      return true;
    });
    return std::ranges::any_of(calls, [](const auto& one) { return one.second >= 2; });
  });
}

}  // namespace
}  // namespace assay
