#include "ir/support/plural.h"

#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Plural, OneIsSingularAllElseIsPlural) {
  const std::vector<std::tuple<uint64_t, std::string_view, std::string_view, std::string_view>> rows = {
      {0, "signature", "", "0 signatures"},
      {1, "signature", "", "1 signature"},
      {2, "signature", "", "2 signatures"},
      {1, "open finding", "", "1 open finding"},
      {3, "open finding", "", "3 open findings"},
      {2, "pass", "", "2 passes"},
      {2, "entry", "", "2 entries"},
      {2, "array", "", "2 arrays"},
      {2, "index", "indices", "2 indices"},
      {1, "module is", "modules are", "1 module is"},
      {0, "module is", "modules are", "0 modules are"},
      {1, "process", "", "1 process"},
      {2, "process", "", "2 processes"},
      {12345, "run", "", "12,345 runs"},
      {1000000, "run", "", "1,000,000 runs"},
  };
  for (const auto& [count, one, many, said] : rows) EXPECT_EQ(Counted(count, one, many), said);
  EXPECT_EQ(Plural(1, "case"), "case");
  EXPECT_EQ(Plural(0, "case"), "cases");
}

}  // namespace
}  // namespace assay
