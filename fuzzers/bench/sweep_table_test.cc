// What `assay bench sweep` says of a part of the table.
#include "fuzzers/bench/sweep_table.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(SweepTable, CountsRowsPairsAndModules) {
  SweepOptions options;
  options.ops = {FindOp("add"), FindOp("nn.relu")};
  options.dtypes = {DType::Float(32), DType::Int(8)};
  uint64_t last = 0;
  SweepTableResult result = MeasureSweep(options, [&](uint64_t modules) { last = modules; });
  ASSERT_EQ(result.units.size(), 2u);
  SweptUnit total = Total(result);
  EXPECT_EQ(total.rows, result.units[0].rows + result.units[1].rows);
  EXPECT_EQ(total.rows, result.calls);
  EXPECT_EQ(total.uncovered, 0u);
  EXPECT_EQ(result.ill_formed, 0u);
  EXPECT_EQ(last, result.modules);
  nlohmann::json json = SweepTableJson(result);
  EXPECT_EQ(json["units"][0]["name"], "add");
  EXPECT_EQ(json["total"]["rows"], total.rows);
  EXPECT_EQ(json["modules"], result.modules);
}

}  // namespace
}  // namespace assay
