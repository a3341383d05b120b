// What the reader accepts in each dialect, what it refuses and how it says so. Whole texts are in golden_test.cc.
#include "ir/text/parse.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string Rendered(const std::string& text) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", text);
  return module.ok() ? "accepted" : Render(module.error(), ctx.sources);
}
DiagKind Refusal(const std::string& text) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", text);
  EXPECT_FALSE(module.ok()) << text;
  return module.ok() ? DiagKind::kIo : module.error().kind;
}
std::string Reprinted(const std::string& text) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", text);
  return module.ok() ? PrintModule(*module) : Render(module.error(), ctx.sources);
}
std::string Relax(const std::string& body, const std::string& params = "x: R.Tensor((4,), dtype=\"float32\")") {
  return "@R.function\ndef main(" + params + "):\n    " + body + "\n";
}

TEST(ParseTest, OldDialectReadsAsTheNewOne) {
  const std::string old_text = R"(
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @T.prim_func
    def copy(a: T.handle, B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tir.noalias": True})
        A = T.match_buffer(a, (T.int64(4),), "float32")
        for i in range(T.int64(4)):
            with T.block("copy"):
                vi = T.axis.spatial(T.int64(4), i)
                B[vi] = A[vi]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), n: R.Prim("int64")) -> R.Object:
        cls = Module
        y = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
        return y
)";
  const std::string want = R"(# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def copy(A: T.Buffer((T.int64(4),), "float32"), B: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(T.int64(4)):
            with T.sblock("copy"):
                vi = T.axis.spatial(T.int64(4), i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi]

    @R.function
    def main(x: R.Tensor((4,), dtype="float32"), n: T.int64) -> R.Tensor((4,), dtype="float32"):
        cls = Module
        y = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((4,), dtype="float32"))
        return y)";
  EXPECT_EQ(Reprinted(old_text), want);
}

TEST(ParseTest, TypeVarsOfTheNewestDialect) {
  const std::string text = R"(
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, 4), dtype="float32")) -> R.Tensor((n, 4), dtype="float32"):
        return x
)";
  EXPECT_THAT(Reprinted(text), HasSubstr("def main(x: R.Tensor((\"n\", 4), dtype=\"float32\"))"));
}

TEST(ParseTest, PlainPythonIsSkipped) {
  const std::string text = R"PY(import numpy as np
from tvm.script import relax as rx


def build(x=3, *args, **kwargs):
    """docstring with @I.ir_module inside"""
    print(f"{x!r}", end="")
    return [i for i in range(x) if i % 2]

@rx.function
def main(x: rx.Tensor((4,), "float32")):
    return x

mod = build()
)PY";
  Context ctx;
  DiagSink sink;
  Program program = ParseProgram(ctx, "report.py", text, sink);
  ASSERT_TRUE(sink.ok()) << Render(sink.diags()[0], ctx.sources);
  ASSERT_EQ(program.modules.size(), 1u);
  EXPECT_NE(program.modules[0].module.Find("main"), nullptr);
  ASSERT_EQ(program.skipped.size(), 2u);
  EXPECT_EQ(program.skipped[0].first, 5u);
  EXPECT_EQ(program.skipped[0].last, 8u);
  EXPECT_EQ(program.skipped[1].first, 14u);
}

TEST(ParseTest, SeveralModulesAndErrors) {
  Context ctx;
  DiagSink sink;
  Program program = ParseProgram(ctx, "two.py", R"(
@I.ir_module
class Before:
    @R.function
    def f(x: R.Tensor):
        return y

    @R.function
    def g(x: R.Tensor):
        return z

@I.ir_module
class Expected:
    @R.function
    def f(x: R.Tensor):
        return x
)",
                                 sink);
  ASSERT_EQ(program.modules.size(), 1u);
  EXPECT_EQ(program.modules[0].name, "Expected");
  ASSERT_EQ(sink.diags().size(), 2u);
  EXPECT_EQ(Render(sink.diags()[0], ctx.sources).substr(0, 40), "two.py:6:16: error: 'y' is not defined\n ");
}

TEST(ParseTest, NestedCallsAreBoundFirst) {
  EXPECT_THAT(Reprinted(Relax("return R.add(R.exp(x), x)")),
              HasSubstr("        gv: R.Tensor((4,), dtype=\"float32\") = R.exp(x)\n"
                        "        gv1: R.Tensor((4,), dtype=\"float32\") = R.add(gv, x)\n"
                        "        return gv1"));
  EXPECT_THAT(Reprinted(Relax("return x + x * x")), HasSubstr("R.add(x, gv)"));
}

// As TVM's reader, which gives statements a name but no meaning in what follows.
TEST(ParseTest, AStatementForItsEffectHidesNothing) {
  std::string body =
      "_: R.Tensor((4,), dtype=\"float32\") = R.negative(x)\n    R.print(x, format=R.str(\"{}\"))\n    return _";
  EXPECT_THAT(Reprinted(Relax("R.func_attr({\"relax.force_pure\": True})\n    " + body)),
              testing::EndsWith("return _"));
  std::string branches =
      "_: R.Tensor((4,), dtype=\"float32\") = R.negative(x)\n    if c:\n        R.print(x, format=R.str(\"{}\"))\n    "
      "else:\n"
      "        R.print(x, format=R.str(\"{}\"))\n    return _";
  EXPECT_THAT(Reprinted(Relax("R.func_attr({\"relax.force_pure\": True})\n    " + branches,
                              "x: R.Tensor((4,), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")")),
              testing::EndsWith("return _"));
}

TEST(ParseTest, Refusals) {
  EXPECT_EQ(Refusal("x = 1"), DiagKind::kSyntax);
  EXPECT_EQ(Refusal(Relax("return y")), DiagKind::kUndefinedName);
  EXPECT_EQ(Refusal(Relax("return R.add(x)")), DiagKind::kArityMismatch);
  EXPECT_EQ(Refusal(Relax("return x[")), DiagKind::kSyntax);
  EXPECT_EQ(Refusal(Relax("y = f\"{x}\"")), DiagKind::kSyntax);
  EXPECT_EQ(Refusal(Relax("return R.shape([99999999999999999999])")), DiagKind::kTooLarge);
  EXPECT_EQ(Refusal(Relax("return x", "x: R.Tensor((4,), dtype=\"float33\")")), DiagKind::kSyntax);
  EXPECT_THAT(Rendered("@R.function\ndef main(x: R.Tensor):\n    return x\n    return x\n"),
              StartsWith("test.py:4:5: error: a statement follows return\n"));
}

TEST(ParseTest, StringsAreNoScalars) {
  EXPECT_EQ(Refusal(Relax("R.func_attr({\"a\": [\"b\" > \"c\"]})\n    return x")), DiagKind::kTypeMismatch);
  EXPECT_EQ(Refusal(Relax("R.func_attr({\"a\": not \"b\"})\n    return x")), DiagKind::kTypeMismatch);
}

// A float where an index stands is read, for the well-formedness check to refuse; what is made of it can be saved.
TEST(ParseTest, AFloatIndexHasARegion) {
  std::string text =
      "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
      "    for i in range(8):\n        with T.sblock(\"b\"):\n            v = T.axis.spatial(8, i)\n            "
      "B[A[v]] = A[v]\n";
  EXPECT_THAT(Reprinted(text), HasSubstr("T.writes(B[A[v]])"));
  EXPECT_EQ(Reprinted(Reprinted(text)), Reprinted(text));
}

TEST(ParseTest, IntrinsicsAndLoopsTakeWhatTheirFunctionsDo) {
  auto kernel = [](std::string_view loop, std::string_view value) {
    return fmt::format("@T.prim_func\ndef main(A: T.Buffer((8,), \"float32\")):\n    for i in {}:\n        A[i] = {}\n",
                       loop, value);
  };
  EXPECT_THAT(Rendered(kernel("range(8)", "T.sqrt(A[i], A[i])")),
              StartsWith("test.py:4:16: error: T.sqrt: expected 1 operand, got 2\n"));
  EXPECT_EQ(Refusal(kernel("range(8)", "T.pow(A[i])")), DiagKind::kArityMismatch);
  EXPECT_THAT(Rendered(kernel("T.serial(0, 8, 2)", "A[i]")), HasSubstr("one or two bounds"));
  EXPECT_THAT(Reprinted(kernel("range(0, 8, 2)", "T.pow(T.sqrt(A[i]), A[i])")), HasSubstr("range(0, 8, 2)"));
}

// What TVM 0.27 writes of buffers that FlattenBuffer has been at.
TEST(ParseTest, BuffersWithoutALayoutAreRead) {
  auto kernel = [](std::string_view layout) {
    return fmt::format(
        "@T.prim_func\ndef main(x: T.Buffer((3, 2), \"int32\")):\n    y = T.decl_buffer((6,), \"int32\", data=x.data, "
        "layout={0})\n"
        "    z = T.alloc_buffer((6,), \"int32\", layout={0})\n    y[0] = z[0]\n",
        layout);
  };
  EXPECT_THAT(Reprinted(kernel("None")), HasSubstr("y = x.view(6)"));
  EXPECT_EQ(Refusal(kernel("T.TileLayout((6,))")), DiagKind::kUnsupported);
}

TEST(ParseTest, ArgumentsThatNothingTakesAreRefused) {
  EXPECT_EQ(Refusal(Relax("return x", "x: R.Tensor((4,), dzype=\"float32\")")), DiagKind::kUnknownName);
  EXPECT_EQ(Refusal(Relax("return R.prim_value(1, valeu=2)")), DiagKind::kUnknownName);
  EXPECT_THAT(Rendered("@R.function\ndef main(x: R.Tensor(dzype=\"int8\")):\n    return x\n"),
              StartsWith("test.py:2:28: error: Tensor takes no argument 'dzype'\n"));
  EXPECT_THAT(Rendered("@R.function(prviate=True)\ndef main(x: R.Tensor):\n    return x\n"),
              StartsWith("test.py:1:21: error: function takes no argument 'prviate'\n"));
  EXPECT_EQ(Refusal(Relax("return x", "x: R.Tensor((4,), \"float32\", None, 1, 5)")), DiagKind::kArityMismatch);
  EXPECT_EQ(Refusal(Relax("return x", "x: R.Shape([4], 1, 3)")), DiagKind::kArityMismatch);
  EXPECT_EQ(Refusal(Relax("return R.const(1, \"int32\", 5)")), DiagKind::kArityMismatch);
  EXPECT_EQ(Refusal(Relax("with R.dataflow(1):\n        y = R.add(x, x)\n        R.output(y)\n    return y")),
            DiagKind::kArityMismatch);
  EXPECT_THAT(Rendered(Relax("return R.shape([4], 5)")),
              StartsWith("test.py:3:25: error: shape takes at most 1 positional argument\n"));
  EXPECT_EQ(Refusal(Relax("return x", "x: R.Tensor, x: R.Tensor")), DiagKind::kSyntax);
  EXPECT_THAT(Rendered("@I.ir_module\nclass Module:\n    @R.functoin\n    def main(x: R.Tensor):\n        return x\n"),
              StartsWith("test.py:3:6: error: unknown decorator 'functoin': expected one of function, prim_func"));
  // Plain Python takes what it likes.
  EXPECT_THAT(Reprinted("@I.ir_module\nclass Module:\n    @I.pyfunc\n    def helper(self, x):\n        return "
                        "np.zeros(3, dtype=\"int8\")\n\n"
                        "    @R.function\n    def main(x: R.Tensor):\n        return x\n"),
              HasSubstr("return x"));
  EXPECT_THAT(Rendered("@R.function\ndef main(x: R.Tensor(ndim=1, ndim=2)):\n    return x\n"),
              StartsWith("test.py:2:30: error: argument 'ndim' is given twice\n"));
  // What a decorator says to TVM's reader alone.
  EXPECT_THAT(
      Reprinted("@I.ir_module(check_well_formed=False)\nclass Module:\n    @R.function(check_well_formed=False)\n"
                "    def main(x: R.Tensor):\n        return x\n"),
      HasSubstr("return x"));
}

TEST(ParseTest, DeepNestingIsRefusedAndLongChainsAreNot) {
  const std::string deep = std::string(100000, '(') + "x" + std::string(100000, ')');
  EXPECT_EQ(Refusal(Relax("return " + deep)), DiagKind::kTooDeep);
  EXPECT_EQ(Refusal(Relax("return " + std::string(100000, '-') + "x")), DiagKind::kTooDeep);
  std::string dots = "x";
  for (int i = 0; i < 100000; ++i) dots += ".a";
  EXPECT_EQ(Refusal(Relax("return " + dots)), DiagKind::kTooDeep);
  std::string body;
  for (int i = 0; i < 300; ++i) body += std::string(static_cast<size_t>(i), ' ') + "if x:\n";
  EXPECT_EQ(Refusal("@R.function\ndef main(x: R.Tensor):\n" + body), DiagKind::kSyntax);
  std::string chain = "n";
  for (int i = 0; i < 10000; ++i) chain += " + n";
  const std::string text = Relax("return R.shape([" + chain + "])", "n: T.int64");
  EXPECT_THAT(Reprinted(text), HasSubstr(chain));
}

TEST(ParseTest, LoneTypesAndExpressions) {
  Context ctx;
  NamedVars vars;
  Result<const Type*> type = ParseType(ctx, "R.Tensor((m, 16), dtype=\"float32\")", vars);
  ASSERT_TRUE(type.ok());
  EXPECT_EQ(PrintType(*type), "R.Tensor((m, 16), dtype=\"float32\")");
  ASSERT_TRUE(vars.contains("m"));
  NamedVars in{{"x", MakeVar(ctx, "x", *type)}};
  Result<const Expr*> call = ParseExpr(ctx, "R.nn.softmax(x, axis=-1)", in);
  ASSERT_TRUE(call.ok());
  EXPECT_TRUE(Is<Call>(*call));
  EXPECT_FALSE(ParseExpr(ctx, "R.add(x, y)", in).ok());
  EXPECT_FALSE(ParseExpr(ctx, "R.add(x, ", in).ok());
  EXPECT_FALSE(ParseType(ctx, "integer", vars).ok());
}

// Of every form whose operands are brought to one dtype.
TEST(ParseTest, OperandsWithoutACommonDTypeAreNamedByTheirs) {
  struct Row {
    const char *expression, *says;
  };
  for (const Row& row :
       {Row{"T.Ramp(a, 1, 4) + T.Ramp(a, 1, 8)", "the operands have no common dtype: int32x4 and int32x8"},
        Row{"a + B.data", "the operands have no common dtype: int32 and no scalar"},
        Row{"T.bitwise_and(a, B.data)", "the operands have no common dtype: int32 and no scalar"},
        Row{"T.max(T.Broadcast(a, 4), T.Broadcast(a, 2))", "the operands have no common dtype: int32x4 and int32x2"},
        Row{"T.Select(a > 0, a, B.data)", "the values have no common dtype: int32 and no scalar"},
        Row{"T.Ramp(a, B.data, 4)", "base and stride differ in dtype: int32 and no scalar"},
        Row{"T.ceildiv(a, B.data)", "expected two integers of a common dtype: int32 and no scalar"},
        Row{"(a if a > 0 else B.data)", "the branches have no common dtype: int32 and no scalar"}}) {
    std::string text = fmt::format(
        "@T.prim_func\ndef f(B: T.Buffer((4,), \"int32\"), a: T.int32):\n    T.evaluate({})\n", row.expression);
    Context ctx;
    Result<Module> module = ParseModule(ctx, "test.py", text);
    ASSERT_FALSE(module.ok()) << row.expression;
    EXPECT_EQ(module.error().message, row.says) << row.expression;
  }
}

}  // namespace
}  // namespace assay
