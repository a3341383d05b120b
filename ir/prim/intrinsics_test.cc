// The table of intrinsics, row by row: names, texts, wrong calls, values. What engines make of each row is tested by
// vm/llvm/intrinsics_test.cc.
#include "ir/prim/intrinsics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr std::string_view kHead =
    "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n    "
    "@T.prim_func\n"
    "    def main(f: T.float32, i: T.int32, p: T.handle):\n";

// A call as TVMScript has it, with operands that the row takes; `count` of them.
std::string CallText(const IntrinsicSpec& row, int count) {
  std::string_view operand = row.takes == Takes::kIntegers ? "i" : row.id == IntrinsicId::isnullptr ? "p" : "f";
  std::vector<std::string> items;
  if (row.dtype_at == DTypeAt::kFirst) items.emplace_back("\"int32\"");
  for (int k = 0; k < count; ++k) {
    bool condition =
        k == 0 && (row.form == CallForm::kChoice || row.id == IntrinsicId::assume || row.id == IntrinsicId::likely);
    items.emplace_back(condition ? "i < 3" : operand);
  }
  if (row.dtype_at == DTypeAt::kLast) items.emplace_back("\"int32\"");
  std::string text = "T." + std::string(row.ScriptName()) + "(";
  for (size_t k = 0; k < items.size(); ++k) text += (k == 0 ? "" : ", ") + items[k];
  if (!row.attribute.empty()) text += fmt::format("{}{}=[\"one\", \"two\"]", count > 0 ? ", " : "", row.attribute);
  return text + ")";
}

// Those that text has as calls. T.abs and limits are read as other nodes, jumps as statements.
bool HasText(const IntrinsicSpec& row) {
  bool statement = row.effect == CallEffect::kControlJump && row.id != IntrinsicId::thread_return;
  return row.id != IntrinsicId::abs && row.result != ResultType::kStated && !statement;
}

TEST(IntrinsicsTest, NamesAreUniqueAndInOrder) {
  std::set<std::string_view> names, scripts, signs;
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(&IntrinsicRow(row.id), &row);
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_TRUE(scripts.insert(row.ScriptName()).second);
    if (!row.python_sign.empty()) EXPECT_TRUE(signs.insert(row.python_sign).second);
    EXPECT_EQ(FindIntrinsic(row.op_name), &row);
    EXPECT_EQ(FindIntrinsic("tir." + std::string(row.name)), &row);
    EXPECT_EQ(FindIntrinsic(row.name), nullptr);
    EXPECT_EQ(FindIntrinsicByScript(row.ScriptName()), &row);
    // A node stands for a sign; both name one operation.
    EXPECT_EQ(row.node_name.empty(), row.python_sign.empty());
    if (row.node_name.empty()) continue;
    EXPECT_TRUE(scripts.insert(row.node_name).second);
    EXPECT_EQ(FindIntrinsicByScript(row.node_name), &row);
  }
  EXPECT_EQ(FindIntrinsic("relax.exp"), nullptr);
  EXPECT_EQ(FindIntrinsic("tirx.of_nobody"), nullptr);
}

// What a row promises of others of its columns.
TEST(IntrinsicsTest, RowsAreConsistent) {
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    SCOPED_TRACE(row.name);
    bool scalar = row.form == CallForm::kScalar;
    EXPECT_EQ(scalar, row.apply != nullptr || row.math != nullptr) << "a scalar function is what form kScalar means";
    if (scalar) EXPECT_TRUE(row.arity >= 0 && row.arity <= 3);
    if (scalar) EXPECT_TRUE(row.IsSpeculatable());
    if (row.matches_operands) EXPECT_EQ(row.arity, 2);
    if (!row.python_sign.empty()) EXPECT_TRUE(row.arity == 1 || row.arity == 2);
    if (row.exact_when_narrow) EXPECT_TRUE(scalar && row.arity == 1);
    if (row.sampled != Sampled::kNone) EXPECT_TRUE(scalar);
    EXPECT_FALSE(row.HasSideEffect() && row.IsSpeculatable());
  }
}

// Every row's text is in the golden file, in 0.27's spelling, and reads back as the call that was printed.
TEST(IntrinsicsTest, TextsAreThoseOfTheGoldenFile) {
  const std::string path = "ir/prim/testdata/intrinsics.txt";
  std::string all;
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (!HasText(row)) continue;
    SCOPED_TRACE(row.name);
    std::string text =
        std::string(kHead) + "        T.evaluate(" + CallText(row, row.arity < 0 ? 2 : row.arity) + ")\n";
    Context ctx;
    Result<Module> module = ParseModule(ctx, "call.py", text);
    ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
    std::string printed = PrintModule(*module, {.dialect = TextDialect::k027});
    Result<Module> again = ParseModule(ctx, "again.py", printed);
    ASSERT_TRUE(again.ok()) << printed << Render(again.error(), ctx.sources);
    EXPECT_FALSE(FirstDifference(*module, *again).has_value()) << printed;
    size_t begin = printed.rfind("        ") + 8;
    all += std::string(row.name) + ": " + printed.substr(begin, printed.find('\n', begin) - begin) + "\n";
  }
  if (std::getenv("ASSAY_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << all;
  std::stringstream kept;
  kept << std::ifstream(path).rdbuf();
  EXPECT_EQ(kept.str(), all) << "ASSAY_UPDATE_GOLDEN=1 writes " << path << " anew";
}

TEST(IntrinsicsTest, WrongNumbersOfOperandsAreRefused) {
  int refused = 0;
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (!HasText(row) || row.arity < 0) continue;
    for (int count : {row.arity - 1, row.arity + 1}) {
      if (count < 0) continue;
      SCOPED_TRACE(std::string(row.name) + " of " + std::to_string(count));
      Context ctx;
      Result<Module> module =
          ParseModule(ctx, "call.py", std::string(kHead) + "        T.evaluate(" + CallText(row, count) + ")\n");
      ASSERT_FALSE(module.ok());
      EXPECT_THAT(module.error().message, HasSubstr("expected"));
      ++refused;
    }
  }
  EXPECT_GT(refused, 80);
}

// Total functions: every value of every dtype gives one, and a NaN is the canonical one.
TEST(IntrinsicsTest, ScalarFunctionsAreTotal) {
  const double values[] = {0.0,   -0.0,     1.0,       -1.0, 0.5,    3e38,        -3e38,
                           1e308, INFINITY, -INFINITY, NAN,  5e-324, 2147483648.0};
  for (const IntrinsicSpec& row : AllIntrinsics()) {
    if (row.form != CallForm::kScalar) continue;
    SCOPED_TRACE(row.name);
    for (DType dtype : {DType::Float(32), DType::Float(64), DType::Float(16), DType::BFloat16(), DType::Int(8),
                        DType::Int(64), DType::UInt(32), DType::Bool()}) {
      bool fits = row.TakesOperand(dtype);
      if (!fits) continue;
      for (double a : values) {
        for (double b : values) {
          Scalar operands[3] = {Scalar::Float(DType::Float(64), a), Scalar::Float(DType::Float(64), b),
                                Scalar::Float(DType::Float(64), a)};
          for (Scalar& operand : operands) operand = scalar::Cast(operand, dtype);
          Scalar value = ApplyIntrinsic(row, operands, dtype);
          if (value.dtype.IsFloating() && value.f != value.f) {
            EXPECT_TRUE(SameBits(value, Scalar::Float(value.dtype, NAN)));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace assay
