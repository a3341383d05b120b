// The project's own texts: which of them campaigns begin from, and for which passes.
#include "fuzzers/campaign/own_texts.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/campaign/case_source.h"
#include "ir/check/well_formed.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/analysis/symbols.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kRun = "# RUN: LegalizeOps,FuseOps\n";
constexpr std::string_view kExp = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        with R.dataflow():
            y = R.exp(x)
            R.output(y)
        return y
)";
constexpr std::string_view kIllFormed = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        y = R.add(x, R.zeros(R.shape([3]), "float32"))
        return y
)";

std::string CaseText(std::string_view subject, std::string_view status, std::string_view fault) {
  return fmt::format(R"({{"version": 1, "oracle": "idempotent", "passes": [{{"name": "FuseOps", "options": {{}}}}],
    "entry": "main", "inputs": {{"seeds": [1]}}, "subject": "{}", "status": "{}", "fault": {}, "signature": "x"}})",
                     subject, status, fault);
}

// ---- what is among them

TEST(OwnTexts, CasesOfFaultsAndWhatIsOpenAreLeftOut) {
  struct Row {
    std::string_view subject, status, fault;
    size_t here, elsewhere;
  };
  const Row rows[] = {{"native", "fixed", "null", 1, 1},
                      {"native", "open", "null", 0, 0},
                      {"native", "fixed", "\"some_fault\"", 0, 0},
                      {"tvm", "open", "null", 1, 0},
                      {"tvm:0.27", "fixed", "null", 1, 0}};
  for (const Row& row : rows) {
    std::string json = CaseText(row.subject, row.status, row.fault);
    const EmbeddedFile files[] = {{"r/a/case.json", json}, {"r/a/module.py", kExp}};
    EXPECT_EQ(OwnTexts(files, false).size(), row.here) << json;
    EXPECT_EQ(OwnTexts(files, true).size(), row.elsewhere) << json;
    EXPECT_EQ(OwnTexts(files, false).For(*FindPass("FuseOps")), row.here) << json;
  }
}

TEST(OwnTexts, AnUnreadableCaseLeavesItsModuleOut) {
  const EmbeddedFile files[] = {{"r/a/case.json", "{"}, {"r/a/module.py", kExp}, {"r/b/module.py", kExp}};
  EXPECT_EQ(OwnTexts(files, false).size(), 1u);
}

// Each pass with golden texts is one that texts were written for.
TEST(OwnTexts, PassesHaveTexts) {
  const OwnTexts& texts = OwnTextsFor(false);
  EXPECT_GT(texts.size(), 800u);
  EXPECT_LT(OwnTextsFor(true).size(), texts.size());
  std::vector<std::string_view> without;
  for (const PassSpec* pass : AllRelaxAndTirPasses()) {
    if (texts.For(*pass) == 0) without.push_back(pass->name);
  }
  EXPECT_THAT(without, testing::IsEmpty());
}

// ---- drawing

TEST(OwnTexts, PassesInFrontHaveRun) {
  std::string text = fmt::format("{}{}", kRun, kExp);
  const EmbeddedFile files[] = {{"p/a.py", text}};
  OwnTexts texts(files, false);
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(1);
  const PassCall fuse[] = {{FindPass("FuseOps"), {}}};
  int lowered = 0;
  for (int i = 0; i < 100; ++i) {
    std::optional<Module> module = texts.Draw(ctx, bytes, fuse);
    ASSERT_TRUE(module);
    lowered += PrintModule(*module).find("call_tir") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(lowered, 50);
  EXPECT_LT(lowered, 100);
}

TEST(OwnTexts, WhatIsNoWellFormedModuleIsNotDrawn) {
  for (std::string_view text :
       {kIllFormed, std::string_view("@I.ir_module\nclass Module:\n    x ="), std::string_view()}) {
    const EmbeddedFile files[] = {{"p/a.py", text}};
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(1);
    EXPECT_FALSE(OwnTexts(files, false).Draw(ctx, bytes, {})) << text;
  }
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(1);
  EXPECT_FALSE(OwnTexts({}, false).Draw(ctx, bytes, {}));
}

TEST(OwnTexts, DrawsAreWellFormedAndMany) {
  std::set<std::string> drawn;
  size_t none = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    std::optional<Module> module = OwnTextsFor(false).Draw(ctx, bytes, {});
    none += module ? 0 : 1;
    if (!module) continue;
    EXPECT_TRUE(IsWellFormed(ctx, *module)) << seed;
    drawn.insert(PrintModule(*module));
  }
  EXPECT_GT(drawn.size(), 200u);
  EXPECT_LT(none, 15u);
}

// ---- in campaigns

size_t RunsThatBeginWithOne(const CampaignOptions& options) {
  CaseSource source(options);
  size_t count = 0;
  for (uint64_t run = 0; run < 200; ++run) {
    Context ctx, again;
    MadeCase made = source.Make(ctx, run, {});
    if (!made.own_text) continue;
    ++count;
    EXPECT_TRUE(IsWellFormed(ctx, made.c.module)) << run;
    EXPECT_EQ(PrintModule(made.c.module), PrintModule(source.Make(again, run, {}).c.module)) << run;
  }
  return count;
}

TEST(OwnTexts, SomeRunsBeginWithOne) {
  CampaignOptions options;
  EXPECT_GT(RunsThatBeginWithOne(options), 15u);
  options.own_texts = false;
  EXPECT_EQ(RunsThatBeginWithOne(options), 0u);
  options.own_texts = true;
  options.generate.ops = {"add"};
  EXPECT_EQ(RunsThatBeginWithOne(options), 0u);
}

// The names of the sizes that functions define, function by function.
std::vector<std::string> SizesOf(const Module& module) {
  std::vector<std::string> names;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    for (const Var* size : DefinedSymbols(As<Function>(entry.func))) names.push_back(size->name.str());
  }
  return names;
}

// Options of passes name sizes: another compiler knows those of the text alone.
TEST(OwnTexts, SizesAreCalledAsInTheTextThatAnotherCompilerGets) {
  CampaignOptions options;
  options.sweep_one_in = 0;
  size_t named_otherwise = 0;
  for (bool elsewhere : {false, true}) {
    options.elsewhere = elsewhere;
    CaseSource source(options);
    for (uint64_t run = 0; run < 300; ++run) {
      Context ctx;
      Module module = source.Make(ctx, run, {}).c.module;
      auto read = ParseModule(ctx, "text.py", PrintModule(module));
      if (!read.ok()) continue;
      bool same = SizesOf(*read) == SizesOf(module);
      named_otherwise += same ? 0 : 1;
      EXPECT_TRUE(same || !elsewhere) << run << "\n" << PrintModule(module);
    }
  }
  EXPECT_GT(named_otherwise, 0u) << "there is something to see";
}

}  // namespace
}  // namespace assay
