// The reference evaluator's own ground: values against declared types, and functions as values.
#include "vm/reference/relax_eval.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "vm/reference/type_match.h"
#include "vm/run_script.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

using Dims = std::vector<const Expr*>;

class TypeMatcherTest : public testing::Test {
 protected:
  // "ok" or the trap's kind and message.
  std::string Match(const Type* type, const Value& value) {
    TypeMatcher matcher(env_, TrapKind::kMatchCast);
    if (auto trap = matcher.Match(type, value, {})) return std::string(TrapKindName(trap->kind)) + ": " + trap->message;
    if (auto trap = matcher.Finish()) return std::string(TrapKindName(trap->kind)) + ": " + trap->message;
    return "ok";
  }
  const Type* Tensor32(std::vector<const Expr*> dims) { return MakeTensorType(ctx_, dims, DType::Float(32)); }
  int64_t ValueOf(const Var* var) { return *EvalDim(var, env_); }

  Context ctx_;
  ValueMap env_;
  const Var* n_ = MakeVar(ctx_, "n", DType::Int(64));
  const Var* m_ = MakeVar(ctx_, "m", DType::Int(64));
};

TEST_F(TypeMatcherTest, PlainVariablesTakeExtents) {
  EXPECT_EQ(Match(Tensor32(Dims{n_, m_}), FloatsValue({2, 3}, {1, 2, 3, 4, 5, 6})), "ok");
  EXPECT_EQ(ValueOf(n_), 2);
  EXPECT_EQ(ValueOf(m_), 3);
  EXPECT_EQ(EvalDim(MakeVar(ctx_, "k", DType::Int(64)), env_), std::nullopt);
}

// Compound dimensions wait until all plain ones are bound, also by later fields.
TEST_F(TypeMatcherTest, CompoundDimensionsAreCheckedLast) {
  const Expr* twice = MakeBinary(ctx_, NodeKind::kMul, n_, MakeInt(ctx_, 2));
  const Type* pair = MakeTupleType(ctx_, {Tensor32(Dims{twice}), Tensor32(Dims{n_})});
  Value fits{TupleValue{{FloatsValue({4}, {1, 2, 3, 4}), FloatsValue({2}, {1, 2})}}};
  EXPECT_EQ(Match(pair, fits), "ok");
  env_.clear();
  Value differs{TupleValue{{FloatsValue({3}, {1, 2, 3}), FloatsValue({2}, {1, 2})}}};
  EXPECT_EQ(Match(pair, differs).substr(0, 10), "match_cast");
}

TEST_F(TypeMatcherTest, EveryKindOfMismatchTraps) {
  Value two = FloatsValue({2}, {1, 2});
  for (const Type* type : std::vector<const Type*>{
           Tensor32(Dims{MakeInt(ctx_, 3)}), Tensor32(Dims{n_, m_}), MakeTensorTypeOfRank(ctx_, 1, DType::Int(32)),
           MakeShapeTypeOfRank(ctx_, 1), MakeTupleType(ctx_, {Tensor32(Dims{n_})}), ctx_.Prim(DType::Int(64))}) {
    EXPECT_EQ(Match(type, two).substr(0, 10), "match_cast");
  }
  EXPECT_EQ(Match(ctx_.Object(), two), "ok");
  EXPECT_EQ(Match(MakeTensorTypeOfRank(ctx_, kUnknownRank, DType::Void()), two), "ok");
  EXPECT_EQ(Match(MakeShapeType(ctx_, {MakeInt(ctx_, 2)}), Value{ShapeValue{{3}}}).substr(0, 10), "match_cast");
}

std::string RunMain(std::string_view functions, std::vector<Value> args, const Budget& budget = {}) {
  Script script(functions);
  return script.Run(kRelaxReference, args, budget);
}

TEST(RelaxEvalTest, LocalFunctionsCaptureAndRecur) {
  EXPECT_EQ(RunMain(R"(
    @R.function
    def main(x: R.Tensor((), "int32"), limit: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
        @R.function
        def grow(y: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
            c = R.less(y, limit)
            if c:
                z = R.add(y, x)
                r = grow(z)
            else:
                r = y
            return r
        g = grow(x)
        return g
)",
                    {IntsValue({}, {3}), IntsValue({}, {10})}),
            "int32[] 12");
}

// What shapes are lowered to: the reference runs the machine's own functions, so that it can judge each step of a
// build.
TEST(RelaxEvalTest, LoweredShapesAreComputed) {
  EXPECT_EQ(RunMain(R"(
    @T.prim_func(private=True)
    def twice(H: T.Buffer((T.int64(2),), "int64")):
        H[T.int64(1)] = T.int64(2) * H[T.int64(0)]

    @R.function
    def main(x: R.Tensor(ndim=1, dtype="float32")) -> R.Shape(ndim=1):
        R.func_attr({"relax.force_pure": True})
        heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (R.prim_value(2),), ty_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.match_shape", x, heap, R.prim_value(1), R.prim_value(1), R.prim_value(0), R.str("x"), ty_args=(R.Tuple,))
        Module.twice(heap)
        made: R.Shape(ndim=1) = R.call_packed("vm.builtin.make_shape", heap, R.prim_value(1), R.prim_value(1), R.prim_value(1), ty_args=(R.Shape(ndim=1),))
        return made
)",
                    {FloatsValue({3}, {1, 2, 3})}),
            "shape [6]");
}

TEST(RelaxEvalTest, ResultsAreOfTheDeclaredType) {
  constexpr std::string_view kFunction = R"(
    @R.function
    def main(x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor((1,), "float32"):
        y = R.call_pure_packed("test.identity", x, ty_args=R.Tensor((1,), "float32"))
        return y
)";
  EXPECT_EQ(RunMain(kFunction, {FloatsValue({1}, {3})}), "float32[1] 3");
  EXPECT_EQ(RunMain(kFunction, {FloatsValue({2}, {3, 4})}), "trap result");
}

// A cast to what the type of its value says already is no check: only a value that its type does not say fails it.
TEST(RelaxEvalTest, CastsToWhatTheTypeSaysAreNoChecks) {
  auto run = [](std::string_view said) {
    return RunMain(fmt::format(R"(
    @R.function
    def main(x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor((1,), "float32"):
        y = R.call_pure_packed("test.identity", x, ty_args=R.Tensor({}, dtype="float32"))
        z = R.match_cast(y, R.Tensor((1,), "float32"))
        return z
)",
                               said),
                   {FloatsValue({2}, {3, 4})});
  };
  EXPECT_EQ(run("(1,)"), "trap result");
  EXPECT_EQ(run("ndim=1"), "trap match_cast");
}

// What nobody wrote is read by no kernel, operator or caller.
TEST(RelaxEvalTest, WhatIsAllocatedIsWrittenBeforeItIsRead) {
  auto run = [](std::string_view body) {
    return RunMain(fmt::format(R"(
    @T.prim_func(private=True)
    def twice(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        y[0] = x[0] * T.float32(2)
    @T.prim_func(private=True)
    def nothing(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        T.evaluate(0)
    @R.function(pure=False)
    def main(x: R.Tensor((1,), "float32")) -> R.Tensor((1,), "float32"):
        cls = Module
        a: R.Tensor((1,), "float32") = R.builtin.alloc_tensor(R.shape([1]), R.dtype("float32"), 0, R.str("global"))
{})",
                               body),
                   {FloatsValue({1}, {3})});
  };
  EXPECT_EQ(run("        return a\n"), "trap read_before_write");
  EXPECT_EQ(run("        cls.twice(a, x)\n        return x\n"), "trap read_before_write");
  EXPECT_EQ(run("        b = R.negative(a)\n        return x\n"), "trap read_before_write");
  EXPECT_EQ(run("        cls.twice(x, a)\n        b = R.negative(a)\n        return b\n"), "float32[1] -6");
  EXPECT_EQ(run("        cls.nothing(x, a)\n        return x\n"), "trap read_before_write");
  // Planned memory is watched, too.
  constexpr std::string_view kPlanned =
      "        s: R.Any = R.memory.alloc_storage(R.shape([4]), 0, R.str(\"global\"), R.dtype(\"uint8\"))\n"
      "        t: R.Tensor((1,), \"float32\") = R.memory.alloc_tensor(s, 0, R.shape([1]), R.dtype(\"float32\"), 0)\n{} "
      "       return t\n";
  EXPECT_EQ(run(fmt::format(kPlanned, "")), "trap read_before_write");
  EXPECT_EQ(run(fmt::format(kPlanned, "        cls.twice(x, t)\n")), "float32[1] 6");
}

// What call_tir_inplace has overwritten is nobody's to read under its old name, whoever overwrote it; the new one is.
TEST(RelaxEvalTest, WhatIsOverwrittenInPlaceIsReadNoMore) {
  auto run = [](std::string_view body) {
    return RunMain(fmt::format(R"(
    @T.prim_func(private=True)
    def reset(x: T.Buffer((1,), "float32")):
        x[0] = T.float32(0)
    @T.prim_func(private=True)
    def twice(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        y[0] = x[0] * T.float32(2)
    @R.function(private=True)
    def other(p: R.Tensor((1,), "float32")) -> R.Tensor((1,), "float32"):
        cls = Module
        q = R.call_tir_inplace(cls.reset, (p,), out_ty=R.Tensor((1,), "float32"), inplace_indices=[0])
        return q
    @R.function
    def main(x: R.Tensor((1,), "float32")):
        cls = Module
        t = R.negative(x)
        u = R.exp(x)
        pair = (t, u)
        {}
{})",
                               "y = R.call_tir_inplace(cls.reset, (t,), out_ty=R.Tensor((1,), \"float32\"), "
                               "inplace_indices=[0])",
                               body),
                   {FloatsValue({1}, {3})});
  };
  EXPECT_EQ(run("        return y\n"), "float32[1] 0");
  EXPECT_EQ(run("        return x\n"), "float32[1] 3");
  EXPECT_EQ(run("        return R.add(y, u)\n").substr(0, 10), "float32[1]");
  EXPECT_EQ(run("        return pair[1]\n").substr(0, 10), "float32[1]") << "the other field is whole";
  for (std::string_view body :
       {"        return t\n", "        return (y, t)\n", "        return pair[0]\n", "        return R.add(y, t)\n",
        "        v = R.call_tir(cls.twice, (t,), out_ty=R.Tensor((1,), \"float32\"))\n        return v\n",
        "        v = cls.other(u)\n        return u\n", "        w = t\n        return w\n"})
    EXPECT_EQ(run(body), "trap stale_read") << body;
}

// A tensor that is given twice is one tensor, whether it is overwritten under one name or under both, or has two
// shapes.
TEST(RelaxEvalTest, WhatIsGivenTwiceAndOverwrittenIsOneTensor) {
  auto run = [](std::string_view body) {
    return RunMain(fmt::format(R"(
    @T.prim_func(private=True)
    def both(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        x[0] = x[0] + T.float32(1)
        y[0] = y[0] * T.float32(2) + x[0]
    @T.prim_func(private=True)
    def one(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        x[0] = x[0] + T.float32(1)
        x[0] = x[0] + y[0]
    @R.function
    def main(x: R.Tensor((1,), "float32")):
        cls = Module
        t = R.negative(x)
        f: R.Tensor((1,), "float32") = R.negative(t)
{})",
                               body),
                   {FloatsValue({1}, {3})});
  };
  constexpr std::string_view kBoth =
      "        r = R.call_tir_inplace(cls.both, ({}), inplace_indices=[0, 1], "
      "out_ty=[R.Tensor((1,), \"float32\"), R.Tensor((1,), \"float32\")])\n        return r\n";
  EXPECT_EQ(run(fmt::format(kBoth, "t, t")), "(float32[1] -6, float32[1] -6)");
  EXPECT_EQ(run(fmt::format(kBoth, "t, f")), "(float32[1] -2, float32[1] 4)");
  constexpr std::string_view kOne =
      "        r = R.call_tir_inplace(cls.one, ({}), inplace_indices=[0], out_ty=R.Tensor((1,), \"float32\"))\n"
      "        return r\n";
  EXPECT_EQ(run(fmt::format(kOne, "t, t")), "float32[1] -4");
  EXPECT_EQ(run(fmt::format(kOne, "t, f")), "float32[1] 1");
}

// Where the VM's register has forgotten its value, the reference has none either.
// As in the VM, where a second name has the register of the first; what an operator gives has one of its own.
TEST(RelaxEvalTest, WhatIsKilledIsUsedNoMoreUnderASecondName) {
  auto run = [](std::string_view kill, std::string_view result) {
    return RunMain(fmt::format(R"(
    @R.function(pure=False)
    def main(x: R.Tensor((1,), "float32")):
        y = R.negative(x)
        z = y
        w = R.grad.start_checkpoint(y)
        R.memory.kill_tensor({})
        return {}
)",
                               kill, result),
                   {FloatsValue({1}, {3})});
  };
  for (std::string_view kill : {"y", "z"}) {
    EXPECT_EQ(run(kill, "y"), "trap use_after_kill") << kill;
    EXPECT_EQ(run(kill, "R.negative(z)"), "trap use_after_kill") << kill;
    EXPECT_EQ(run(kill, "w"), "float32[1] -3") << kill;
    EXPECT_EQ(run(kill, "x"), "float32[1] 3") << kill;
  }
}

TEST(RelaxEvalTest, WhatIsKilledIsUsedNoMore) {
  for (std::string_view kill : {"R.vm.kill_object(y)", "R.memory.kill_tensor(y)"}) {
    auto run = [&](std::string_view behind) {
      return RunMain(fmt::format(R"(
    @R.function(pure=False)
    def main(x: R.Tensor((1,), "float32")):
        y = R.negative(x)
        {}
{})",
                                 kill, behind),
                     {FloatsValue({1}, {3})});
    };
    for (std::string_view use : {"        return y\n", "        return (x, y)\n", "        return R.negative(y)\n"})
      EXPECT_EQ(run(use), "trap use_after_kill") << kill << use;
    EXPECT_EQ(run("        return x\n"), "float32[1] 3") << kill;
    EXPECT_EQ(run(fmt::format("        {}\n        return x\n", kill)), "float32[1] 3") << "twice";
  }
}

TEST(RelaxEvalTest, BindingsAreBudgeted) {
  EXPECT_EQ(RunMain(R"(
    @R.function
    def main(x: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
        a = R.add(x, x)
        b = R.add(a, x)
        return b
)",
                    {IntsValue({}, {3})}, {.steps = 1}),
            "out of budget");
}

// By what they look at: the product of two small matrices, a window that is as large as what it lies on.
TEST(RelaxEvalTest, WhatOperatorsLookAtIsBudgeted) {
  constexpr std::string_view kProduct = R"(
    @R.function
    def main(x: R.Tensor((8, 8), "float32")) -> R.Tensor((8, 8), "float32"):
        y = R.matmul(x, x)
        return y
)";
  Value eye = FloatsValue({8, 8}, std::vector<double>(64, 0));
  EXPECT_EQ(RunMain(kProduct, {eye}, {.steps = 500}), "out of budget");
  EXPECT_NE(RunMain(kProduct, {eye}, {.steps = 1000}), "out of budget");
  constexpr std::string_view kWindow = R"(
    @R.function
    def main(x: R.Tensor((1, 1, 30, 30), "float32"), w: R.Tensor((1, 1, 30, 30), "float32")) -> R.Tensor((1, 1, 59, 59), "float32"):
        y = R.nn.conv2d_transpose(x, w)
        return y
)";
  Value image = FloatsValue({1, 1, 30, 30}, std::vector<double>(900, 1));
  EXPECT_EQ(RunMain(kWindow, {image, image}, {.steps = 1'000'000}), "out of budget");
  constexpr std::string_view kLine = R"(
    @R.function
    def main(x: R.Tensor((1000,), "float32")) -> R.Tensor((1000,), "float32"):
        y = R.sort(x)
        z = R.cumsum(y, axis=0)
        return z
)";
  Value line = FloatsValue({1000}, std::vector<double>(1000, 1));
  EXPECT_EQ(RunMain(kLine, {line}, {.steps = 10'000}), "out of budget");
  EXPECT_NE(RunMain(kLine, {line}, {.steps = 20'000}), "out of budget");
}

// What types do not bound: tuples and closures in each other, behind R.Object.
TEST(RelaxEvalTest, WhatNestsTooDeepTraps) {
  auto chain = [](int count, std::string_view link) {
    std::string text =
        "    @R.function\n    def main(x: R.Tensor((1,), \"float32\")) -> R.Object:\n"
        "        o0 = R.match_cast(x, R.Object)\n";
    for (int i = 0; i < count; ++i)
      text += fmt::format(fmt::runtime(link), i) + fmt::format("        o{} = R.match_cast(t{}, R.Object)\n", i + 1, i);
    return text + fmt::format("        return o{}\n", count);
  };
  constexpr std::string_view kTuple = "        t{0} = (o{0},)\n";
  constexpr std::string_view kClosure =
      "        @R.function\n"
      "        def t{0}(y: R.Tensor((1,), \"float32\")) -> R.Object:\n"
      "            return o{0}\n";
  struct Row {
    std::string_view link;
    int fits, too_many;
  };
  for (const Row& row : {Row{kTuple, 150, 20'000}, Row{kClosure, 100, 300}}) {
    EXPECT_THAT(RunMain(chain(row.fits, row.link), {FloatsValue({1}, {1})}), Not(HasSubstr("too_deep"))) << row.link;
    EXPECT_THAT(RunMain(chain(row.too_many, row.link), {FloatsValue({1}, {1})}), HasSubstr("too_deep")) << row.link;
  }
}

}  // namespace
}  // namespace assay
