#include "oracles/core/trace_entry.h"

#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr const char* kModule = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((2,), dtype="float32") = R.exp(x)
            z: R.Tensor((2,), dtype="float32") = R.negative(y)
            R.output(z)
        return z
)";

TEST(TraceTest, TheEntryReturnsAllItBinds) {
  Context ctx;
  auto module = ParseModule(ctx, "m.py", kModule);
  ASSERT_TRUE(module.ok());
  auto traced = TraceEntry(ctx, *module, "main", 3);
  ASSERT_TRUE(traced.ok());
  EXPECT_EQ(traced->names, (std::vector<std::string>{"y", "z", "return"}));
  EXPECT_TRUE(IsWellFormed(ctx, traced->module));
}

TEST(TraceTest, KeepsAsManyBindingsAsAsked) {
  Context ctx;
  auto module = ParseModule(ctx, "m.py", kModule);
  ASSERT_TRUE(module.ok());
  auto traced = TraceEntry(ctx, *module, "main", 1);
  ASSERT_TRUE(traced.ok());
  EXPECT_EQ(traced->names, (std::vector<std::string>{"y"}));
  EXPECT_TRUE(IsWellFormed(ctx, traced->module));
  EXPECT_FALSE(TraceEntry(ctx, *module, "other", 1).ok());
}

Value Ones(double last) {
  std::vector<double> values{1, 1, last};
  return Value{TensorValue{Tensor::Floats(DType::Float(32), std::vector<int64_t>{3}, values)}};
}

TEST(TraceTest, TheFirstDivergenceIsTheEarliestBinding) {
  std::vector<std::string> names{"y", "z", "return"};
  ReferenceOutcome reference{Value{TupleValue{{Ones(1), Ones(1), Ones(1)}}}, {}};
  EXPECT_EQ(FirstDivergence(names, reference.outcome, reference), std::nullopt);
  auto found = FirstDivergence(names, Value{TupleValue{{Ones(1), Ones(2), Ones(3)}}}, reference);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->starts_with("z: [2]: got 2, want 1")) << *found;
  EXPECT_EQ(FirstDivergence(names, Refused{"no"}, reference), std::nullopt);
}

}  // namespace
}  // namespace assay
