// Every intrinsic of the table that is a scalar function: the reference interpreter and machine code agree to the bit,
// on scalars and on vectors, at values of every sort; what has no machine code for a dtype is refused with its name.
#include "ir/prim/intrinsics.h"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include "vm/llvm/agreement.h"

namespace assay {
namespace {

// 64 values: special ones first, then moderate ones.
Value Operands(DType dtype, int shift) {
  constexpr double kSpecial[] = {0.0,   -0.0,  1.0, -1.0, INFINITY, -INFINITY, NAN, 3e38,
                                 -3e38, 1e-45, 0.5, -2.5, 127,      -128,      31,  65};
  Tensor tensor(dtype, {64});
  for (int64_t i = 0; i < 64; ++i) {
    auto k = static_cast<size_t>((i * (shift + 1) + shift) % 64);
    double value = k < std::size(kSpecial) ? kSpecial[k] : static_cast<double>(k) * 0.37 - 12;
    tensor.Set(i, scalar::Cast(Scalar::Float(DType::Float(64), value), dtype));
  }
  return Value{TensorValue{tensor}};
}

std::string CallText(const IntrinsicSpec& row, std::string_view index, DType dtype) {
  std::string text = fmt::format("T.{}(", row.ScriptName());
  if (row.dtype_at == DTypeAt::kFirst) text += fmt::format("\"{}\", ", DTypeName(dtype));
  constexpr std::string_view kNames = "ABC";
  for (int k = 0; k < row.arity; ++k)
    text += fmt::format("{}{}[{}]", k == 0 ? "" : ", ", kNames[static_cast<size_t>(k)], index);
  return text + ")";
}

std::string KernelText(const IntrinsicSpec& row, DType dtype, DType result, int lanes) {
  std::string buffer = fmt::format("T.Buffer((64,), \"{}\")", DTypeName(dtype));
  std::string index = lanes == 1 ? "i" : fmt::format("T.Ramp(i * {0}, 1, {0})", lanes);
  return fmt::format(
      "    @T.prim_func\n    def main(A: {0}, B: {0}, C: {0}, D: T.Buffer((64,), \"{1}\")):\n        for i in "
      "range({2}):\n"
      "            D[{3}] = {4}\n",
      buffer, DTypeName(result), 64 / lanes, index, CallText(row, index, dtype.WithLanes(static_cast<int16_t>(lanes))));
}

TEST(IntrinsicRowsTest, EnginesAgreeOnEveryRow) {
  int compared = 0;
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (row.form != CallForm::kScalar || row.arity == 0 || row.id == IntrinsicId::large_uint_imm ||
        row.id == IntrinsicId::abs)
      continue;
    for (DType dtype :
         {DType::Float(32), DType::Float(64), DType::Float(16), DType::Int(32), DType::UInt(8), DType::Int(64)}) {
      bool fits = row.TakesOperand(dtype);
      bool widened = row.widens_halves && dtype == DType::Float(16);
      if (!fits || widened) continue;
      DType result = row.result == ResultType::kBool ? DType::Bool() : dtype;
      for (int lanes : {1, 4}) {
        SCOPED_TRACE(fmt::format("{} of {} x{}", row.name, DTypeName(dtype), lanes));
        KernelScript script(KernelText(row, dtype, result, lanes));
        std::vector<Value> args = {Operands(dtype, 0), Operands(dtype, 2), Operands(dtype, 4), Operands(result, 6)};
        EXPECT_EQ(script.Run(args), "done");
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 300);
}

// What takes integers alone is refused for floats, by name.
TEST(IntrinsicRowsTest, OtherDTypesAreRefusedByName) {
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (row.form != CallForm::kScalar || row.takes != Takes::kIntegers) continue;
    KernelScript script(KernelText(row, DType::Float(32), DType::Float(32), 1));
    EXPECT_THAT(script.Refusal(), testing::HasSubstr(fmt::format("'{}' of float32", row.name)));
  }
}

// What no engine has is refused by every engine, by name.
TEST(IntrinsicRowsTest, RowsWithoutAnEngineAreRefusedByName) {
  int refused = 0;
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (row.form != CallForm::kNone || row.arity < 0 || row.id == IntrinsicId::isnullptr) continue;
    std::string call = fmt::format("T.{}(", row.ScriptName());
    for (int k = 0; k < row.arity; ++k) call += k == 0 ? "A[0]" : ", A[0]";
    KernelScript script(
        fmt::format("    @T.prim_func\n    def main(A: T.Buffer((4,), \"int32\")):\n        T.evaluate({}))\n", call));
    EXPECT_THAT(script.Refusal(), testing::HasSubstr(row.op_name)) << row.name;
    ++refused;
  }
  EXPECT_GT(refused, 5);
}

}  // namespace
}  // namespace assay
