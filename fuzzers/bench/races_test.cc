// Generated launches are the same in every order of their threads and have no races; of those that lack a barrier or a
// guard, the ones that are harmed are flagged.
#include "fuzzers/bench/races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "vm/run_script.h"

namespace assay {
namespace {

TEST(RacesTest, CleanLaunchesAreSilentAndHarmedOnesAreFlagged) {
  RacesResult result = MeasureRaces({.kernels = 150, .seed = 1});
  for (const RaceCase& one : result.false_alarms) ADD_FAILURE() << one.seed << ": " << one.what << "\n" << one.module;
  for (const RaceCase& one : result.missed) ADD_FAILURE() << one.seed << ": " << one.what << "\n" << one.module;
  EXPECT_EQ(result.kernels, 150u);
  EXPECT_GE(result.with_barrier, 75u);
  EXPECT_GE(result.with_exchange, 10u);
  EXPECT_LE(result.not_run, 15u);
  EXPECT_GE(result.harmed, 20u);
  EXPECT_GE(result.kinds["data_race"], 10u);
}

TEST(RacesTest, ACutTakesOutOneThing) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        tx = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "int32", scope="shared")
        if tx < 8:
            s[tx] = A[tx]
        T.tvm_storage_sync("shared")
        if tx < 4:
            B[tx] = s[7 - tx]
        else:
            B[tx] = s[tx]
)");
  const auto* func = As<PrimFunc>(script.module.entries[0].func);
  ASSERT_EQ(CutsOf(*func), 2u);
  for (size_t which : {0, 1}) EXPECT_EQ(CutsOf(*WithoutCut(script.ctx, *func, which)), 1u);
}

}  // namespace
}  // namespace assay
