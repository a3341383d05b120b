// Tests of the manager: direct and sequential application, what the context decides, order checks, pipelines.
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "passes/gate.h"
#include "passes/test_graphs.h"

namespace assay {
namespace {

std::vector<PassCall> Calls(Context& ctx, std::string_view text) { return *ParsePassList(ctx, text); }

std::vector<std::string> RunNames(PassContext& pass_ctx, std::string_view text, const Module& module) {
  std::vector<std::string> names;
  pass_ctx.before_pass = [&](const PassSpec& pass, const Module&) { names.emplace_back(pass.name); };
  auto result = RunSequential(pass_ctx, Calls(pass_ctx.ctx, text), module);
  EXPECT_TRUE(result.ok()) << result.error().message;
  return names;
}

TEST(ManagerTest, SequentialObeysTheContext) {
  Context ctx;
  Module module = ChainModule(ctx, 4, MakeInt(ctx, 2));
  constexpr std::string_view kList = "Normalize,ToNonDataflow,RemovePurityChecking";
  PassContext pass_ctx(ctx);
  EXPECT_EQ(RunNames(pass_ctx, kList, module).size(), 3u);
  pass_ctx.opt_level = 0;
  EXPECT_EQ(RunNames(pass_ctx, kList, module), (std::vector<std::string>{"ToNonDataflow", "RemovePurityChecking"}));
  pass_ctx.required_passes = {"Normalize"};
  EXPECT_EQ(RunNames(pass_ctx, kList, module).size(), 3u);
  pass_ctx.disabled_passes = {"Normalize", "RemovePurityChecking"};
  EXPECT_EQ(RunNames(pass_ctx, kList, module), (std::vector<std::string>{"ToNonDataflow"}));
}

TEST(ManagerTest, InstrumentsMaySkipAllButRequiredPasses) {
  Context ctx;
  Module module = ChainModule(ctx, 2, MakeInt(ctx, 2));
  PassContext pass_ctx(ctx);
  pass_ctx.should_run = [](const PassSpec&, const Module&) { return false; };
  EXPECT_TRUE(RunNames(pass_ctx, "ToNonDataflow", module).empty());
  pass_ctx.required_passes = {"ToNonDataflow"};
  EXPECT_EQ(RunNames(pass_ctx, "ToNonDataflow", module).size(), 1u);
}

TEST(ManagerTest, DirectApplicationIgnoresTheLevel) {
  Context ctx;
  Module module = ChainModule(ctx, 2, MakeInt(ctx, 2));
  PassContext pass_ctx(ctx);
  pass_ctx.opt_level = 0;
  bool ran = false;
  pass_ctx.before_pass = [&](const PassSpec&, const Module&) { ran = true; };
  EXPECT_TRUE(RunPass(pass_ctx, {FindPass("Normalize"), {}}, module).ok());
  EXPECT_TRUE(ran);
}

TEST(ManagerTest, NeedsAreCheckedOnTheModule) {
  Context ctx;
  Module module = ChainModule(ctx, 2, MakeInt(ctx, 2));
  PassContext pass_ctx(ctx);
  auto result = RunPass(pass_ctx, {FindPass("CallTIRRewrite"), {}}, module);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, DiagKind::kPassOrder);
  EXPECT_EQ(result.error().message,
            "pass CallTIRRewrite needs a module that is dataflow-free; run ToNonDataflow first");
}

TEST(ManagerTest, CheckOrderNamesTheMissingPass) {
  Context ctx;
  Module module = ChainModule(ctx, 2, MakeInt(ctx, 2));
  EXPECT_TRUE(CheckOrder(ctx, *Pipeline("default"), module).ok());
  EXPECT_TRUE(CheckOrder(ctx, *Pipeline("zero"), module).ok());
  Status order = CheckOrder(ctx, Calls(ctx, "ToNonDataflow,RemovePurityChecking,CallTIRRewrite"), module);
  ASSERT_FALSE(order.ok());
  EXPECT_EQ(order.error().message, "pass CallTIRRewrite needs a module that is legalized; run LegalizeOps first");
  // What an earlier pass gave and a later one broke again.
  order = CheckOrder(ctx,
                     Calls(ctx,
                           "LegalizeOps,ToNonDataflow,RemovePurityChecking,LowerAllocTensor,CallTIRRewrite,"
                           "LowerRuntimeBuiltin"),
                     module);
  ASSERT_FALSE(order.ok());
  EXPECT_EQ(order.error().rule, "alloc_tensor-free");
}

TEST(ManagerTest, UnknownOptionsAreRefused) {
  Context ctx;
  Module module = ChainModule(ctx, 1, MakeInt(ctx, 2));
  PassContext pass_ctx(ctx);
  auto result = RunPass(pass_ctx, {FindPass("LegalizeOps"), {{"skip_op", MakeNull(ctx)}}}, module);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "pass LegalizeOps has no option 'skip_op'; did you mean 'skip_ops'?");
}

// Static and symbolic shapes through both pipelines, verified after every pass, ready for code generation.
TEST(ManagerTest, PipelinesReachCodeGeneration) {
  for (std::string_view pipeline : PipelineNames()) {
    for (bool symbolic : {false, true}) {
      Context ctx;
      const Expr* rows = symbolic ? static_cast<const Expr*>(MakeVar(ctx, "n", DType::Int(64))) : MakeInt(ctx, 2);
      Module module = ChainModule(ctx, 10, rows);
      uint64_t before = StructuralHash(module);
      PassContext pass_ctx(ctx);
      auto result = RunSequential(pass_ctx, *Pipeline(pipeline), module);
      ASSERT_TRUE(result.ok()) << pipeline << ": " << result.error().message;
      Status ready = CheckCodegenReady(ctx, *result, pass_ctx.notes);
      EXPECT_TRUE(ready.ok()) << pipeline << ": " << ready.error().message;
      EXPECT_EQ(StructuralHash(module), before) << "the input was changed";
    }
  }
}

TEST(ManagerTest, UnknownPipelineSuggestsTheNearest) {
  auto result = Pipeline("defualt");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "no pipeline is called 'defualt'; did you mean 'default'?");
}

}  // namespace
}  // namespace assay
