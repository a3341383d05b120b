// Every option of every pass is drawn, by the pass's own sampler or by a row here, or its row says why not; what is
// drawn has the option's kind, and both ends of it come up.
#include "passes/option_choices.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "ir/ops/describe.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "passes/option_docs.h"
#include "passes/options.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def part(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        b: R.Tensor((2,), "float32") = R.exp(a)
        return b

    @R.function
    def main(x: R.Tensor((2,), "float32"), i: R.Tensor((2,), "int64"), w: R.Tensor((2,), "float32")) -> R.Tensor((), "float32"):
        R.func_attr({"num_input": 2})
        cls = Module
        with R.dataflow():
            y = R.add(x, w)
            z = R.sum(y)
            R.output(z)
        return z
)";

using Drawn = std::map<std::string, std::set<std::string>>;

// Texts of what is drawn, by option.
Drawn DrawnFor(Context& ctx, const Module& module, const PassSpec& pass, int tries) {
  Drawn drawn;
  for (int seed = 0; seed < tries; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(static_cast<uint64_t>(seed));
    PassCall call{&pass, {}};
    if (!DrawOptions(ctx, module, bytes, call)) continue;
    EXPECT_TRUE(CheckOptionNames(call).ok()) << pass.name;
    for (const auto& [name, value] : call.options) drawn[name].insert(AttrText(value));
  }
  return drawn;
}

TEST(OptionChoicesTest, EveryRowIsOfAnOption) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const OptionChoice& row : AllOptionChoices()) {
    const PassSpec* pass = FindPass(row.pass);
    ASSERT_NE(pass, nullptr) << row.pass;
    EXPECT_NE(FindOptionDoc(*pass, row.option), nullptr) << row.pass << " " << row.option;
    EXPECT_EQ(row.draw == nullptr, !row.why_not.empty()) << row.pass << " " << row.option;
    EXPECT_TRUE(seen.emplace(row.pass, row.option).second) << row.pass << " " << row.option;
  }
}

TEST(OptionChoicesTest, EveryOptionIsDrawnOrSaysWhyNot) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "choices.py", std::string(kModule));
  ASSERT_TRUE(module.ok()) << module.error().message;
  for (const PassSpec* pass : AllPasses()) {
    if (pass->options.empty()) continue;
    Drawn drawn = DrawnFor(ctx, *module, *pass, 200);
    for (std::string_view option : pass->options) {
      auto row = std::ranges::find_if(AllOptionChoices(), [&](const OptionChoice& choice) {
        return choice.pass == pass->name && choice.option == option;
      });
      bool has_row = row != AllOptionChoices().end();
      if (!has_row) {
        EXPECT_NE(pass->sample_options, nullptr) << pass->name << " " << option << " has nobody that draws it";
      } else if (row->draw == nullptr) {
        EXPECT_FALSE(drawn.contains(std::string(option))) << pass->name << " " << option;
      } else if (pass->sample_options == nullptr || !drawn.empty()) {
        EXPECT_TRUE(drawn.contains(std::string(option))) << pass->name << " " << option;
      }
    }
  }
}

TEST(OptionChoicesTest, BothEndsComeUpAndMostCallsHaveNone) {
  struct Row {
    std::string_view pass, option;
    std::set<std::string> values;
  };
  const Row kRows[] = {
      {"TopologicalSort", "order", {"\"breadth-first\"", "\"depth-first\""}},
      {"EliminateCommonSubexpr", "call_only", {"False", "True"}},
      {"FuseOps", "fuse_opt_level", {"0", "1", "2"}},
      {"DecomposeOpsForTraining", "func_name", {"\"main\"", "\"part\""}},
      {"Gradient", "require_grads", {"[\"w\", \"x\"]", "[\"w\"]", "[\"x\", \"w\"]", "[\"x\"]"}},
      {"LiftTransformParams", "shared_transform", {"True", "[\"main\"]"}},
  };
  Context ctx;
  Result<Module> module = ParseModule(ctx, "choices.py", std::string(kModule));
  ASSERT_TRUE(module.ok()) << module.error().message;
  for (const Row& row : kRows) {
    EXPECT_EQ(DrawnFor(ctx, *module, *FindPass(row.pass), 300)[std::string(row.option)], row.values) << row.pass;
  }
  int with = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    PassCall call{FindPass("TopologicalSort"), {}};
    ASSERT_TRUE(DrawOptions(ctx, *module, bytes, call));
    with += call.options.empty() ? 0 : 1;
  }
  EXPECT_GT(with, 60);
  EXPECT_LT(with, 130);
}

// All variables of the module are called the same, as passes and moves may leave them.
Module WithOneName(Context& ctx, const Module& module) {
  auto rename = [&](const Node* node, const Node*) -> const Node* {
    const auto* var = As<Var>(node);
    if (var == nullptr) return node;
    Var* renamed = ctx.arena.New<Var>(*var);
    renamed->name = ctx.Intern("x");
    return renamed;
  };
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries)
    entries.push_back({entry.var, static_cast<const Expr*>(Rewrite(ctx, entry.func, rename))});
  return WithEntries(ctx, module, entries);
}

// Whatever variables are called, a pass takes the options that are drawn for it.
TEST(OptionChoicesTest, WhatIsDrawnIsTaken) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "choices.py", std::string(kModule));
  ASSERT_TRUE(module.ok()) << module.error().message;
  size_t taken = 0;
  Result<Module> indexed = ParseModule(ctx, "indexed.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(t: R.Tensor((4,), "float32"), i: R.Tensor((2,), "int64")) -> R.Tensor((2,), "float32"):
        y = R.take(t, i, axis=0)
        return y
)");
  ASSERT_TRUE(indexed.ok()) << indexed.error().message;
  for (const Module& given : {*module, WithOneName(ctx, *module), *indexed, WithOneName(ctx, *indexed)}) {
    for (const PassSpec* pass : AllPasses()) {
      for (uint64_t seed = 0; seed < 40; ++seed) {
        ByteSource bytes = ByteSource::FromSeed(seed);
        PassCall call{pass, {}};
        if (!DrawOptions(ctx, given, bytes, call) || call.options.empty()) continue;
        PassContext pass_ctx(ctx);
        Result<Module> made = RunPass(pass_ctx, call, given);
        bool lacks_need = !made.ok() && made.error().kind == DiagKind::kPassOrder;
        EXPECT_TRUE(made.ok() || lacks_need) << pass->name << ": " << (made.ok() ? "" : made.error().message);
        taken += made.ok() ? 1 : 0;
      }
    }
  }
  EXPECT_GT(taken, 400u);
}

// What a caller gave is all that there is.
TEST(OptionChoicesTest, GivenOptionsStayAsTheyAre) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "choices.py", std::string(kModule));
  ASSERT_TRUE(module.ok()) << module.error().message;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    PassCall call{FindPass("TopologicalSort"), {{"order", MakeAttrString(ctx, "breadth-first")}}};
    ASSERT_TRUE(DrawOptions(ctx, *module, bytes, call));
    EXPECT_EQ(call.options.size(), 1U);
  }
}

}  // namespace
}  // namespace assay
