// Samples of every row that has a lowering: inference accepts them, evaluation has the inferred type, and the lowered
// kernel computes the same values.
#include "ir/ops/families.h"
#include "ir/ops/row_bench.h"

namespace assay {
namespace {

std::vector<const OpSpec*> Rows() {
  std::vector<const OpSpec*> rows;
  for (const OpSpec* row : AllOps()) {
    if (row->lower.rule != nullptr) rows.push_back(row);
  }
  return rows;
}
std::string NameOf(const testing::TestParamInfo<const OpSpec*>& info) {
  std::string name(info.param->name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

class RowsSampled : public testing::TestWithParam<const OpSpec*> {};

TEST_P(RowsSampled, LoweringAgreesWithEvaluation) {
  int lowered = 0;
  for (uint64_t seed = 0; seed < 120 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RowBench bench;
    bench.Seed(seed);
    const Call* sample = GetParam()->sample(bench, *GetParam());
    if (sample == nullptr) continue;
    Result<const Call*> call = WithInferredType(bench.ctx(), nullptr, sample);
    ASSERT_TRUE(call.ok()) << call.error().message << " [" << call.error().rule << "]";
    EvalResult evaluated = bench.Evaluate(*call);
    // Integer variance and the like: refused on both sides.
    if (std::holds_alternative<Refused>(evaluated)) continue;
    bench.Agree(*call);
    ++lowered;
  }
  EXPECT_GT(lowered, 60);
}
INSTANTIATE_TEST_SUITE_P(All, RowsSampled, testing::ValuesIn(Rows()), NameOf);

}  // namespace
}  // namespace assay
