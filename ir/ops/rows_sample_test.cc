// Samples of every row that has a lowering: inference accepts them, evaluation has the inferred type, and the lowered
// kernel computes the same values.
#include "ir/ops/engine_rows.h"
#include "ir/ops/families.h"
#include "ir/ops/row_bench.h"
#include "ir/prim/intrinsics.h"
#include "ir/walk.h"

namespace assay {
namespace {

std::vector<const OpSpec*> Rows() {
  std::vector<const OpSpec*> rows;
  for (const OpSpec* row : AllOps()) {
    if (row->lower.rule != nullptr && IsCarriedOut(*row)) rows.push_back(row);
  }
  return rows;
}
std::string NameOf(const testing::TestParamInfo<const OpSpec*>& info) {
  std::string name(info.param->name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

// The class of dtypes that a call shows: that of its first tensor, or floats where it has none.
DTypeSet ClassOf(const Call& call) {
  const TensorType* first = nullptr;
  for (const Expr* arg : call.args) {
    const auto* tuple = As<TupleType>(arg->type);
    const Type* type = tuple == nullptr || tuple->fields.empty() ? arg->type : tuple->fields[0];
    if (first == nullptr) first = As<TensorType>(type);
  }
  for (DTypeSet one : {kBoolDType, kIntDType, kUIntDType}) {
    if (first != nullptr && Contains(one, first->dtype)) return one;
  }
  return kFloatDType;
}

class RowsSampled : public testing::TestWithParam<const OpSpec*> {
 protected:
  // Whether the sample was evaluated and lowered.
  bool TryOne(DTypeSet dtypes, uint64_t seed) {
    RowBench bench;
    bench.preferred = dtypes;
    bench.Seed(seed);
    const Call* sample = GetParam()->sample(bench, *GetParam());
    if (sample == nullptr || ClassOf(*sample) != dtypes) return false;
    Result<const Call*> call = WithInferredType(bench.ctx(), nullptr, sample);
    EXPECT_TRUE(call.ok()) << call.error().message << " [" << call.error().rule << "]";
    if (!call.ok()) return false;
    EvalResult evaluated = bench.Evaluate(*call);
    // Integer variance and the like: refused on both sides.
    if (std::holds_alternative<Refused>(evaluated)) return false;
    bench.Agree(*call);
    const PrimFunc* kernel = bench.kernel();
    if (kernel != nullptr && CallsLibrary(kernel->body) && As<TensorType>((*call)->type) != nullptr)
      library_ |= As<TensorType>((*call)->type)->dtype.IsFloating();
    return true;
  }

  bool library_ = false;
};

// 200 samples of each class of dtypes that the row takes.
TEST_P(RowsSampled, LoweringAgreesWithEvaluation) {
  int lowered = 0;
  for (DTypeSet dtypes : {kFloatDType, kIntDType, kUIntDType, kBoolDType}) {
    int of_class = 0;
    for (uint64_t seed = 0; seed < 240 && of_class < 200 && !HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      if (TryOne(dtypes, seed)) ++of_class;
      // Neither this class nor this lowering is the row's.
      if (seed == 20 && of_class == 0) break;
    }
    lowered += of_class;
  }
  EXPECT_GT(lowered, 100);
  const Tolerance& tolerance = GetParam()->tolerance;
  EXPECT_TRUE(!library_ || !tolerance.exact || tolerance.of_library)
      << "its kernels call functions of real numbers: the row's tolerance is LibraryFunction()";
}
INSTANTIATE_TEST_SUITE_P(All, RowsSampled, testing::ValuesIn(Rows()), NameOf);

}  // namespace
}  // namespace assay
