// Tests of the manager: direct and sequential application, what the context decides, order checks, pipelines.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

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
  for (std::string_view name : PipelineNames()) {
    EXPECT_TRUE(CheckOrder(ctx, *Pipeline(name), module).ok()) << name;
    std::vector<PassCall> twice = *Pipeline("zero");
    std::ranges::copy(*Pipeline(name), std::back_inserter(twice));
    EXPECT_TRUE(CheckOrder(ctx, twice, module).ok()) << "zero, then " << name;
  }
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
  EXPECT_EQ(result.error().message,
            "unknown option 'skip_op' of LegalizeOps: expected customize_legalize_map: dict, skip_ops: list[str], "
            "enable_warning: bool; did you mean 'skip_ops'?");
}

// No option is a number that is not whole.
TEST(ManagerTest, OptionsOfAnotherKindSayWhatIsExpectedAndGot) {
  Context ctx;
  Module module = ChainModule(ctx, 1, MakeInt(ctx, 2));
  const Attr* value = MakeAttrFloat(ctx, 1.5);
  size_t options = 0;
  std::vector<std::string> taken;
  for (const PassSpec* pass : AllPasses()) {
    for (std::string_view option : pass->options) {
      PassContext pass_ctx(ctx);
      auto result = RunPass(pass_ctx, {pass, {{std::string(option), value}}}, module);
      // The module lacks what the pass needs, or the option is one that no text can give.
      if (!result.ok() &&
          (result.error().kind == DiagKind::kPassOrder || result.error().kind == DiagKind::kUnsupported))
        continue;
      ++options;
      if (result.ok()) taken.push_back(std::string(pass->name) + "." + std::string(option));
      if (!result.ok()) EXPECT_THAT(result.error().message, testing::StartsWith("invalid option '")) << pass->name;
    }
  }
  EXPECT_GE(options, 30u);
  EXPECT_THAT(taken, testing::IsEmpty());
}

// LegalizeOps, FuseTIR, build is the order (S0): what fuses or annotates kernels before they are made is named.
TEST(ManagerTest, CheckOrderNamesFusionThatComesTooEarly) {
  Context ctx;
  Module module = ChainModule(ctx, 2, MakeInt(ctx, 2));
  for (const char* early : {"FuseTIR,LegalizeOps", "FuseOps,zero", "AnnotateTIROpPattern,default"}) {
    std::string name = std::string(early).substr(0, std::string(early).find(','));
    Status order = CheckOrder(ctx, Calls(ctx, early), module);
    ASSERT_FALSE(order.ok()) << early;
    EXPECT_EQ(order.error().kind, DiagKind::kPassOrder);
    EXPECT_EQ(order.error().message,
              "pass " + name + " runs before LegalizeOps, which makes what it works on; run LegalizeOps first");
  }
  EXPECT_TRUE(CheckOrder(ctx, Calls(ctx, "FuseTIR"), module).ok()) << "no later pass gives what it lacks";
  EXPECT_TRUE(CheckOrder(ctx, Calls(ctx, "LegalizeOps,FuseTIR,default"), module).ok());
}

TEST(ManagerTest, PipelinesObeyTheLevel) {
  Context ctx;
  Module module = ChainModule(ctx, 4, MakeInt(ctx, 2));
  for (int level : {0, 1, 2, 3}) {
    PassContext pass_ctx(ctx);
    pass_ctx.opt_level = level;
    auto result = RunSequential(pass_ctx, *Pipeline("zero"), module);
    ASSERT_TRUE(result.ok()) << result.error().message;
    // FuseOps fuses nothing at level 0, as TVM's.
    size_t kernels = 0;
    for (const ModuleEntry& entry : result->entries) kernels += Is<PrimFunc>(entry.func) ? 1 : 0;
    EXPECT_EQ(kernels == 1, level > 0) << "level " << level << ": " << kernels << " kernels";
  }
}

// Static and symbolic shapes through the pipelines, verified after every pass, ready for code generation; the pipelines
// that leave the build to another one are followed by it.
TEST(ManagerTest, PipelinesReachCodeGeneration) {
  for (std::string_view pipeline : PipelineNames()) {
    for (bool symbolic : {false, true}) {
      Context ctx;
      const Expr* rows = symbolic ? static_cast<const Expr*>(MakeVar(ctx, "n", DType::Int(64))) : MakeInt(ctx, 2);
      Module module = ChainModule(ctx, 10, rows);
      uint64_t before = StructuralHash(module);
      PassContext pass_ctx(ctx);
      std::vector<PassCall> calls = *Pipeline(pipeline);
      bool builds = calls.back().pass->name == "AttachGlobalSymbol";
      if (!builds) std::ranges::copy(*Pipeline("default_build"), std::back_inserter(calls));
      auto result = RunSequential(pass_ctx, calls, module);
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
  EXPECT_TRUE(result.error().message.starts_with("unknown pipeline 'defualt': expected one of "));
  EXPECT_TRUE(result.error().message.ends_with("; did you mean 'default'?"));
}

}  // namespace
}  // namespace assay
