// Each way in which a mark can be wrong, on what a pass made, and on what it is given of which it says nothing.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include <fmt/format.h>

#include "ir/text/parse.h"
#include "passes/marks.h"
#include "passes/rewrite/global_names.h"

namespace assay {
namespace {

constexpr std::string_view kTexts = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def given(A: T.Buffer((8,), "float32")):
        A[0] = T.float32(1)

    @T.prim_func(private=True, s_tir=True)
    def made(A: T.Buffer((8,), "float32")):
        T.func_attr({{{}}})
        for i in T.serial(8, annotations={{{}}}):
            A[i] = T.float32(1)
)";

class MarksTest : public testing::Test {
 protected:
  Module ModuleWith(std::string_view attrs, std::string_view annotations = "") {
    auto parsed = ParseModule(ctx, "marks.py", fmt::format(fmt::runtime(kTexts), attrs, annotations));
    EXPECT_TRUE(parsed.ok()) << parsed.error().message;
    return parsed.ok() ? *parsed : Module{};
  }
  // What the pass is told when it made `made` out of a module without it.
  std::string Wrong(std::string_view pass, const Module& after) {
    std::vector<ModuleEntry> entries{after.entries[0]};
    std::vector<WrongMark> wrong = WrongMarks(*FindPass(pass), WithEntries(ctx, after, entries), after);
    return wrong.empty() ? "" : wrong[0].what;
  }
  Context ctx;
};

TEST_F(MarksTest, AMadeFunctionHasWhatIsPromised) {
  EXPECT_EQ(Wrong("ComputePrimValue", ModuleWith("")), "function made is not marked as tirx.is_host_func");
  EXPECT_EQ(Wrong("ComputePrimValue", ModuleWith("\"tirx.is_host_func\": False")),
            "function made is not marked as tirx.is_host_func");
  EXPECT_EQ(Wrong("ComputePrimValue", ModuleWith("\"tirx.is_host_func\": True")), "");
  EXPECT_EQ(Wrong("AlterOpImpl", ModuleWith("")), "function made has no operator_name");
  EXPECT_EQ(Wrong("SplitLayoutRewritePreproc", ModuleWith("\"layout_free_buffers\": [0]")),
            "function made still has layout_free_buffers");
}

TEST_F(MarksTest, WhatWasThereIsAskedOnlyByMarksOfEveryFunction) {
  Module same = ModuleWith("");
  EXPECT_TRUE(WrongMarks(*FindPass("ComputePrimValue"), same, same).empty());
  std::vector<WrongMark> wrong = WrongMarks(*FindPass("AnnotateTIROpPattern"), same, same);
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong[0].what, "function given has no op_pattern");
  EXPECT_EQ(wrong[0].key, "op_pattern");
}

TEST_F(MarksTest, ASymbolIsTheFunctionsName) {
  EXPECT_EQ(Wrong("AttachGlobalSymbol", ModuleWith("")), "function made does not have its name as global_symbol");
  Module named = ModuleWith("");
  std::vector<ModuleEntry> entries(named.entries.begin(), named.entries.end());
  entries[1].func = WithGlobalSymbol(ctx, entries[1].func, "made");
  EXPECT_EQ(Wrong("AttachGlobalSymbol", WithEntries(ctx, named, entries)), "");
}

TEST_F(MarksTest, AnnotationsAreGone) {
  EXPECT_EQ(Wrong("InjectSoftwarePipeline", ModuleWith("", "\"software_pipeline_stage\": [0]")),
            "a loop or block of made still has software_pipeline_stage");
  EXPECT_EQ(Wrong("InjectSoftwarePipeline", ModuleWith("", "\"other\": 1")), "");
}

TEST_F(MarksTest, EachIsSaidOnce) {
  std::set<std::tuple<const PassSpec*, Bearers, std::string_view>> seen;
  for (const Mark& mark : AllMarks()) {
    EXPECT_TRUE(seen.emplace(mark.pass, mark.bearers, mark.key).second) << mark.pass->name << " " << mark.key;
  }
}

}  // namespace
}  // namespace assay
