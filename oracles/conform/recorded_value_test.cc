#include "oracles/conform/recorded_value.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace assay {
namespace {

nlohmann::json Json(const char* text) { return nlohmann::json::parse(text, nullptr, false); }

TEST(RecordedValueTest, TensorsKeepDtypeAndShape) {
  auto value = ValueOfType(Json(R"({"dtype": "float16", "shape": [2, 2], "data": [1, 2.5, "nan", "-inf"]})"), nullptr);
  ASSERT_TRUE(value.ok());
  const Tensor& tensor = value->As<TensorValue>()->tensor;
  EXPECT_EQ(tensor.dtype(), DType::Float(16));
  EXPECT_EQ(ToText(tensor.At(1)), "2.5");
  EXPECT_EQ(ValueAsRecorded(*value),
            Json(R"({"dtype": "float16", "shape": [2, 2], "data": [1.0, 2.5, "nan", "-inf"]})"));
}

TEST(RecordedValueTest, AListIsWhatItsTypeSays) {
  Context ctx;
  const Type* prim = ctx.Prim(DType::Int(64));
  EXPECT_NE(ValueOfType(Json("[2, 3]"), MakeShapeTypeOfRank(ctx, 2))->As<ShapeValue>(), nullptr);
  EXPECT_NE(ValueOfType(Json("[2, 3]"), MakeTupleType(ctx, {prim, prim}))->As<TupleValue>(), nullptr);
  EXPECT_NE(ValueOfType(Json("[2, 3]"), nullptr)->As<ShapeValue>(), nullptr);
}

TEST(RecordedValueTest, ANumberIsWhatItsTypeSays) {
  Context ctx;
  EXPECT_EQ(ValueOfType(Json("7"), ctx.Prim(DType::Int(32)))->As<PrimValue>()->scalar.dtype, DType::Int(32));
  EXPECT_EQ(ValueOfType(Json("7"), nullptr)->As<PrimValue>()->scalar.dtype, DType::Int(64));
  auto tensor = ValueOfType(Json("7"), MakeTensorType(ctx, std::vector<const Expr*>{}, DType::Float(32)));
  EXPECT_EQ(tensor->As<TensorValue>()->tensor.rank(), 0);
}

TEST(RecordedValueTest, AResultIsReadInTheFormOfWhatCame) {
  Value scalar{PrimValue{Scalar::Int(DType::Int(32), 1)}};
  EXPECT_EQ(ValueLike(Json("5"), scalar)->As<PrimValue>()->scalar.dtype, DType::Int(32));
  Value tuple{TupleValue{{scalar, scalar}}};
  EXPECT_EQ(ValueLike(Json("[1, 2]"), tuple)->As<TupleValue>()->fields.size(), 2u);
  EXPECT_NE(ValueLike(Json("[1, 2]"), Value{ShapeValue{{1, 2}}})->As<ShapeValue>(), nullptr);
}

TEST(RecordedValueTest, WrongTextIsRefused) {
  for (const char* text :
       {R"({"dtype": "float99", "shape": [], "data": [1]})", R"({"dtype": "int8", "shape": [3], "data": [1]})",
        R"({"dtype": "int8", "shape": [-1], "data": []})", R"({"dtype": "int8", "shape": ["n"], "data": []})",
        R"({"dtype": "int8", "shape": [1], "data": [{}]})", R"({"shape": [1], "data": [1]})",
        R"({"dtype": "int8", "shape": [4000000000000], "data": []})"}) {
    EXPECT_FALSE(ValueOfType(Json(text), nullptr).ok()) << text;
  }
}

}  // namespace
}  // namespace assay
