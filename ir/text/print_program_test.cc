// Programs that make modules in TVM: statements for each construct of the text, and what has no form. That TVM makes
// the same of them as of the text is what oracles/subjects/tvm/bench/import_speed.py shows.
#include "ir/text/print_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/tensor/tensor.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string ProgramOf(std::string_view text) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", std::string(text));
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  if (!module.ok()) return "";
  Result<std::string> program = PrintProgram(*module, {.matched_buffers = true});
  return program.ok() ? *program : program.error().message;
}

TEST(PrintProgramTest, AGraphIsCallsOfBuilders) {
  EXPECT_EQ(ProgramOf(R"(@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2, 3), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
            R.output(y)
        if c:
            z: R.Tensor((2, 3), dtype="float32") = y
        else:
            z: R.Tensor((2, 3), dtype="float32") = R.negative(y)
        return z
)"),
            R"(function("main", True, False)
x = argument("x", R.Tensor((2, 3), dtype="float32"))
c = argument("c", R.Tensor((), dtype="bool"))
gives(R.Tensor((2, 3), dtype="float32"))
begin(R.dataflow())
y = emit("y", R.add(x, x), R.Tensor((2, 3), dtype="float32"))
R.output(y)
y, = end().output_vars
begin(R.If(c))
begin(R.Then())
z = emit("z", y, R.Tensor((2, 3), dtype="float32"))
end()
begin(R.Else())
z_else = emit("z_else", R.negative(y), R.Tensor((2, 3), dtype="float32"))
z = emit("z", z_else, R.Tensor((2, 3), dtype="float32"))
end()
z = end().var
outcome(z)
end()
)");
}

TEST(PrintProgramTest, AKernelIsFramesThatAreEnteredAndLeft) {
  EXPECT_EQ(ProgramOf(R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def k(a_handle: T.handle, B: T.Buffer((4,), "float32")):
        n = T.int64()
        A = T.match_buffer(a_handle, (n, 4))
        for i, j in T.grid(n, 4):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vj])
                if vi < T.int64(2) and vj == 1:
                    B[vj] = A[vi, vj] + T.float32(1.5)
                else:
                    T.evaluate(0)
)"),
            R"(kernel("k", True, True)
A_handle = param("A_handle", T.handle)
B = param("B", T.Buffer((4,), "float32"))
n = named("n", T.int64())
A = named("A", T.match_buffer(A_handle, (n, 4)))
# with T.sblock("root"):
i, j = begin_for(T.grid(n, 4), "i", "j")
begin(T.sblock("b"))
vi, vj = named_all(T.axis.remap("SS", [i, j]), "vi", "vj")
T.reads(region(A, [(vi, T.int64(1)), (vj, 1)]))
T.writes(region(B, [(vj, 1)]))
begin(T.If(T.And(T.LT(vi, T.int64(2)), T.EQ(vj, 1))))
begin(T.Then())
store(B, load(A, [vi, vj]) + T.float32(1.5), [vj])
end()
begin(T.Else())
T.evaluate(0)
end()
end()
end()
end()
end()
)");
}

TEST(PrintProgramTest, OnlyWhatIsCalledIsDeclaredBefore) {
  std::string program = ProgramOf(R"(@I.ir_module
class Module:
    @R.function(private=True)
    def first(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        cls = Module
        y: R.Tensor((n,), dtype="float32") = cls.second(x)
        return y

    @R.function(private=True)
    def second(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        return x
)");
  EXPECT_THAT(program, testing::StartsWith(R"(n = named("n", T.int64())
x = declared("x", R.Tensor((n,), dtype="float32"))
declare("second", True, R.Tensor((n,), dtype="float32"))
function("first", True, True)
n = named("n", T.int64())
x = argument("x", R.Tensor((n,), dtype="float32"))
)"));
  EXPECT_THAT(program, HasSubstr("cls = Module\ny = emit(\"y\", cls.second(x), "));
  EXPECT_THAT(program, Not(HasSubstr("declare(\"first\"")));
}

TEST(PrintProgramTest, AnInnerFunctionIsMadeByABuilderOfItsOwn) {
  std::string program = ProgramOf(R"(@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        @R.function
        def inner(y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            z: R.Tensor((2,), dtype="float32") = R.negative(y)
            return z

        w: R.Tensor((2,), dtype="float32") = inner(x)
        return w
)");
  EXPECT_THAT(program, HasSubstr("begin_inner()\nfunction(\"inner\", True, True)\ny = argument(\"y\", "));
  EXPECT_THAT(program, HasSubstr("outcome(z)\nend()\ninner = emit_inner(\"inner\")\nw = emit(\"w\", inner(x), "));
}

// What a program calls is no name of the module's, and numbers beside sizes say that they are int64.
TEST(PrintProgramTest, NamesAndNumbersAreNotThoseOfPython) {
  std::string program = ProgramOf(R"(@I.ir_module
class Module:
    @R.function
    def main(emit: R.Tensor(("n",), dtype="float32"), s: R.Shape(["n * 2"])) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        return emit
)");
  EXPECT_THAT(program, HasSubstr("emit_1 = argument(\"emit_1\", "));
  EXPECT_THAT(program, HasSubstr("R.Shape([n * T.int64(2)])"));
  EXPECT_THAT(program, HasSubstr("outcome(emit_1)"));
}

TEST(PrintProgramTest, WhatHasNoFormIsNamed) {
  Context ctx;
  Tensor nothing(DType::Float(32), {0, 2});
  const SeqExpr* body = MakeSeq(ctx, {}, MakeConstant(ctx, nothing.View()));
  Module module = WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "main"), MakeFunction(ctx, {}, body, body->type)}});
  Result<std::string> program = PrintProgram(module);
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().kind, DiagKind::kUnsupported);
  EXPECT_EQ(program.error().message, "no program makes a constant with an empty dimension");
}

}  // namespace
}  // namespace assay
