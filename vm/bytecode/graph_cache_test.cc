// Storage is kept, and a region is replayed on the memory of its first launch.
#include "vm/bytecode/graph_cache.h"

#include <algorithm>

#include "vm/bytecode/interp.h"
#include "vm/run_script.h"

namespace assay {
namespace {

TEST(GraphCache, KeepsUnderAnIndex) {
  GraphCache cache;
  EXPECT_EQ(cache.Allocation(0), nullptr);
  cache.Keep(0, IntValue(7));
  ASSERT_NE(cache.Allocation(0), nullptr);
  EXPECT_EQ(ValueText(*cache.Allocation(0)), "int64 7");
  std::vector<int64_t> two{2}, three{3};
  EXPECT_EQ(ValueText(cache.LaunchArguments(0, two, {IntValue(1)})[0]), "int64 1");
  EXPECT_EQ(ValueText(cache.LaunchArguments(0, two, {IntValue(5)})[0]), "int64 1");
  EXPECT_EQ(ValueText(cache.LaunchArguments(0, three, {IntValue(5)})[0]), "int64 5");
  cache.Clear();
  EXPECT_EQ(cache.Allocation(0), nullptr);
  EXPECT_EQ(ValueText(cache.LaunchArguments(0, two, {IntValue(5)})[0]), "int64 5");
}

// Runs of kernels on static storage, in a function that is called twice.
constexpr std::string_view kGraphs = R"(
    @R.function(private=True)
    def layers(x: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
        a = R.exp(x)
        b = R.negative(a)
        c = R.matmul(b, a)
        d = R.exp(c)
        return d
    @R.function
    def main(x: R.Tensor((2, 2), "float32"), y: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
        cls = Module
        p = cls.layers(x)
        q = cls.layers(y)
        return R.subtract(p, q)
)";

TEST(GraphCache, CapturedRegionsGiveTheResultsOfTheKernels) {
  Script script(kGraphs);
  std::vector<PassCall> build = *Pipeline("default");
  PassContext plain(script.ctx), graphs(script.ctx);
  graphs.config.emplace("relax.backend.use_cuda_graph", MakeAttrBool(script.ctx, true));
  std::vector<std::string> results;
  for (PassContext* pass_ctx : {&plain, &graphs}) {
    Result<Module> lowered = RunSequential(*pass_ctx, build, script.module);
    ASSERT_TRUE(lowered.ok()) << lowered.error().message;
    bool captured = std::ranges::any_of(lowered->entries, [](const ModuleEntry& entry) {
      return entry.var->name.text().find("cuda_graph_capture") != std::string_view::npos;
    });
    EXPECT_EQ(captured, pass_ctx == &graphs);
    auto loaded = kVm.load(script.ctx, *lowered, {});
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    std::vector<Value> args{FloatsValue({2, 2}, {1, 2, 3, 4}), FloatsValue({2, 2}, {-1, 0.5, 0, 1})};
    for (int run = 0; run < 2; ++run) results.push_back(RunText((*loaded)->Run("main", args)));
  }
  for (const std::string& result : results) EXPECT_EQ(result, results[0]);
}

}  // namespace
}  // namespace assay
