#include "oracles/conform/argument_check.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr const char* kModule = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 2), "float32"), y: R.Tensor(("n",), "int32"), s: R.Shape(["n"]), p: R.Prim("int64"), t: R.Tuple(R.Tensor(ndim=1), R.Tensor("float16")), o: R.Object):
        return x

    @T.prim_func
    def kernel(A: T.Buffer((3,), "float32"), k: T.int32):
        A[0] = T.float32(1)
)";

Value Zeros(const char* dtype, std::vector<int64_t> shape) {
  return Value{TensorValue{Tensor(*ParseDType(dtype), std::move(shape))}};
}
Value Int(int bits, int64_t value) { return Value{PrimValue{Scalar::Int(DType::Int(bits), value)}}; }

class ArgumentCheckTest : public testing::Test {
 protected:
  std::string Said(std::string_view function, std::vector<Value> args) {
    Status fits = CheckArguments(ParamsOf(module_.Find(function)), args);
    return fits.ok() ? "" : fits.error().message;
  }
  // Arguments that fit main.
  static std::vector<Value> Good() {
    return {Zeros("float32", {3, 2}),
            Zeros("int32", {3}),
            Value{ShapeValue{{3}}},
            Int(64, 1),
            Value{TupleValue{{Zeros("int8", {4}), Zeros("float16", {})}}},
            Value{NullValue{}}};
  }

  Context ctx_;
  Module module_ = *ParseModule(ctx_, "m.py", kModule);
};

TEST_F(ArgumentCheckTest, TakesWhatFits) {
  EXPECT_EQ(Said("main", Good()), "");
  EXPECT_EQ(Said("kernel", {Zeros("float32", {3}), Int(32, 5)}), "");
}

TEST_F(ArgumentCheckTest, NamesTheArgumentWhatIsExpectedAndWhatItGot) {
  struct Row {
    size_t which;
    Value value;
    std::string said;
  };
  for (const Row& row :
       {Row{0, Zeros("float64", {3, 2}), "argument 0 (x): expected float32[n, 2], got float64[3, 2]"},
        Row{0, Zeros("float32", {3}), "argument 0 (x): expected float32[n, 2], got float32[3]"},
        Row{0, Int(64, 1), "argument 0 (x): expected float32[n, 2], got int64"},
        Row{1, Zeros("int32", {4}), "argument 1 (y): expected int32[n], got int32[4]"},
        Row{2, Value{ShapeValue{{2}}}, "argument 2 (s): expected shape[n], got shape[2]"},
        Row{2, Value{ShapeValue{{-1}}}, "argument 2 (s): expected extents of 0 or more, got -1 (axis 0)"},
        Row{3, Int(32, 1), "argument 3 (p): expected int64, got int32"},
        Row{3, Zeros("int64", {}), "argument 3 (p): expected int64, got int64[]"},
        Row{4, Value{TupleValue{{Zeros("int8", {4})}}}, "argument 4 (t): expected tuple of 2, got tuple of 1"},
        Row{4, Value{TupleValue{{Zeros("int8", {4, 1}), Zeros("float16", {})}}},
            "argument 4 (t[0]): expected any dtype[?], got int8[4, 1]"}}) {
    std::vector<Value> args = Good();
    args[row.which] = row.value;
    EXPECT_EQ(Said("main", args), row.said);
  }
  // Where a variable would take it, too, and in a tuple.
  Context ctx;
  Module shapes = *ParseModule(ctx, "m.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(s: R.Shape(["m"]), t: R.Tuple(R.Shape(ndim=2), R.Shape)):
        return s
)");
  auto said = [&](std::vector<Value> args) {
    return CheckArguments(ParamsOf(shapes.Find("main")), args).error().message;
  };
  Value good{ShapeValue{{0}}}, bad{ShapeValue{{2, -1}}};
  EXPECT_EQ(said({Value{ShapeValue{{-1}}}, good}), "argument 0 (s): expected extents of 0 or more, got -1 (axis 0)");
  EXPECT_EQ(said({good, Value{TupleValue{{bad, good}}}}),
            "argument 1 (t[0]): expected extents of 0 or more, got -1 (axis 1)");
  EXPECT_EQ(said({good, Value{TupleValue{{Value{ShapeValue{{2, 2}}}, bad}}}}),
            "argument 1 (t[1]): expected extents of 0 or more, got -1 (axis 1)");
  EXPECT_EQ(Said("kernel", {Zeros("float16", {3}), Int(32, 5)}), "argument 0 (A): expected float32[3], got float16[3]");
  EXPECT_EQ(Said("kernel", {Zeros("float32", {3})}), "expected 2 arguments (A, k), got 1");
}

TEST_F(ArgumentCheckTest, ResultsAreOfTheTypeForTheseArguments) {
  Context ctx;
  Module module = *ParseModule(ctx, "m.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 2), "float32")) -> R.Tuple(R.Tensor(("n", 2), "float32"), R.Tuple(R.Prim("int64"), R.Shape(["n"]))):
        n = T.int64()
        return x, (R.prim_value(1), R.shape([n]))

    @T.prim_func
    def kernel(A: T.Buffer((3,), "float32")):
        A[0] = T.float32(1)
)");
  auto said = [&](std::string_view function, const Value& result) {
    Status fits = CheckResult(module.Find(function), std::vector<Value>{Zeros("float32", {3, 2})}, result);
    return fits.ok() ? "" : fits.error().message;
  };
  auto of = [](Value tensor, Value number, Value shape) {
    return Value{TupleValue{{std::move(tensor), Value{TupleValue{{std::move(number), std::move(shape)}}}}}};
  };
  Value good = Zeros("float32", {3, 2}), number = Int(64, 1), shape{ShapeValue{{3}}};
  struct Row {
    Value result;
    std::string said;
  };
  for (const Row& row :
       {Row{of(good, number, shape), ""}, Row{good, "result: expected tuple of 2, got float32[3, 2]"},
        Row{Value{NullValue{}}, "result: expected tuple of 2, got null"},
        Row{of(Zeros("float64", {3, 2}), number, shape), "result[0]: expected float32[n, 2], got float64[3, 2]"},
        Row{of(Zeros("float32", {4, 2}), number, shape), "result[0]: expected float32[n, 2], got float32[4, 2]"},
        Row{of(good, good, shape), "result[1][0]: expected int64, got float32[3, 2]"},
        Row{of(good, number, Value{ShapeValue{{4}}}), "result[1][1]: expected shape[n], got shape[4]"}})
    EXPECT_EQ(said("main", row.result), row.said);
  EXPECT_EQ(said("kernel", number), "") << "it says nothing of a result";
}

}  // namespace
}  // namespace assay
