#include "oracles/conform/recorded_value.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/text/parse.h"

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

constexpr const char* kModule = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "int32"), w: R.Tensor((2, 2), "uint8"), t: R.Tuple(R.Prim("int64"), R.Tensor((2,), "float16")), s: R.Shape(["m"]), b: R.Tensor((), "bool")):
        return x
)";

// Each wrong argument beside good ones.
TEST(RecordedValueTest, WrongArgumentsAreNamedWithTheirElementAndWhatWasExpected) {
  Context ctx;
  Module module = *ParseModule(ctx, "m.py", kModule);
  const nlohmann::json good = Json(R"([{"dtype": "int32", "shape": [3], "data": [1, 2, 3]},
                                       {"dtype": "uint8", "shape": [2, 2], "data": [[1, 2], [3, 4]]},
                                       [7, {"dtype": "float16", "shape": [2], "data": [0.1, "nan"]}], [4], true])");
  ASSERT_TRUE(ArgumentsFor(module, "main", good).ok()) << ArgumentsFor(module, "main", good).error().message;
  const std::string int32 = "expected int32 (-2147483648 to 2147483647), got ",
                    int64 = "expected int64 (-9223372036854775808 to 9223372036854775807), got ",
                    keys = "expected a tensor with \"dtype\", \"shape\" and \"data\", got ";
  struct {
    size_t which;
    const char* text;
    std::string said;
  } const rows[] = {
      {0, R"({"dtype": "int32", "shape": [3], "data": [1, 2, 3.5]})", "argument 0 (x), element 2: " + int32 + "3.5"},
      {0, R"({"dtype": "int32", "shape": [1], "data": [5000000000]})",
       "argument 0 (x), element 0: " + int32 + "5000000000"},
      {0, R"({"dtype": "int32", "shape": [], "data": true})", "argument 0 (x): " + int32 + "true"},
      {0, R"({"dtype": "int32x2", "shape": [2], "data": [1, 2, 3, 4.5]})",
       "argument 0 (x), element 1: " + int32 + "4.5"},
      {0, R"({"shape": [1], "data": [1]})", "argument 0 (x): " + keys + R"({"data":[1],"shape":[1]} without "dtype")"},
      {0, R"({})", "argument 0 (x): " + keys + R"(an object without "dtype" and "shape" and "data")"},
      {0, R"({"dtype": 3, "shape": [1], "data": [1]})", "argument 0 (x): \"dtype\": expected a name, got 3"},
      {0, R"({"dtype": "int8", "shape": 3, "data": [1]})",
       "argument 0 (x): \"shape\": expected a list of extents, got 3"},
      {0, R"({"dtype": "int8", "shape": ["n"], "data": [1]})", "argument 0 (x), extent 0: " + int64 + "\"n\""},
      {0, R"({"dtype": "int8", "shape": [-1], "data": [1]})",
       "argument 0 (x): invalid tensor shape [-1]: expected extents of 0 or more, got -1 (axis 0)"},
      {0, R"({"dtype": "int8", "shape": [3], "data": [1]})",
       "argument 0 (x): a tensor of 3 elements has 1 in \"data\""},
      {1, R"({"dtype": "uint8", "shape": [2, 2], "data": [[1, 2], [300, 4]]})",
       "argument 1 (w), element [1, 0]: expected uint8 (0 to 255), got 300"},
      {2, R"([3.7, {"dtype": "float16", "shape": [2], "data": [0, 1]}])", "argument 2 (t[0]): " + int64 + "3.7"},
      {2, R"([3, {"dtype": "float16", "shape": [2], "data": [0, 1e30]}])",
       "argument 2 (t[1]), element 1: expected float16 (-65504 to 65504), got 1e+30"},
      {3, "[9223372036854775808]", "argument 3 (s), extent 0: " + int64 + "9223372036854775808"},
      {3, R"({"dtype": "float32", "shape": [1], "data": [1]})",
       "argument 3 (s): expected a shape, a list of integers or an array of them in a row, got float32[1]"},
      {4, "2", "argument 4 (b): expected bool (true, false, 0 or 1), got 2"},
  };
  for (const auto& row : rows) {
    nlohmann::json list = good;
    list[row.which] = Json(row.text);
    Result<std::vector<Value>> args = ArgumentsFor(module, "main", list);
    ASSERT_FALSE(args.ok()) << row.text;
    EXPECT_EQ(args.error().kind, DiagKind::kCorrupt);
    EXPECT_EQ(args.error().message, row.said);
  }
  EXPECT_EQ(ArgumentsFor(module, "main", Json("3")).error().message,
            "invalid arguments: expected a list, a value for each parameter, got 3");
}

// What the dtype of the result that came does not hold is of another, so that they differ.
TEST(RecordedValueTest, AResultThatDoesNotFitWhatCameIsNotMadeToFit) {
  Value byte{PrimValue{Scalar::Int(DType::UInt(8), 44)}},
      tensor{TensorValue{Tensor::Of(Scalar::Int(DType::Int(64), 3))}};
  EXPECT_EQ(ValueLike(Json("44"), byte)->As<PrimValue>()->scalar.dtype, DType::UInt(8));
  EXPECT_EQ(ValueLike(Json("300"), byte)->As<PrimValue>()->scalar.dtype, DType::Int(64));
  EXPECT_NE(ValueLike(Json("3"), tensor)->As<TensorValue>(), nullptr);
  EXPECT_EQ(ValueLike(Json("3.5"), tensor)->As<TensorValue>(), nullptr);
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
