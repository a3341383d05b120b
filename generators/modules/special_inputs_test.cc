// What a seed says comes back; each dtype has the special values that it can hold; arguments are made by such seeds.
#include "generators/modules/special_inputs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "generators/modules/generate.h"
#include "generators/modules/plan.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

TEST(SpecialInputs, SeedsSayThem) {
  SpecialInputs inputs;
  for (size_t i = 0; i < kSweptSymbols; ++i) inputs.extents[i] = static_cast<uint8_t>(i % kSweptExtents.size());
  for (size_t value = 0; value < kSpecialValues; ++value) {
    inputs.value = static_cast<uint8_t>(value);
    auto back = SpecialInputsOf(SeedOf(inputs));
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(back->value, value);
    EXPECT_EQ(back->extents, inputs.extents);
  }
  inputs.value = kNoSpecialValue;
  EXPECT_EQ(SpecialInputsOf(SeedOf(inputs))->value, kNoSpecialValue);
  EXPECT_FALSE(SpecialInputsOf(1).has_value());
  EXPECT_FALSE(SpecialInputsOf((uint64_t{1} << 48) - 1).has_value());
  EXPECT_FALSE(SpecialInputsOf(UINT64_MAX).has_value());
}

TEST(SpecialInputs, EachDTypeHasItsOwn) {
  for (DType dtype : AllTensorDTypes()) {
    std::set<std::string> seen;
    for (size_t value = 0; value < kSpecialValues; ++value) seen.insert(ToText(SpecialScalar(dtype, value)));
    EXPECT_GE(seen.size(), dtype.IsBool() || dtype.bits < 4 ? 2u : 4u) << DTypeName(dtype);
    if (!dtype.IsBool()) EXPECT_TRUE(seen.contains(ToText(scalar::Lowest(dtype)))) << DTypeName(dtype);
  }
  EXPECT_TRUE(std::isnan(SpecialScalar(DType::Float(32), 0).f));
  EXPECT_EQ(SpecialScalar(DType::Int(64), 8).i, (int64_t{1} << 53) + 1);
}

TEST(SpecialInputs, MakeInputsObeysThem) {
  Context ctx;
  auto module = ParseModule(ctx, "m", R"(@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n0", "n1"), "float32"), y: R.Tensor((4,), "int64")) -> R.Tensor((4,), "int64"):
        return y
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  SpecialInputs inputs;
  inputs.value = 4;
  inputs.extents[0] = 4;
  inputs.extents[1] = 0;
  std::vector<Value> values = MakeInputs(*module, "main", SeedOf(inputs));
  ASSERT_EQ(values.size(), 2u);
  const Tensor& x = values[0].As<TensorValue>()->tensor;
  EXPECT_EQ(x.shape(), (std::vector<int64_t>{5, 0}));
  const Tensor& y = values[1].As<TensorValue>()->tensor;
  EXPECT_EQ(y.At(0).i, -1);
  EXPECT_EQ(y.At(3).i, -1);
  inputs.extents[1] = 3;
  values = MakeInputs(*module, "main", SeedOf(inputs));
  const Tensor& wide = values[0].As<TensorValue>()->tensor;
  ASSERT_EQ(wide.shape(), (std::vector<int64_t>{5, 3}));
  EXPECT_EQ(wide.At(2).f, std::numeric_limits<float>::max());
}

}  // namespace
}  // namespace assay
