// Contracts of TIR passes: a pass of the table keeps them; passes made to break them are caught.
#include "fuzzers/bench/pass_contracts.h"

#include <gtest/gtest.h>

#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Every stored number becomes its negative: the second run takes it back.
class Negater : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* store = As<BufferStore>(s);
    if (store == nullptr || !DTypeOf(store->value).IsFloating() || !DTypeOf(store->value).IsScalar())
      return Children(s);
    BufferStore* changed = ctx.arena.New<BufferStore>(*store);
    const Expr* zero = MakeFloat(ctx, 0, DTypeOf(store->value));
    changed->value = MakeBinary(ctx, NodeKind::kSub, zero, store->value);
    return changed;
  }
};

Result<Module> Negate(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<Negater>(pass_ctx.ctx, module);
}
Result<Module> Refuse(PassContext&, const Module&, const PassOptions&) {
  return Diag{DiagKind::kCannotLower, {}, "not today", "", {}};
}

TEST(PassContractsTest, APassOfTheTableKeepsThem) {
  PassContractResult result =
      CheckPassContract({.pass = {&tir_pass::kStmtSimplify, {}}, .before = {}, .kernels = 24, .seed = 3});
  EXPECT_GE(result.kernels, 24u);
  EXPECT_GT(result.changed, 0u);
  EXPECT_GT(result.runs, 0u);
  for (const ContractBreach& b : result.breaches)
    ADD_FAILURE() << b.seed << " " << b.contract << " " << b.kernel << ": " << b.what;
}

// What no generated kernel has by itself: definitions twice, views, threads, narrow floats.
TEST(PassContractsTest, EachPassGetsWhatItIsAbout) {
  Context ctx;
  for (const PassSpec* pass :
       {&tir_pass::kConvertSSA, &tir_pass::kLowerMatchBuffer, &tir_pass::kLiftThreadBinding,
        &tir_pass::kUnifyThreadBinding, &tir_pass::kBF16ComputeLegalize, &tir_pass::kFP8StorageLegalize}) {
    PassContractResult result = CheckPassContract(
        {.pass = {pass, {}}, .before = *ParsePassList(ctx, PassesBefore(pass->name)), .kernels = 160, .seed = 3});
    EXPECT_GT(result.changed, 0u) << pass->name;
    EXPECT_TRUE(result.breaches.empty()) << pass->name;
  }
}

// Of what passes are given that are about few kernels, one in twenty and more is what they are about.
TEST(PassContractsTest, SeldomPassesHaveSomethingToDo) {
  Context ctx;
  struct Case {
    const PassSpec* pass;
    bool launches = false;
  };
  for (const Case& one : {Case{&tir_pass::kInjectDoubleBuffer}, Case{&tir_pass::kUseAssumeToReduceBranches},
                          Case{&tir_pass::kLowerCrossThreadReduction}, Case{&tir_pass::kManifestSharedMemoryLocalStage},
                          Case{&tir_pass::kUnifyThreadBinding, true}, Case{&tir_pass::kLiftThreadBinding, true}}) {
    std::string_view before = one.launches ? "" : PassesBefore(one.pass->name);
    PassContractResult result = CheckPassContract({.pass = {one.pass, {}},
                                                   .before = *ParsePassList(ctx, before),
                                                   .kernels = 240,
                                                   .seed = 3,
                                                   .launches = one.launches});
    EXPECT_GE(20 * result.changed, result.kernels) << one.pass->name << " changed " << result.changed;
    EXPECT_TRUE(result.breaches.empty()) << one.pass->name;
  }
}

TEST(PassContractsTest, AnotherResultIsABreach) {
  const PassSpec negate{.name = "Negate", .doc = "breaks results and idempotence", .run = Negate};
  PassContractResult result = CheckPassContract({.pass = {&negate, {}}, .before = {}, .kernels = 24, .seed = 3});
  auto breaks = [&](std::string_view contract) {
    return std::ranges::count(result.breaches, contract, &ContractBreach::contract);
  };
  EXPECT_GT(breaks("results"), 0);
  EXPECT_GT(breaks("idempotent"), 0);
}

TEST(PassContractsTest, RefusalsAreCountedByReason) {
  const PassSpec refuse{.name = "Refuse", .doc = "does nothing", .run = Refuse};
  PassContractResult result = CheckPassContract({.pass = {&refuse, {}}, .before = {}, .kernels = 4, .seed = 3});
  EXPECT_GT(result.refusals["not today"], 0u);
  EXPECT_EQ(result.changed, 0u);
  EXPECT_EQ(PassContractJson(result)["refusals"]["not today"], result.refusals["not today"]);
}

TEST(PassContractsTest, ModulesAreShownWithWhatBecomesOfThem) {
  const PassSpec refuse{.name = "Refuse", .doc = "does nothing", .run = Refuse};
  for (const PassSpec* pass : {&tir_pass::kStmtSimplify, &refuse}) {
    std::vector<std::string> texts;
    CheckPassContract(
        {.pass = {pass, {}}, .before = {}, .kernels = 4, .seed = 3, .show = [&](uint64_t, const std::string& text) {
           texts.push_back(text);
         }});
    ASSERT_FALSE(texts.empty());
    EXPECT_TRUE(texts[0].starts_with("# RUN: " + std::string(pass->name) + "\n")) << texts[0];
    EXPECT_EQ(texts[0].find("\n# ---\n") != std::string::npos, pass != &refuse) << texts[0];
  }
}

}  // namespace
}  // namespace assay
