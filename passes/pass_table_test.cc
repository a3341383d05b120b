// Walks the whole pass table over a few modules: results are well-formed, passes that say so are idempotent, inputs
// keep their structural hash, rows are complete.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "passes/test_graphs.h"

namespace assay {
namespace {

// Two public functions that share a subtree, one calling the other, with a symbolic dimension.
Module SharedModule(Context& ctx) {
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  GraphMaker first(ctx);
  const Var* x = first.Param("x", {n, MakeInt(ctx, 4)});
  const ShapeExpr* shape = MakeShape(ctx, {MakeInt(ctx, 4), MakeInt(ctx, 2)});
  const Function* helper = first.ReturnAs(first.Op("add", {x, x}), "helper");
  GraphMaker second(ctx);
  const Var* y = second.Param("y", {MakeInt(ctx, 2), MakeInt(ctx, 4)});
  const Var* reshaped = second.Op("reshape", {y, shape});
  const Var* again = second.Op("reshape", {second.Op("exp", {reshaped}), shape});
  const Function* main = second.ReturnAs(again, "main");
  return ModuleOf(ctx, {{"helper", helper}, {"main", main}});
}

// Each stage of the default pipeline is a module to try passes on.
std::vector<Module> Stages(Context& ctx) {
  std::vector<Module> stages;
  for (const Module& start : {ChainModule(ctx, 6, MakeInt(ctx, 2)), SharedModule(ctx)}) {
    stages.push_back(start);
    PassContext pass_ctx(ctx);
    const std::vector<PassCall> calls = *Pipeline("default");
    for (const PassCall& call : calls) {
      auto next = RunPass(pass_ctx, call, stages.back());
      EXPECT_TRUE(next.ok()) << call.pass->name << ": " << next.error().message;
      if (next.ok()) stages.push_back(*next);
    }
  }
  return stages;
}

bool NeedsOptions(const PassSpec& pass) { return pass.sample_options != nullptr; }

TEST(PassTableTest, RowsAreComplete) {
  for (const PassSpec* pass : AllPasses()) {
    EXPECT_TRUE(Complete(*pass)) << pass->name;
    EXPECT_EQ(FindPass(pass->name), pass) << "two rows are called " << pass->name;
    EXPECT_EQ(pass->gives & pass->breaks, kNoProps) << pass->name;
  }
}

TEST(PassTableTest, EveryPassOnEveryStage) {
  Context ctx;
  for (const Module& module : Stages(ctx)) {
    uint64_t before = StructuralHash(module);
    for (const PassSpec* pass : AllPasses()) {
      if (NeedsOptions(*pass)) continue;
      PassContext pass_ctx(ctx);
      auto once = RunPass(pass_ctx, {pass, {}}, module);
      EXPECT_EQ(StructuralHash(module), before) << pass->name << " changed its input";
      // Only what the pass needs may stand in its way.
      if (!once.ok()) {
        EXPECT_TRUE(once.error().kind == DiagKind::kPassOrder || once.error().kind == DiagKind::kCannotLower)
            << pass->name << ": " << once.error().message;
        continue;
      }
      if (!pass->idempotent) continue;
      auto twice = RunPass(pass_ctx, {pass, {}}, *once);
      ASSERT_TRUE(twice.ok()) << pass->name << ": " << twice.error().message;
      auto difference = FirstDifference(*once, *twice);
      EXPECT_FALSE(difference.has_value()) << pass->name << " at " << difference->path;
    }
  }
}

// Names of the rows that a text of a pass mentions, its own ones and those that it runs.
std::set<std::string> RowsIn(const std::string& text, const std::regex& form) {
  std::set<std::string> names;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), form); it != std::sregex_iterator(); ++it) {
    std::string name = (*it)[1];
    if (FindPass(name) != nullptr) names.insert(name);
  }
  return names;
}

// What the passes change that a pass runs within itself, it changes itself.
TEST(PassTableTest, RowsAllowWhatTheirPartsDo) {
  const std::regex defines("const PassSpec (?:tir_pass::)?k(\\w+) = \\{"), mentions("\\bk([A-Z]\\w+)\\b");
  size_t parts = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator("passes")) {
    if (file.path().extension() != ".cc" || file.path().stem().string().ends_with("_test")) continue;
    std::stringstream text;
    text << std::ifstream(file.path(), std::ios::binary).rdbuf();
    std::set<std::string> own = RowsIn(text.str(), defines), all = RowsIn(text.str(), mentions);
    if (text.str().find("CanonicalizeAndTrim(") != std::string::npos) all.insert("CanonicalizeBindings");
    for (const std::string& name : own.size() == 1 ? all : std::set<std::string>()) {
      if (own.contains(name)) continue;
      const PassSpec &whole = *FindPass(*own.begin()), &part = *FindPass(name);
      ++parts;
      for (size_t i = 0; i < kFacetCount; ++i) {
        for (Way way : kAllWays) {
          auto facet = static_cast<Facet>(i);
          EXPECT_LE(part.changes.Allows(facet, way), whole.changes.Allows(facet, way))
              << whole.name << " runs " << part.name << ": " << kFacetTexts[i] << " "
              << kWayTexts[static_cast<size_t>(way)];
        }
      }
    }
  }
  EXPECT_GT(parts, 8U);
}

}  // namespace
}  // namespace assay
