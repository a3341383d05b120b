// Programs of every kind of Relax construct with the outcome that all engines must give, at all levels; the loops of
// relax-reference, bytecode and machine code have nothing in common but this.
#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

struct Program {
  const char* name;
  const char* functions;
  std::vector<Value> args;
  const char* want;
};

std::vector<Program> ControlFlow() {
  const char* branch = R"(
    @R.function
    def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")) -> R.Tensor((2,), "float32"):
        if c:
            y = R.add(x, x)
            r = R.multiply(y, x)
        else:
            r = R.negative(x)
        return r
)";
  const char* recursion = R"(
    @R.function
    def halve(x: R.Tensor((), "int32"), n: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
        cls = Module
        c = R.less(x, n)
        if c:
            y = R.add(x, x)
            r = cls.halve(y, n)
        else:
            r = x
        return r

    @R.function
    def main(x: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
        cls = Module
        gv = cls.halve(x, R.const(100, "int32"))
        return gv
)";
  return {
      {"if true", branch, {FloatsValue({2}, {1.5, -2}), BoolValue(true)}, "float32[2] 4.5 8"},
      {"if false", branch, {FloatsValue({2}, {1.5, -2}), BoolValue(false)}, "float32[2] -1.5 2"},
      {"recursion", recursion, {IntsValue({}, {3})}, "int32[] 192"},
      {"endless recursion", recursion, {IntsValue({}, {0})}, "trap stack_overflow"},
  };
}

std::vector<Program> ShapesThatAreVariables() {
  const char* by_variable = R"(
    @R.function
    def main(s: R.Shape(ndim=1), y: R.Tensor(ndim=1, dtype="float32"), u: R.Tensor(ndim=1, dtype="float32")) -> R.Tuple(R.Tensor(ndim=1, dtype="float32"), R.Tensor(ndim=1, dtype="float32")):
        z = R.match_cast(y, R.Tensor(s, "float32"))
        v = R.match_cast(u, R.Tensor(s, "float32"))
        return (z, v)
)";
  const char* computed_variable = R"(
    @R.function
    def main(x: R.Tensor(ndim=2, dtype="float32"), y: R.Tensor(ndim=2, dtype="float32")) -> R.Tensor(ndim=2, dtype="float32"):
        s: R.Shape(ndim=2) = R.shape_of(x)
        z = R.match_cast(y, R.Tensor(s, "float32"))
        return z
)";
  return {
      {"a shape that is a variable",
       by_variable,
       {Value{ShapeValue{{2}}}, FloatsValue({2}, {1, 2}), FloatsValue({2}, {3, 4})},
       "(float32[2] 1 2, float32[2] 3 4)"},
      {"of another extent",
       by_variable,
       {Value{ShapeValue{{3}}}, FloatsValue({2}, {1, 2}), FloatsValue({2}, {3, 4})},
       "trap match_cast"},
      {"of another extent the second time",
       by_variable,
       {Value{ShapeValue{{2}}}, FloatsValue({2}, {1, 2}), FloatsValue({1}, {3})},
       "trap match_cast"},
      {"a computed shape as a variable",
       computed_variable,
       {FloatsValue({1, 2}, {0, 0}), FloatsValue({1, 2}, {1, 2})},
       "float32[1, 2] 1 2"},
      {"that differs",
       computed_variable,
       {FloatsValue({1, 2}, {0, 0}), FloatsValue({2, 1}, {1, 2})},
       "trap match_cast"},
  };
}

std::vector<Program> Shapes() {
  const char* symbolic = R"(
    @R.function
    def main(x: R.Tensor(("n", "m"), "float32"), s: R.Shape(["m", "k"])) -> R.Shape(ndim=3):
        n = T.int64()
        m = T.int64()
        k = T.int64()
        return R.shape([n + k, m * 2, n // 2])
)";
  const char* cast = R"(
    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        z = R.match_cast(y, R.Tensor((n + 1,), "float32"))
        w = R.add(z, z)
        u = R.add(z, w)
        return u
)";
  const char* reshape = R"(
    @R.function
    def main(x: R.Tensor(("n", 2), "float32")) -> R.Tensor(("n * 2",), "float32"):
        n = T.int64()
        y = R.reshape(x, R.shape([n * 2]))
        z = R.add(y, y)
        return z
)";
  Value shape34{ShapeValue{{3, 4}}};
  return {
      {"computed shape", symbolic, {FloatsValue({2, 3}, {1, 2, 3, 4, 5, 6}), shape34}, "shape [6, 6, 1]"},
      {"shapes disagree", symbolic, {FloatsValue({1, 2}, {1, 2}), shape34}, "trap"},
      {"match_cast holds", cast, {FloatsValue({1}, {0}), FloatsValue({2}, {1, 2})}, "float32[2] 3 6"},
      {"match_cast fails", cast, {FloatsValue({2}, {0, 0}), FloatsValue({2}, {1, 2})}, "trap match_cast"},
      {"reshape", reshape, {FloatsValue({2, 2}, {1, 2, 3, 4})}, "float32[4] 2 4 6 8"},
      {"wrong dtype", reshape, {IntsValue({2, 2}, {1, 2, 3, 4})}, "trap"},
      {"wrong rank", reshape, {FloatsValue({4}, {1, 2, 3, 4})}, "trap"},
  };
}

// Tensors made of shapes that are known at run time alone.
std::vector<Program> RunTimeShapes() {
  const char* by_type = R"(
    @R.function
    def main(s: R.Shape(["n", "m"]), v: R.Tensor((), "int32")) -> R.Tensor(ndim=2, dtype="int32"):
        n = T.int64()
        m = T.int64()
        x = R.full(s, v, "int32")
        y = R.ones(R.shape([n, m]), "int32")
        z = R.add(x, y)
        return z
)";
  const char* by_rank = R"(
    @R.function
    def main(x: R.Tensor((2,), "int64")) -> R.Tensor(ndim=2, dtype="float32"):
        s = R.tensor_to_shape(x)
        y = R.zeros(s, "float32")
        z = R.cos(y)
        return z
)";
  const char* of_scalars = R"(
    @R.function
    def main(n: T.int64, x: R.Tensor((), "int64")) -> R.Tensor((1,), "int64"):
        k = R.add(n, n)
        y = R.multiply(x, k)
        return y
)";
  const char* concat = R"(
    @R.function
    def main(x: R.Tensor(("n",), "int32"), y: R.Tensor((1,), "int32")) -> R.Tensor(("n + 1",), "int32"):
        n = T.int64()
        z = R.concat((x, y), axis=None)
        return z
)";
  Value four = IntsValue({2}, {1, 2}, DType::Int(64)), none = IntsValue({2}, {2, 0}, DType::Int(64));
  Value negative = IntsValue({2}, {2, -1}, DType::Int(64));
  Value scalar = IntsValue({}, {4});
  return {
      {"shape by its type", by_type, {Value{ShapeValue{{1, 2}}}, scalar}, "int32[1, 2] 5 5"},
      {"shape by its rank", by_rank, {four}, "float32[1, 2] 1 1"},
      {"empty shape", by_rank, {none}, "float32[2, 0]"},
      {"negative extent", by_rank, {negative}, "trap out_of_memory"},
      {"scalars", of_scalars, {IntValue(3), IntsValue({}, {5}, DType::Int(64))}, "int64[1] 30"},
      {"concat without axis", concat, {IntsValue({2}, {1, 2}), IntsValue({1}, {3})}, "int32[3] 1 2 3"},
  };
}

std::vector<Program> Values() {
  const char* tuples = R"(
    @R.function
    def pair(t: R.Tuple(R.Tensor((2,), "int32"), R.Tuple(R.Tensor((), "int32")))) -> R.Tuple(R.Tensor((2,), "int32"), R.Tensor((2,), "int32")):
        a = t[0]
        b = t[1]
        c = b[0]
        d = R.add(a, c)
        return (d, a)

    @R.function
    def main(x: R.Tensor((2,), "int32"), y: R.Tensor((), "int32")) -> R.Tuple(R.Tensor((2,), "int32"), R.Tensor((2,), "int32")):
        cls = Module
        inner = (y,)
        gv = cls.pair((x, inner))
        return gv
)";
  const char* alias = R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.add(x, x)
        z = y
        w = R.multiply(z, y)
        v = z
        u = R.add(v, w)
        return u
)";
  const char* packed = R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.call_dps_packed("test.add_dps", (x, x), out_ty=R.Tensor((2,), "float32"))
        z = R.call_pure_packed("test.identity", y, ty_args=R.Tensor((2,), "float32"))
        return z
)";
  const char* constant = R"(
    @R.function
    def main(x: R.Tensor((2,), "int64")) -> R.Tensor((2,), "int64"):
        y = R.maximum(x, R.const(7, "int64"))
        return y
)";
  return {
      {"tuples", tuples, {IntsValue({2}, {1, 2}), IntsValue({}, {10})}, "(int32[2] 11 12, int32[2] 1 2)"},
      {"aliases", alias, {FloatsValue({2}, {1, 3})}, "float32[2] 6 42"},
      {"packed functions", packed, {FloatsValue({2}, {1, 3})}, "float32[2] 2 6"},
      {"constants", constant, {IntsValue({2}, {-3, 9}, DType::Int(64))}, "int64[2] 7 9"},
  };
}

std::vector<Program> Kernels() {
  const char* scale = R"(
    @T.prim_func(private=True, s_tir=True)
    def scale(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "int32")
        B = T.match_buffer(b, (n,), "int32")
        for i in range(n):
            with T.sblock("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = 100 // A[vi]

    @R.function
    def main(x: R.Tensor(("n",), "int32")) -> R.Tensor(("n",), "int32"):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.scale, (x,), out_ty=R.Tensor((n,), "int32"))
        return y
)";
  const char* inplace = R"(
    @T.prim_func(private=True, s_tir=True)
    def bump(A: T.Buffer((3,), "int32"), B: T.Buffer((3,), "int32")):
        for i in range(3):
            with T.sblock("A"):
                vi = T.axis.spatial(3, i)
                A[vi] = A[vi] + B[vi]

    @R.function
    def main(x: R.Tensor((3,), "int32")) -> R.Tensor((3,), "int32"):
        cls = Module
        y = R.add(x, R.const(1, "int32"))
        z = R.call_tir_inplace(cls.bump, (y, x), out_ty=R.Tensor((3,), "int32"), inplace_indices=[0])
        return z
)";
  return {
      {"kernel", scale, {IntsValue({3}, {7, -7, 1})}, "int32[3] 14 -15 100"},
      {"kernel of nothing", scale, {IntsValue({0}, {})}, "int32[0]"},
      {"kernel traps", scale, {IntsValue({2}, {7, 0})}, "trap division_by_zero"},
      {"in place", inplace, {IntsValue({3}, {1, 2, 3})}, "int32[3] 3 5 7"},
  };
}

std::vector<Program> Functions() {
  const char* higher_order = R"(
    @R.function
    def double(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.add(x, x)
        return y

    @R.function
    def twice(f: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32")), x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = f(x)
        z = f(y)
        return z

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        r = cls.twice(cls.double, x)
        return r
)";
  const char* unregistered = R"(
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.call_packed("nobody.knows", x, ty_args=R.Tensor((2,), "float32"))
        return y
)";
  const char* wrong_result = R"(
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((3,), "float32"):
        y = R.call_packed("test.identity", x, ty_args=R.Tensor(ndim=1, dtype="float32"))
        z = R.match_cast(y, R.Tensor((3,), "float32"))
        return z
)";
  return {
      {"functions as values", higher_order, {FloatsValue({2}, {1, 2})}, "float32[2] 4 8"},
      {"unregistered", unregistered, {FloatsValue({2}, {1, 2})}, "refuse"},
      {"result of another type", wrong_result, {FloatsValue({2}, {1, 2})}, "trap match_cast"},
  };
}

TEST(ProgramsTest, AllEnginesAgreeWithTheTable) {
  for (const auto& table :
       {ControlFlow(), Shapes(), ShapesThatAreVariables(), RunTimeShapes(), Values(), Kernels(), Functions()}) {
    for (const Program& program : table) {
      Script script(program.functions);
      for (const EngineSpec* engine : AllEngines()) {
        for (int opt_level : {0, 3}) {
          if (opt_level != 0 && engine->name != "vm-llvm") continue;
          std::string got = script.Run(*engine, program.args, {}, {.opt_level = opt_level});
          // "trap" alone leaves the kind open, "refuse" the words.
          if (std::string_view(program.want) == "trap") got = got.substr(0, 4);
          if (std::string_view(program.want) == "refuse") got = got.substr(0, 6);
          EXPECT_EQ(got, program.want) << program.name << " on " << engine->name << " at O" << opt_level;
        }
      }
    }
  }
}

// Outputs in place reuse a value of the program, never the caller's.
TEST(ProgramsTest, ArgumentsStayAsTheyAre) {
  Script script(R"(
    @T.prim_func(private=True, s_tir=True)
    def bump(A: T.Buffer((3,), "int32")):
        for i in range(3):
            with T.sblock("A"):
                vi = T.axis.spatial(3, i)
                A[vi] = A[vi] + 1

    @R.function
    def main(x: R.Tensor((3,), "int32")) -> R.Tensor((3,), "int32"):
        cls = Module
        y = R.call_tir_inplace(cls.bump, (x,), out_ty=R.Tensor((3,), "int32"), inplace_indices=[0])
        return y
)");
  for (const EngineSpec* engine : AllEngines()) {
    SCOPED_TRACE(engine->name);
    Module form = engine->input == EngineInput::kOriginal ? script.module : script.Lowered();
    auto loaded = engine->load(script.ctx, form, {});
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    std::vector<Value> args = {IntsValue({3}, {1, 2, 3})};
    for (int run = 0; run < 2; ++run) {
      EXPECT_EQ(RunText((*loaded)->Run("main", args)), "int32[3] 2 3 4");
      EXPECT_EQ(ValueText(args[0]), "int32[3] 1 2 3");
    }
  }
}

}  // namespace
}  // namespace assay
