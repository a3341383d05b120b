// Tests of the dialect properties: for each stage of the default pipeline, which of them hold.
#include <gtest/gtest.h>

#include "passes/test_graphs.h"

namespace assay {
namespace {

std::string PropsOf(Context& ctx, const Module& module) {
  std::string names;
  for (uint32_t bit = 1; bit <= kPurityForced; bit <<= 1) {
    Prop prop = static_cast<Prop>(bit);
    if (CheckProp(ctx, module, prop).ok()) names += (names.empty() ? "" : " ") + std::string(PropName(prop));
  }
  return names;
}

TEST(PropsTest, GrowAlongThePipeline) {
  Context ctx;
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  Module module = ChainModule(ctx, 3, n);
  EXPECT_EQ(PropsOf(ctx, module), "normal call_tir-free alloc_tensor-free shape-lowered symbols-attached");
  PassContext pass_ctx(ctx);
  auto step = [&](std::string_view passes) {
    auto next = RunSequential(pass_ctx, *ParsePassList(ctx, passes), module);
    EXPECT_TRUE(next.ok()) << next.error().message;
    module = *next;
    return PropsOf(ctx, module);
  };
  EXPECT_EQ(step("LegalizeOps"), "normal legalized alloc_tensor-free shape-lowered");
  EXPECT_EQ(step("ToNonDataflow,RemovePurityChecking"),
            "normal legalized dataflow-free alloc_tensor-free shape-lowered purity-forced");
  EXPECT_EQ(step("CallTIRRewrite"), "normal legalized dataflow-free call_tir-free purity-forced");
  EXPECT_EQ(step("LowerAllocTensor,KillAfterLastUse,LowerRuntimeBuiltin"),
            "normal legalized dataflow-free call_tir-free alloc_tensor-free purity-forced");
  EXPECT_EQ(
      step("VMShapeLower,AttachGlobalSymbol"),
      "normal legalized dataflow-free call_tir-free alloc_tensor-free shape-lowered symbols-attached purity-forced");
}

TEST(PropsTest, TheFirstPlaceIsNamed) {
  Context ctx;
  Status status = CheckProp(ctx, ChainModule(ctx, 1, MakeInt(ctx, 2)), kLegalized);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "relax.add needs a kernel in 'main'");
}

}  // namespace
}  // namespace assay
