// What a module consists of is counted, and what no module had is named.
#include "generators/modules/variety.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

TEST(VarietyTest, CountsOneModule) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 2), "int8"), y: R.Tensor((2,), "float32")) -> R.Tensor(("n", 2), "int8"):
        n = T.int64()
        a = R.add(x, x)
        b = R.concat((y, y))
        return a
)");
  ASSERT_TRUE(module.ok());
  Variety variety;
  variety.Add(*module);
  EXPECT_EQ(variety.modules, 1u);
  EXPECT_EQ(variety.symbolic, 1u);
  EXPECT_THAT(variety.ops, testing::ElementsAre(testing::Pair("add", 1), testing::Pair("concat", 1)));
  EXPECT_THAT(variety.op_dtypes, testing::ElementsAre(testing::Pair("add int", 1), testing::Pair("concat float", 1)));
  EXPECT_EQ(variety.shapes.count("rank 2 symbolic"), 1u);
  std::vector<std::string> missing = variety.MissingOpDTypes();
  EXPECT_THAT(missing, testing::Contains("add float"));
  EXPECT_THAT(missing, testing::Not(testing::Contains("add int")));
  EXPECT_THAT(variety.MissingKinds(), testing::Contains("While"));
  EXPECT_THAT(variety.MissingKinds(), testing::Not(testing::Contains("TensorType")));
}

// The figures of record are those of `assay gen --stats`.
TEST(VarietyTest, GeneratedModulesAreVaried) {
  Variety variety;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    variety.Add(Generate(ctx, bytes, {}));
  }
  EXPECT_GE(variety.symbolic * 10, variety.modules * 3);
  EXPECT_LE(variety.MissingKinds().size(), 20u);
}

}  // namespace
}  // namespace assay
