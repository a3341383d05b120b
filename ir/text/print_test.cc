// What golden texts cannot say: lone types and expressions, literals, names, and the other dialects.
#include "ir/text/print.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/tensor/tensor.h"
#include "ir/text/parse.h"
#include "ir/walk.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PrintTest, LoneTypes) {
  Context ctx;
  EXPECT_EQ(PrintType(MakeTensorTypeOfRank(ctx, kUnknownRank, DType::Void())), "R.Tensor");
  EXPECT_EQ(PrintType(MakeTensorTypeOfRank(ctx, 2, DType::Float(16))), "R.Tensor(dtype=\"float16\", ndim=2)");
  EXPECT_EQ(PrintType(MakeShapeTypeOfRank(ctx, kUnknownRank)), "R.Shape(ndim=-1)");
  // Lone tuples are shown in TIR's form, scalars by their dtype.
  EXPECT_EQ(PrintType(MakeTupleType(ctx, {})), "None");
  const Type* tensor = MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 4)}, DType::Void());
  EXPECT_EQ(PrintType(MakeTupleType(ctx, {tensor})), "T.Tuple(R.Tensor((T.int64(4),)))");
  EXPECT_EQ(PrintType(ctx.Prim(DType::Int(32))), "int32");
  EXPECT_EQ(PrintType(ctx.Object()), "R.Any");
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  const Expr* twice = MakeBinary(ctx, NodeKind::kMul, n, MakeInt(ctx, 2));
  EXPECT_EQ(PrintType(MakeTensorType(ctx, {n, twice}, DType::Int(32))), "R.Tensor((n, n * 2), dtype=\"int32\")");
}

TEST(PrintTest, NamesAreMadeUnique) {
  Context ctx;
  const Type* type = MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 4)}, DType::Float(32));
  const Var* a = MakeVar(ctx, "x", type);
  const Var* b = MakeVar(ctx, "x", type);
  const Var* odd = MakeVar(ctx, "a b", type);
  const SeqExpr* body = MakeSeq(ctx, {}, MakeTuple(ctx, {a, b, odd}));
  const Function* func = MakeFunction(ctx, {a, b, odd}, body, body->type);
  std::string text = PrintFunction(func);
  EXPECT_THAT(text, HasSubstr("x: R.Tensor((4,), dtype=\"float32\"), x_1: "));
  EXPECT_THAT(text, HasSubstr("a_b: "));
  EXPECT_THAT(text, HasSubstr("return (x, x_1, a_b)"));
}

constexpr std::string_view kModule = R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def copy(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i in range(4):
            with T.sblock("copy"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi]

    @R.function
    def main(x: R.Tensor(("n", 4), dtype="float32"), k: T.int64, o: R.Any) -> R.Any:
        n = T.int64()
        cls = Module
        y = R.call_dps_packed("f", (x,), out_ty=R.Tensor((n, 4), dtype="float32"))
        return o
)";

constexpr std::string_view kLetInHead = R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def fill(B: T.Buffer((T.int64(4),), "int64")):
        t = T.int64()
        for i in range(T.Let(t, where={t: T.int64(1)}), T.Let(t, where={t: T.int64(1)}) + T.int64(2)):
            B[i] = i
            B[T.Let(t, where={t: T.int64(1)})] = i
)";

TEST(PrintTest, WhatTheHeadOfALoopMentionsIsDeclaredBeforeIt) {
  Context ctx;
  auto module = ParseModule(ctx, "m", std::string(kLetInHead));
  ASSERT_TRUE(module.ok()) << module.error().message;
  const For* loop = nullptr;
  const BufferStore* last = nullptr;
  WalkOnce(module->Find("fill"), [&](const Node* node) {
    if (const auto* found = As<For>(node)) loop = found;
    const auto* store = As<BufferStore>(node);
    if (store != nullptr && Is<Let>(store->indices[0])) last = store;
  });
  ASSERT_TRUE(loop != nullptr && last != nullptr);
  // As it was read, where two expressions have one variable, and with one expression in both places.
  for (bool shared : {false, true}) {
    if (shared) const_cast<BufferStore*>(last)->indices = ctx.Copy(std::vector<const Expr*>{loop->min});
    std::string text = PrintModule(*module);
    EXPECT_LT(text.find("t = T.int64()"), text.find("for i in")) << text;
    auto again = ParseModule(ctx, "m", text);
    ASSERT_TRUE(again.ok()) << again.error().message << text;
    EXPECT_TRUE(Equal(*module, *again)) << text;
  }
}

TEST(PrintTest, EveryDialectReadsBackEqual) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", std::string(kModule));
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  for (TextDialect dialect : {TextDialect::k017, TextDialect::k025, TextDialect::k026, TextDialect::k027}) {
    std::string text = PrintModule(*module, {dialect});
    Result<Module> again = ParseModule(ctx, "again.py", text);
    ASSERT_TRUE(again.ok()) << text << Render(again.error(), ctx.sources);
    EXPECT_TRUE(Equal(*module, *again)) << text;
  }
}

TEST(PrintTest, NoNameIsAWordOfPython) {
  Context ctx;
  const Var* from = MakeVar(ctx, "from", ctx.Object());
  const Function* func = MakeFunction(ctx, {from}, MakeSeq(ctx, {}, from), from->type);
  EXPECT_THAT(PrintFunction(func), HasSubstr("return from_1"));
}

TEST(PrintTest, SymbolicBuffersMayBeMatched) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(@I.ir_module
class Module:
    @T.prim_func(private=True)
    def copy(A: T.Buffer(("n", "n * 2"), "float32"), k: T.int64, B: T.Buffer(("k", n), "float32"), C: T.Buffer((4,), "int8")):
        n = T.int64()
        for i in range(n):
            B[k, i] = A[i, n]
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  std::string text = PrintModule(*module, {.matched_buffers = true});
  EXPECT_THAT(text,
              HasSubstr("def copy(A_handle: T.handle, k: T.int64, B_handle: T.handle, C: T.Buffer((4,), \"int8\")):"));
  EXPECT_THAT(text, HasSubstr("A = T.match_buffer(A_handle, (n, n * T.int64(2)))"));
  Result<Module> again = ParseModule(ctx, "again.py", text);
  ASSERT_TRUE(again.ok()) << text << Render(again.error(), ctx.sources);
  EXPECT_TRUE(Equal(*module, *again)) << text;
}

// T.Buffer makes an int32 of a stride that it names.
TEST(PrintTest, WideStridesAreMatched) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(@I.ir_module
class Module:
    @T.prim_func(private=True)
    def copy(a: T.handle, B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32", strides=("t",))):
        s = T.int64()
        A = T.match_buffer(a, (4,), "float32", strides=(s,))
        for i in range(4):
            B[i] = A[i] + C[i]
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  std::string text = PrintModule(*module);
  EXPECT_THAT(text, HasSubstr("A = T.match_buffer(A_handle, (4,), strides=(s,)"));
  EXPECT_THAT(text, HasSubstr("C: T.Buffer((4,), \"float32\", strides=(\"t\",)"));
  Result<Module> again = ParseModule(ctx, "again.py", text);
  ASSERT_TRUE(again.ok()) << text << Render(again.error(), ctx.sources);
  EXPECT_TRUE(Equal(*module, *again, {.map_free_vars = true})) << text;
}

TEST(PrintTest, ACastIsAnnotatedWithWhatItCastsTo) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), dtype="int64")) -> R.Tensor((1,), dtype="int64"):
        y: R.Tensor((1,), dtype="int64") = R.match_cast(x, R.Tensor((2,), dtype="int64"))
        return y
)");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().kind, DiagKind::kTypeMismatch);
  EXPECT_THAT(Render(module.error(), ctx.sources), HasSubstr("y: R.Tensor((1,)"));
}

// Each look at a taken name counts: with one look for each earlier name, these would be 450 million.
TEST(PrintTest, ManyVariablesOfOneName) {
  constexpr int kBuffers = 30'000;
  Context ctx;
  std::vector<const Stmt*> body;
  for (int i = 0; i < kBuffers; ++i) {
    AllocBuffer* alloc = ctx.arena.New<AllocBuffer>();
    alloc->buffer = MakeBuffer(ctx, "b", DType::Float(32), {MakeInt(ctx, 1)});
    body.push_back(alloc);
  }
  PrimFunc* func = ctx.arena.New<PrimFunc>();
  func->body = MakeSeqStmt(ctx, body);
  std::string text = PrintFunction(func);
  EXPECT_THAT(text, HasSubstr("    b = T.alloc_buffer("));
  EXPECT_THAT(text, HasSubstr(fmt::format("    b_{} = T.alloc_buffer(", kBuffers - 1)));
}

// A number that is free again is taken again.
TEST(PrintTest, NumbersComeBack) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((4,), "float32")):
        for i in range(2):
            for i_1 in range(2):
                for i_2 in range(2):
                    A[i] = T.float32(i_1 + i_2)
            for i_1 in range(2):
                A[i] = T.float32(i_1)
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  std::string text = PrintModule(*module);
  EXPECT_THAT(text, HasSubstr("for i_1, i_2 in T.grid(2, 2):"));
  EXPECT_THAT(text, HasSubstr("for i_1 in range(2):"));
}

TEST(PrintTest, SizesStaySizesInEveryDialect) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def copy(A: T.Buffer(("k",), "float32"), B: T.Buffer(("k",), "float32"), j: T.int64(is_size_var=True)):
        k = T.int64(is_size_var=True)
        T.evaluate(j)

    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(("n", "m"), dtype="float32"):
        n = T.int64(is_size_var=True)
        m = T.int64()
        return x
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  const auto* main = As<Function>(module->Find("main"));
  Nodes<Expr> dims = As<ShapeExpr>(As<TensorType>(main->params[0]->type)->shape)->values;
  EXPECT_EQ(As<Var>(dims[0])->flavor, VarFlavor::kSize);
  EXPECT_EQ(As<Var>(dims[1])->flavor, VarFlavor::kPlain);
  EXPECT_THAT(PrintModule(*module, {.matched_buffers = true}), testing::Not(HasSubstr("is_size_var")));
  for (TextDialect dialect : {TextDialect::k017, TextDialect::k025, TextDialect::k026, TextDialect::k027}) {
    std::string text = PrintModule(*module, {dialect});
    EXPECT_THAT(text, HasSubstr("n = T.int64(is_size_var=True)"));
    EXPECT_THAT(text, HasSubstr("k = T.int64(is_size_var=True)"));
    Result<Module> again = ParseModule(ctx, "again.py", text);
    ASSERT_TRUE(again.ok()) << text << Render(again.error(), ctx.sources);
    EXPECT_TRUE(Equal(*module, *again)) << text;
  }
}

constexpr DType kFloat8 = {DTypeCode::kFloat8E4M3FN, 8, 1};
const DType kConstantDTypes[] = {DType::Bool(),     DType::Int(8),    DType::Int(16),   DType::Int(32),
                                 DType::Int(64),    DType::UInt(8),   DType::UInt(16),  DType::UInt(32),
                                 DType::UInt(64),   DType::Float(16), DType::Float(32), DType::Float(64),
                                 DType::BFloat16(), kFloat8};

// The ends of each dtype, zeros of both signs, and what is no number; TIR's immediates and Relax's tensors of them.
TEST(PrintTest, ExtremeConstantsReadBackEqual) {
  for (DType dtype : kConstantDTypes) {
    Context ctx;
    std::vector<Scalar> values = {scalar::Lowest(dtype), scalar::Highest(dtype), Scalar::Zero(dtype)};
    if (dtype.IsFloating()) values.insert(values.end(), {Scalar::Float(dtype, -0.0), scalar::NaN(dtype)});
    if (dtype.IsFloating() && dtype != kFloat8) values.push_back(scalar::Neg(scalar::Infinity(dtype)));
    std::vector<const Expr*> fields;
    Tensor all(dtype, {static_cast<int64_t>(values.size())});
    for (size_t i = 0; i < values.size(); ++i) {
      all.Set(static_cast<int64_t>(i), values[i]);
      fields.push_back(MakeConstant(ctx, Tensor::Of(values[i])));
    }
    fields.push_back(MakeConstant(ctx, all));
    const Expr* tuple = MakeTuple(ctx, fields);
    const Function* func = MakeFunction(ctx, {}, MakeSeq(ctx, {}, tuple), tuple->type, true,
                                        MakeSortedDict(ctx, {{"global_symbol", MakeAttrString(ctx, "main")}}));
    Module module;
    module.entries = ctx.Copy(std::vector<ModuleEntry>{{MakeGlobalVar(ctx, "main"), func}});
    std::string text = PrintModule(module);
    Result<Module> again = ParseModule(ctx, "again.py", text);
    ASSERT_TRUE(again.ok()) << text << Render(again.error(), ctx.sources);
    EXPECT_TRUE(Equal(module, *again)) << text << PrintModule(*again);
  }
}

// TVM's own form: the variable of a T.Let is declared where all its uses are, value before variable before body.
constexpr std::string_view kScalars = R"(@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.Buffer((4,), "uint64"), b: T.Buffer((4,), "uint8")):
        t = T.uint64()
        t_1 = T.uint64()
        a[0] = T.Let(t_1 + a[1], where={t_1: T.Let(t * a[2], where={t: a[3]})}) + T.uint64(18446744073709551615)
        b[0] = (b[1] % T.uint8(1) + T.FloorDiv(b[2], T.uint8(1))) * b[3]
        b[1] = T.Cast("uint8", not T.bool(False)))";

TEST(PrintTest, ScalarsAsTvmWritesThem) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", std::string(kScalars));
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  EXPECT_THAT(PrintModule(*module), testing::EndsWith(kScalars));
}

TEST(PrintTest, OldDialectSpellings) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", std::string(kModule));
  ASSERT_TRUE(module.ok());
  std::string text = PrintModule(*module, {TextDialect::k017});
  EXPECT_THAT(text, HasSubstr("out_sinfo=R.Tensor("));
  EXPECT_THAT(text, HasSubstr("R.Object"));
  EXPECT_THAT(text, HasSubstr("k: R.Prim(\"int64\")"));
  EXPECT_THAT(text, HasSubstr("with T.block(\"copy\"):"));
  EXPECT_THAT(text, HasSubstr("from tvm.script import tir as T"));
  EXPECT_THAT(text, HasSubstr("{\"tir.noalias\": True}"));
  EXPECT_THAT(text, Not(HasSubstr("s_tir")));
}

TEST(PrintTest, NewestDialectDeclaresDimensions) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", std::string(kModule));
  ASSERT_TRUE(module.ok());
  std::string text = PrintModule(*module, {TextDialect::k027});
  EXPECT_THAT(text, HasSubstr("# from typing import TypeVar\n"));
  EXPECT_THAT(text, HasSubstr("n = TypeVar(\"n\")\n@I.ir_module"));
  EXPECT_THAT(text, HasSubstr("def main(x: R.Tensor((n, 4), dtype=\"float32\")"));
}

// Each function declares by name what no earlier one has declared.
TEST(PrintTest, NewestDialectSortsDimensions) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(@I.ir_module
class Module:
    @R.function
    def a(x: R.Tensor(("n", "m"), dtype="float32"), f: R.Callable((R.Tensor(("k", "j"), dtype="float32"),), R.Any, True)) -> R.Any:
        s: I.StringType() = R.str("text")
        return s

    @R.function
    def b(x: R.Tensor(("m", "c"), dtype="float32")) -> R.Any:
        return x
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  std::string text = PrintModule(*module, {TextDialect::k027});
  EXPECT_THAT(text,
              HasSubstr("j = TypeVar(\"j\")\nk = TypeVar(\"k\")\nm = TypeVar(\"m\")\nn = TypeVar(\"n\")\nc = TypeVar"));
  EXPECT_THAT(text, HasSubstr("s: I.StringType() = R.str(\"text\")"));
}

// Python would fold a sign between two numbers: 0.27 names the node that it has for it, which older forms have as a
// call.
TEST(PrintTest, BitsOfNumbersAloneAreNodesOfTheNewestDialect) {
  struct Row {
    std::string_view written;
    std::string_view old_form;
    std::string_view new_form;
  };
  constexpr Row kRows[] = {
      {"T.shift_left(9, 2)", "T.shift_left(9, 2)", "T.LShift(9, 2)"},
      {"T.RShift(9, 2)", "T.shift_right(9, 2)", "T.RShift(9, 2)"},
      {"T.bitwise_and(9, 2)", "T.bitwise_and(9, 2)", "T.BitwiseAnd(9, 2)"},
      {"T.BitwiseOr(9, 2)", "T.bitwise_or(9, 2)", "T.BitwiseOr(9, 2)"},
      {"T.bitwise_xor(9, 2)", "T.bitwise_xor(9, 2)", "T.BitwiseXor(9, 2)"},
      {"T.BitwiseNot(9)", "T.bitwise_not(9)", "T.BitwiseNot(9)"},
      {"T.shift_right(A[0], 2)", "T.shift_right(A[0], 2)", "A[0] >> 2"},
      {"T.BitwiseAnd(9, A[0])", "T.bitwise_and(9, A[0])", "9 & A[0]"},
      {"T.BitwiseNot(A[0])", "T.bitwise_not(A[0])", "~A[0]"},
  };
  for (const Row& row : kRows) {
    Context ctx;
    Result<Module> module = ParseModule(
        ctx, "test.py",
        "@T.prim_func\ndef main(A: T.Buffer((4,), \"int32\")):\n    A[1] = " + std::string(row.written) + "\n");
    ASSERT_TRUE(module.ok()) << module.error().message;
    EXPECT_THAT(PrintModule(*module, {TextDialect::k026}), HasSubstr("A[1] = " + std::string(row.old_form)));
    EXPECT_THAT(PrintModule(*module, {TextDialect::k027}), HasSubstr("A[1] = " + std::string(row.new_form)));
  }
}

}  // namespace
}  // namespace assay
