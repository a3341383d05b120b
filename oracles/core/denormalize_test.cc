#include "oracles/core/denormalize.h"

#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        a: R.Tensor((2,), dtype="float32") = R.exp(x)
        b: R.Tensor((2,), dtype="float32") = R.negative(a)
        c: R.Tensor((4,), dtype="float32") = R.concat((b, x), axis=0)
        d: R.Tensor((2,), dtype="float32") = R.add(x, x)
        e: R.Tensor((2,), dtype="float32") = R.multiply(d, d)
        return e

    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        cls = Module
        y: R.Tensor((2,), dtype="float32") = cls.helper(x)
        return y
)";

class DenormalizeTest : public testing::Test {
 protected:
  DenormalizeTest() {
    auto parsed = ParseModule(ctx, "module.py", std::string(kModule));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    module = *parsed;
  }
  // What the pass makes of the module without the property.
  Module Mended(std::string_view pass, Props without) {
    Module loose = Denormalized(ctx, module, without);
    EXPECT_FALSE(CheckProp(ctx, loose, static_cast<Prop>(without)).ok());
    PassContext pass_ctx(ctx);
    pass_ctx.verify_each = false;
    auto result = RunPass(pass_ctx, {FindPass(pass), {}}, loose);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
    return *result;
  }
  Context ctx;
  Module module;
};

TEST_F(DenormalizeTest, WhatIsUsedOnceMovesIntoItsUse) {
  std::string text = PrintModule(Denormalized(ctx, module, kNormal));
  EXPECT_NE(text.find("R.concat((R.negative(R.exp(x)), x), axis=0)"), std::string::npos) << text;
  EXPECT_NE(text.find("R.multiply(d, d)"), std::string::npos) << text;
}

TEST_F(DenormalizeTest, NormalizeBringsItBack) {
  Module back = Mended("Normalize", kNormal);
  EXPECT_TRUE(CheckProp(ctx, back, kNormal).ok());
  auto difference = FirstDifference(back, module);
  EXPECT_FALSE(difference.has_value()) << difference->path << "\n" << PrintModule(back);
}

constexpr std::string_view kRecursive = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
        @R.function
        def loop(i: R.Tensor((), dtype="int32"), acc: R.Tensor((1,), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
            stop: R.Tensor((), dtype="bool") = R.greater_equal(i, R.const(1, "int32"))
            if stop:
                r: R.Tensor((1,), dtype="float32") = acc
            else:
                j: R.Tensor((), dtype="int32") = R.add(i, R.const(1, "int32"))
                g: R.Tensor((1,), dtype="float32") = R.add(acc, x)
                r: R.Tensor((1,), dtype="float32") = loop(j, g)
            return r

        y: R.Tensor((1,), dtype="float32") = loop(R.const(0, "int32"), x)
        return y
)";

TEST_F(DenormalizeTest, ALocalFunctionStillCallsItself) {
  module = *ParseModule(ctx, "recursive.py", std::string(kRecursive));
  Module back = Mended("Normalize", kNormal);
  EXPECT_TRUE(IsWellFormed(ctx, back)) << PrintModule(back);
  auto difference = FirstDifference(back, module);
  EXPECT_FALSE(difference.has_value()) << difference->path << "\n" << PrintModule(back);
}

TEST_F(DenormalizeTest, AnotherFunctionHasTheNameOfAPublicOne) {
  Module loose = Denormalized(ctx, module, kNamedBySymbol);
  EXPECT_NE(loose.Find("main_here"), nullptr);
  ASSERT_NE(loose.Find("main"), nullptr);
  EXPECT_EQ(StringAttr(AttrsOf(loose.Find("main")), "global_symbol"), "");
}

TEST_F(DenormalizeTest, NormalizeGlobalVarNamesFunctionsAfterTheirSymbols) {
  Module back = Mended("NormalizeGlobalVar", kNamedBySymbol);
  EXPECT_TRUE(CheckProp(ctx, back, kNamedBySymbol).ok());
  ASSERT_NE(back.Find("main"), nullptr);
  EXPECT_EQ(StringAttr(AttrsOf(back.Find("main")), "global_symbol"), "main");
}

constexpr std::string_view kLoops = R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((2,), "int32"), y: T.Buffer((2,), "int32")):
        for i in range(2):
            y[i] = a[i]
        for j in range(1):
            y[j] = y[j] + 1
        for k in range(1):
            y[k] = y[k] + 1
        for l in range(1):
            a[l] = a[l] + 1
)";

TEST_F(DenormalizeTest, LoopsShareTheirVariable) {
  module = *ParseModule(ctx, "loops.py", std::string(kLoops));
  Module loose = Denormalized(ctx, module, kDefinedOnce);
  EXPECT_FALSE(IsWellFormed(ctx, loose));
  const auto* seq = As<SeqStmt>(As<PrimFunc>(loose.Find("main"))->body);
  ASSERT_NE(seq, nullptr);
  EXPECT_EQ(seq->seq[1], seq->seq[2]);
  EXPECT_NE(seq->seq[1], seq->seq[3]) << "another buffer";
  PassContext pass_ctx(ctx);
  Result<Module> mended = RunPass(pass_ctx, {FindPass("ConvertSSA"), {}}, loose);
  ASSERT_TRUE(mended.ok()) << mended.error().message;
  const Module& back = *mended;
  EXPECT_TRUE(IsWellFormed(ctx, back));
  auto difference = FirstDifference(back, module);
  EXPECT_FALSE(difference.has_value()) << difference->path << "\n" << PrintModule(back);
}

constexpr std::string_view kViewOfEachStep = R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.Buffer((8,), "int32"), y: T.Buffer((8,), "int32")):
        for i in range(8):
            row = T.decl_buffer((1,), "int32", data=a.data, elem_offset=i)
            for j in range(1):
                y[i] = row[j]
)";

TEST_F(DenormalizeTest, ALoopIsThreeThatShareItsViews) {
  module = *ParseModule(ctx, "views.py", std::string(kViewOfEachStep));
  Module loose = Denormalized(ctx, module, kDefinedOnce);
  const auto* seq = As<SeqStmt>(As<PrimFunc>(loose.Find("main"))->body);
  ASSERT_NE(seq, nullptr);
  ASSERT_EQ(seq->seq.size(), 3);
  std::vector<std::pair<int64_t, int64_t>> parts;
  for (const Stmt* part : seq->seq) {
    const auto* loop = As<For>(part);
    EXPECT_EQ(loop->body, As<For>(seq->seq[0])->body);
    parts.emplace_back(AsInt(loop->min)->value, AsInt(loop->extent)->value);
  }
  EXPECT_EQ(parts, (std::vector<std::pair<int64_t, int64_t>>{{0, 1}, {1, 1}, {2, 6}}));
  EXPECT_FALSE(IsWellFormed(ctx, loose));
  PassContext pass_ctx(ctx);
  Result<Module> mended = RunPass(pass_ctx, {FindPass("ConvertSSA"), {}}, loose);
  ASSERT_TRUE(mended.ok()) << mended.error().message;
  EXPECT_TRUE(IsWellFormed(ctx, *mended)) << PrintModule(*mended);
}

}  // namespace
}  // namespace assay
