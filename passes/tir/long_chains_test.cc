// Chains of operators are as long as a user writes them: the parser goes through them in a loop, and so does each pass
// over kernels.
#include <gtest/gtest.h>

#include "ir/support/byte_source.h"
#include "ir/text/parse.h"
#include "passes/test_graphs.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr int kLinks = 50'000;

std::string Chain(std::string_view first, std::string_view link) {
  std::string text(first);
  for (int i = 0; i < kLinks; ++i) text += link;
  return text;
}

// One function per place where a chain stands.
std::string Kernel(std::string_view loop, std::string_view condition, std::string_view index, std::string_view value) {
  return fmt::format(
      "from tvm.script import ir as I, tirx as T\n@I.ir_module\nclass Module:\n    @T.prim_func\n"
      "    def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n        for i in {}:\n"
      "            if {}:\n                B[{}] = {}\n",
      loop, condition, index, value);
}
std::string Block(std::string_view condition) {
  return fmt::format(
      "from tvm.script import ir as I, tirx as T\n@I.ir_module\nclass Module:\n    @T.prim_func\n"
      "    def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n        for i in range(8):\n"
      "            with T.sblock(\"b\"):\n                v = T.axis.spatial(8, i)\n                T.where({})\n"
      "                B[v] = A[v]\n        for i in range(8):\n            with T.sblock(\"c\"):\n"
      "                v = T.axis.spatial(8, i)\n                A[v] = B[v]\n",
      condition);
}

std::string Reshape(std::string_view index) {
  return fmt::format(
      "from tvm.script import ir as I, relax as R, tirx as T\n@I.ir_module\nclass Module:\n"
      "    @T.prim_func(private=True, s_tir=True)\n"
      "    def moved(A: T.Buffer((8,), \"float32\"), B: T.Buffer((2, 4), \"float32\")):\n"
      "        for i, j in T.grid(2, 4):\n            with T.sblock(\"b\"):\n"
      "                u, v = T.axis.remap(\"SS\", [i, j])\n                B[u, v] = A[{}]\n"
      "    @R.function\n    def main(x: R.Tensor((8,), \"float32\")) -> R.Tensor((2, 4), \"float32\"):\n"
      "        cls = Module\n        with R.dataflow():\n"
      "            lv = R.call_tir(cls.moved, (x,), out_sinfo=R.Tensor((2, 4), \"float32\"))\n"
      "            R.output(lv)\n        return lv\n",
      index);
}
std::string Layout(std::string_view index) {
  return fmt::format(
      "from tvm.script import ir as I, relax as R\n@I.ir_module\nclass Module:\n    @R.function\n"
      "    def main(x: R.Tensor((8, 4), \"float32\")) -> R.Object:\n"
      "        lv = R.layout_transform(x, index_map=lambda i, j: (j, {}))\n        return lv\n",
      index);
}

const std::vector<std::pair<std::string_view, std::string>>& Kernels() {
  static const std::vector<std::pair<std::string_view, std::string>> kKernels{
      {"a sum", Kernel("range(8)", "i < 9", "i", Chain("A[i]", " + A[i]"))},
      {"a product of a vectorized loop", Kernel("T.vectorized(8)", "T.bool(True)", "i", Chain("A[i]", " * A[i]"))},
      {"a guard", Kernel("range(8)", Chain("i < 9", " and i < 8"), "i", "A[i]")},
      {"an index", Kernel("range(8)", "i < 9", Chain("i", " % 9"), "A[i]")},
      {"a wide index", Kernel("T.serial(T.int64(8))", "i < T.int64(9)", Chain("i", " % T.int64(9)"), "A[i]")},
      {"a predicate", Block(Chain("i < 9", " and i < 8"))},
  };
  return kKernels;
}

TEST(LongChainsTest, EachPassOverKernelsGoesThroughThem) {
  for (const auto& [what, text] : Kernels()) {
    Context ctx;
    PassContext pass_ctx(ctx);
    Result<Module> module = ParseModule(ctx, "chain.py", text);
    ASSERT_TRUE(module.ok()) << what << ": " << module.error().message;
    for (const PassSpec* pass : TirPasses()) {
      PassCall call{pass, {}};
      Result<Module> result = RunPass(pass_ctx, call, *module);
      ByteSource bytes = ByteSource::FromSeed(1);
      // Some must be told something.
      bool asks = !result.ok() && result.error().kind == DiagKind::kBadArgument && pass->sample_options != nullptr;
      if (asks && pass->sample_options(ctx, *module, bytes, call.options)) result = RunPass(pass_ctx, call, *module);
      if (!result.ok()) EXPECT_EQ(result.error().kind, DiagKind::kCannotLower) << pass->name << " on " << what;
    }
  }
}

// Links of one operator are alike but for what they are applied to.
TEST(LongChainsTest, EqualValuesOfLongGraphsAreFound) {
  Context ctx;
  PassContext pass_ctx(ctx);
  GraphMaker graph(ctx);
  const Var* x = graph.Param("x", {MakeInt(ctx, 8)});
  const Var* last = x;
  for (int i = 0; i < kLinks; ++i) last = graph.Op("add", {last, x});
  const Var* again = graph.Op("add", {x, x});
  Module module = ModuleOf(ctx, {{"main", graph.ReturnAs(graph.Op("add", {last, again}), "main")}});
  Result<Module> result = RunPass(pass_ctx, {FindPass("EliminateCommonSubexpr"), {}}, module);
  ASSERT_TRUE(result.ok()) << result.error().message;
  const auto* func = As<Function>(result->entries[0].func);
  int trivial = 0;
  for (const BindingBlock* block : As<SeqExpr>(func->body)->blocks) {
    for (const Binding* binding : block->bindings) trivial += Is<Var>(binding->value) ? 1 : 0;
  }
  // The second sum of x and x, and what the block gives.
  EXPECT_EQ(trivial, 2);
}

struct Step {
  std::string_view what;
  std::string_view passes;
  std::string text;
};
// Blocks that are moved, kernels that may be reshapes, and maps of layouts.
std::vector<Step> Steps() {
  return {
      {"a predicate", R"raw(ApplySchedule{"trace": "compute_at(b, c, 0)"})raw", Block(Chain("i < 9", " and i < 8"))},
      {"the index of a reshape", "AnnotateTIROpPattern,RewriteDataflowReshape", Reshape(Chain("v", " % 8"))},
      {"a map of indices", "LegalizeOps", Layout(Chain("i", " // 1"))}};
}

TEST(LongChainsTest, SchedulesReshapesAndLayoutsGoThroughThem) {
  for (const Step& step : Steps()) {
    Context ctx;
    PassContext pass_ctx(ctx);
    Result<Module> module = ParseModule(ctx, "chain.py", step.text);
    ASSERT_TRUE(module.ok()) << step.what << ": " << module.error().message;
    Result<Module> result = RunSequential(pass_ctx, *ParsePassList(ctx, step.passes), *module);
    if (!result.ok())
      EXPECT_EQ(result.error().kind, DiagKind::kCannotLower) << step.what << ": " << result.error().message;
  }
}

}  // namespace
}  // namespace assay
