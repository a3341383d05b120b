// Tests of the command line's way to write passes.
#include <gtest/gtest.h>

#include "passes/options.h"
#include "passes/pass.h"
#include "passes/target_pass.h"

namespace assay {
namespace {

TEST(PassListTest, NamesAndOptions) {
  Context ctx;
  auto calls =
      ParsePassList(ctx, "LegalizeOps{\"skip_ops\": [\"relax.add\"], \"enable_warning\": true}, DeadCodeElimination");
  ASSERT_TRUE(calls.ok()) << calls.error().message;
  ASSERT_EQ(calls->size(), 2u);
  EXPECT_EQ(*StringsOption((*calls)[0].options, "skip_ops"), std::vector<std::string>{"relax.add"});
  EXPECT_TRUE(*BoolOption((*calls)[0].options, "enable_warning", false));
  EXPECT_EQ((*calls)[1].pass->name, "DeadCodeElimination");
  EXPECT_TRUE((*calls)[1].options.empty());
}

TEST(PassListTest, APassOfTheSubjectsOwnIsNamedByItsModule) {
  Context ctx;
  auto calls = ParsePassList(ctx, "Normalize,mine.passes:Fast.Path{\"level\": 2},mine:p");
  ASSERT_TRUE(calls.ok()) << calls.error().message;
  ASSERT_EQ(calls->size(), 3u);
  const PassCall& foreign = (*calls)[1];
  EXPECT_EQ(foreign.pass->name, "mine.passes:Fast.Path");
  EXPECT_TRUE(foreign.options.contains("level"));
  EXPECT_EQ(FindPass("mine.passes:Fast.Path"), foreign.pass) << "as case files name it";
  PassContext pass_ctx(ctx);
  auto ran = foreign.pass->run(pass_ctx, Module{}, {});
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.error().kind, DiagKind::kUnsupported);
  for (const char* wrong : {"mine:", ":Name", "a.b", "a b:c", "a..b:c", "1a:b", "a:b:c", "a/b:c"})
    EXPECT_EQ(FindPass(wrong), nullptr) << wrong;
}

TEST(PassListTest, PassesThatScheduleForADeviceAreNamedAsTvmNamesThem) {
  Context ctx;
  auto calls = ParsePassList(ctx, "LegalizeOps,dlight.gpu.Matmul,DefaultGPUSchedule");
  ASSERT_TRUE(calls.ok()) << calls.error().message;
  EXPECT_TRUE(IsTargetPass(*(*calls)[1].pass));
  EXPECT_FALSE(IsTargetPass(*(*calls)[0].pass));
  for (const PassSpec* pass : TargetPasses()) {
    EXPECT_TRUE(Complete(*pass)) << pass->name;
    EXPECT_EQ(FindPass(pass->name), pass);
    EXPECT_TRUE(ParsePassList(ctx, FormOfTargetPass(*pass)).ok()) << pass->name;
    EXPECT_FALSE(MakerOfTargetPass(*pass).empty()) << pass->name;
    PassContext pass_ctx(ctx);
    auto ran = pass->run(pass_ctx, Module{}, {});
    ASSERT_EQ(ran.ok(), IsOwnTargetPass(*pass)) << pass->name;
    if (!ran.ok()) EXPECT_EQ(ran.error().kind, DiagKind::kUnsupported);
  }
  EXPECT_TRUE(IsOwnTargetPass(*FindPass("DefaultGPUSchedule")));
  EXPECT_FALSE(IsOwnTargetPass(*FindPass("dlight.adreno.Conv2d")));
}

TEST(PassListTest, PipelinesStandForTheirPasses) {
  Context ctx;
  EXPECT_EQ(ParsePassList(ctx, "Normalize,default")->size(), 1 + Pipeline("default")->size());
}

std::string ErrorOf(std::string_view text) {
  Context ctx;
  auto calls = ParsePassList(ctx, text);
  return calls.ok() ? "" : calls.error().message;
}

TEST(PassListTest, Refusals) {
  EXPECT_EQ(ErrorOf("LegaliseOps"), "unknown pass 'LegaliseOps'; did you mean 'LegalizeOps'?");
  EXPECT_EQ(ErrorOf("LegalizeOps{"), "options of LegalizeOps are not closed");
  EXPECT_EQ(ErrorOf("LegalizeOps{\"a\":" + std::string(200000, '[')),
            "options of LegalizeOps are nested deeper than 64");
  EXPECT_EQ(ErrorOf("LegalizeOps{]}"), "options are not a JSON object: {]");
  EXPECT_EQ(ErrorOf("LegalizeOps{\"skip_op\":1}"),
            "unknown option 'skip_op' of LegalizeOps: expected customize_legalize_map: dict, skip_ops: list[str], "
            "enable_warning: bool; did you mean 'skip_ops'?");
  EXPECT_EQ(ErrorOf("Normalize,"), "invalid pass list: expected a pass name at position 2, got nothing");
  EXPECT_EQ(ErrorOf("Normalize,,FuseTIR"), "invalid pass list: expected a pass name at position 2, got nothing");
  EXPECT_EQ(ErrorOf(" , Normalize"), "invalid pass list: expected a pass name at position 1, got nothing");
  EXPECT_EQ(ErrorOf("Normalize{} Normalize"), "expected ',' after Normalize");
  EXPECT_EQ(ErrorOf("default{\"a\":1}"), "pipeline 'default' takes no options");
  EXPECT_EQ(ErrorOf("Normalize{" + std::string(200, '[') + std::string(200, ']') + "}"),
            "options of Normalize are nested deeper than 64");
}

}  // namespace
}  // namespace assay
