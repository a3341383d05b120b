// Reductions over nothing: every engine gives what the operators' rows say, for constant and for run-time extents of 0.
#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

struct EmptyCase {
  const char* call;
  const char* dtype;
  const char* result;
  // For two rows of nothing.
  const char* want;
};

void ExpectEverywhere(const EmptyCase& c, const char* extent) {
  Script script(fmt::format(R"(
    @R.function
    def main(x: R.Tensor((2, {0}), "{1}")) -> R.Tensor({2}):
        y = {3}
        return y
)",
                            extent, c.dtype, c.result, c.call));
  DType dtype = *ParseDType(c.dtype);
  for (const EngineSpec* engine : AllEngines()) {
    for (int opt_level : {0, 3}) {
      SCOPED_TRACE(fmt::format("{} by {} at O{}, extent {}", c.call, engine->name, opt_level, extent));
      std::vector<Value> args{Value{TensorValue{Tensor(dtype, {2, 0})}}};
      EXPECT_EQ(script.Run(*engine, args, {}, {.opt_level = opt_level}), c.want);
    }
  }
}

TEST(EmptyReductionsTest, RowsOfNothing) {
  const char* f32 = "(2,), \"float32\"";
  const char* i32 = "(2,), \"int32\"";
  const char* i64 = "(2,), \"int64\"";
  const char* kept = "(2, 1), \"float32\"";
  for (const EmptyCase& c : std::vector<EmptyCase>{
           {"R.sum(x, axis=[1])", "float32", f32, "float32[2] 0 0"},
           {"R.prod(x, axis=[1])", "int32", i32, "int32[2] 1 1"},
           {"R.max(x, axis=[1])", "float32", f32, "float32[2] -3.4028235e+38 -3.4028235e+38"},
           {"R.max(x, axis=[1])", "int32", i32, "int32[2] -2147483648 -2147483648"},
           {"R.min(x, axis=[1], keepdims=True)", "float32", kept, "float32[2, 1] 3.4028235e+38 3.4028235e+38"},
           {"R.mean(x, axis=[1])", "float32", f32, "float32[2] nan nan"},
           {"R.mean(x, axis=[1])", "int32", i32, "trap division_by_zero"},
           {"R.variance(x, axis=[1])", "float32", f32, "float32[2] nan nan"},
           {"R.std(x, axis=[1])", "float32", f32, "float32[2] nan nan"},
           {"R.argmax(x, axis=1)", "float32", i64, "int64[2] -1 -1"},
           {"R.argmin(x, axis=1)", "int32", i64, "int64[2] -1 -1"},
           {"R.matmul(x, R.permute_dims(x))", "float32", "(2, 2), \"float32\"", "float32[2, 2] 0 0 0 0"},
       }) {
    ExpectEverywhere(c, "0");
    ExpectEverywhere(c, "\"n\"");
  }
}

TEST(EmptyReductionsTest, NothingToWrite) {
  for (const EmptyCase& c : std::vector<EmptyCase>{
           {"R.nn.softmax(x, axis=1)", "float32", "(2, 0), \"float32\"", "float32[2, 0]"},
           {"R.nn.log_softmax(x, axis=1)", "float32", "(2, 0), \"float32\"", "float32[2, 0]"},
           {"R.sum(x, axis=[0])", "float32", "(0,), \"float32\"", "float32[0]"},
           {"R.argmax(x, axis=0)", "float32", "(0,), \"int64\"", "int64[0]"},
           {"R.add(x, x)", "float32", "(2, 0), \"float32\"", "float32[2, 0]"},
       }) {
    ExpectEverywhere(c, "0");
  }
}

// Loops in any order: the spatial loop inside the reduction's gets its own nest.
TEST(EmptyReductionsTest, ReductionOutsideSpatialLoop) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(a: T.handle, B: T.Buffer((3,), "int32")):
        n = T.int64()
        A = T.match_buffer(a, (n, 3), "int32")
        for k, i in T.grid(n, 3):
            with T.sblock("B"):
                vk, vi = T.axis.remap("RS", [k, i])
                with T.init():
                    B[vi] = 7
                B[vi] = B[vi] + A[vk, vi]
)");
  for (const EngineSpec* engine : AllEngines()) {
    std::vector<Value> args{Value{TensorValue{Tensor(DType::Int(32), {0, 3})}}, IntsValue({3}, {1, 2, 3})};
    EXPECT_EQ(script.Run(*engine, args), "(int32[0, 3], int32[3] 7 7 7)") << engine->name;
    args[0] = IntsValue({2, 3}, {1, 2, 3, 4, 5, 6});
    EXPECT_EQ(script.Run(*engine, args), "(int32[2, 3] 1 2 3 4 5 6, int32[3] 12 14 16)") << engine->name;
  }
}

// Names that are given between the loops, as passes give them to what stands twice, are no more than what they stand
// for.
TEST(EmptyReductionsTest, NamesBetweenTheLoops) {
  const struct {
    std::string_view outer, inner, spatial, reduced, where, want;
  } kTable[] = {
      {"", "w: T.let[T.int64] = k * 2", "i", "w", "w < n", "(int32[0], int32[3] 7 7 7)"},
      {"m: T.let[T.int64] = T.int64(2)", "w: T.let[T.int64] = k * m", "i", "w", "w < n", "(int32[0], int32[3] 7 7 7)"},
      {"m: T.let[T.int64] = i", "w: T.let[T.int64] = m", "w", "k", "True", "(int32[0], int32[3] 7 7 7)"},
      {"m: T.let[T.int64] = i", "w: T.let[T.int64] = m + 1", "w - 1", "k", "True", "(int32[0], int32[3] 7 7 7)"},
      // What is read in between is another thing in front of the loops.
      {"", "w: T.let[T.int32] = B[i]", "i", "k", "w < 9", "(int32[0], int32[3] 1 2 3)"},
  };
  for (const auto& [outer, inner, spatial, reduced, where, want] : kTable) {
    Script script(fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(a: T.handle, B: T.Buffer((3,), "int32")):
        n = T.int64()
        A = T.match_buffer(a, (n,), "int32")
        for i in range(T.int64(3)):
            {}
            for k in range(n):
                {}
                with T.sblock("B"):
                    vi = T.axis.spatial(3, {})
                    vk = T.axis.reduce(n, {})
                    T.where({})
                    with T.init():
                        B[vi] = 7
                    B[vi] = B[vi] + A[vk]
)",
                              outer, inner, spatial, reduced, where));
    for (const EngineSpec* engine : AllEngines()) {
      std::vector<Value> args{Value{TensorValue{Tensor(DType::Int(32), {0})}}, IntsValue({3}, {1, 2, 3})};
      EXPECT_EQ(script.Run(*engine, args), want) << engine->name << ": " << outer << ", " << inner;
    }
  }
}

// A nest that is a part of a reduction's steps is not empty by itself: what is between its loops decides nothing.
TEST(EmptyReductionsTest, PartOfAReductionBehindAGuard) {
  for (const char* guard : {"i < 2", "k < 4", "j < 3"}) {
    auto at = [&](char loop) { return guard[0] == loop ? fmt::format("if {}", guard) : std::string("if True"); };
    Script script(fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 3), "int32"), B: T.Buffer((2,), "int32")):
        for i in range(2):
            {}:
                for k in range(4):
                    {}:
                        for j in range(3):
                            {}:
                                with T.sblock("B"):
                                    vi = T.axis.spatial(2, i)
                                    vk = T.axis.reduce(3, k * 3 + j)
                                    T.where(k * 3 + j < 3)
                                    with T.init():
                                        B[vi] = 7
                                    B[vi] = B[vi] + A[vi, vk]
)",
                              at('i'), at('k'), at('j')));
    for (const EngineSpec* engine : AllEngines()) {
      std::vector<Value> args{IntsValue({2, 3}, {1, 2, 3, 4, 5, 6}), IntsValue({2}, {1, 2})};
      EXPECT_EQ(script.Run(*engine, args), "(int32[2, 3] 1 2 3 4 5 6, int32[2] 13 22)") << engine->name << " " << guard;
    }
  }
}

// Nor is one that begins where its reduction does not, as copies of an unrolled body do.
TEST(EmptyReductionsTest, NestThatGoesOnWithAReduction) {
  for (const auto& [step, condition, want] :
       {std::tuple{"1 + j", "1 + j < 3", "13"}, {"1 + j", "1 + j < 1", "8"}, {"2 + j", "2 + j < 2", "8"}}) {
    Script script(fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((3,), "int32"), B: T.Buffer((1,), "int32")):
        for j in range(1):
            with T.sblock("first"):
                vi = T.axis.spatial(1, 0)
                vk = T.axis.reduce(3, j)
                with T.init():
                    B[vi] = 7
                B[vi] = B[vi] + A[vk]
        for j in range(2):
            with T.sblock("more"):
                vi = T.axis.spatial(1, 0)
                vk = T.axis.reduce(3, {})
                T.where({})
                with T.init():
                    B[vi] = 7
                B[vi] = B[vi] + A[vk]
)",
                              step, condition));
    for (const EngineSpec* engine : AllEngines()) {
      std::vector<Value> args{IntsValue({3}, {1, 2, 3}), IntsValue({1}, {0})};
      EXPECT_EQ(script.Run(*engine, args), fmt::format("(int32[3] 1 2 3, int32[1] {})", want))
          << engine->name << " " << condition;
    }
  }
}

}  // namespace
}  // namespace assay
