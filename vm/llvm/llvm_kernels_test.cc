// Programs in TVMScript: structure, memory, traps and budget are the reference interpreter's at every level.
#include "vm/llvm/llvm_kernels.h"

#include <gmock/gmock.h>

#include "vm/llvm/agreement.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Script = KernelScript;

TEST(LlvmKernelsTest, ReductionWithInit) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((5, 7), "float32"), B: T.Buffer((7, 3), "float32"), C: T.Buffer((5, 3), "float32")):
        for i, j, k in T.grid(5, 3, 7):
            with T.sblock("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)");
  EXPECT_EQ(script.Run({F32({5, 7}), F32({7, 3}), F32({5, 3})}), "done");
}

TEST(LlvmKernelsTest, SymbolicShapesAndAllocatedBuffers) {
  Script script(R"(
    @T.prim_func
    def main(a: T.handle, b: T.handle):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(a, (n, m), "float32")
        B = T.match_buffer(b, (n * 2, m), "float32")
        with T.sblock("root"):
            temp = T.alloc_buffer((n, m), "float32")
            for i, j in T.grid(n, m):
                with T.sblock("temp"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    temp[vi, vj] = T.exp(A[vi, vj])
            for i, j in T.grid(n * 2, m):
                with T.sblock("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = temp[vi // 2, vj] + T.if_then_else(vi % 2 == 0, A[vi // 2, vj], T.float32(0))
)");
  EXPECT_EQ(script.Run({F32({4, 3}), F32({8, 3})}), "done");
  EXPECT_EQ(script.Run({F32({0, 3}), F32({0, 3})}), "done");
  EXPECT_THAT(script.Run({F32({4, 3}), F32({7, 3})}), StartsWith("argument"));
}

TEST(LlvmKernelsTest, LoopsConditionsAndWhile) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
        count = T.alloc_buffer((1,), "int32")
        count[0] = 0
        for i in T.serial(3, 13):
            if A[i] > 2:
                B[i] = A[i] * 3
            else:
                B[i] = T.Select(A[i] < 0, -1, 5)
        while count[0] < 5:
            B[count[0]] = count[0] * count[0]
            count[0] = count[0] + 1
        for i in T.parallel(4):
            for j in T.unroll(2):
                B[i * 2 + j] = B[i * 2 + j] + T.truncdiv(A[i], 2) + A[j] // 3 + T.truncmod(A[i], 3) + A[i] % 4
)");
  EXPECT_EQ(script.Run({I32({16}), I32({16})}), "done");
}

TEST(LlvmKernelsTest, Vectors) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(4):
            B[T.Ramp(i * 4, 1, 4)] = A[T.Ramp(i * 4, 1, 4)] * T.Broadcast(T.float32(2), 4)
        B[T.Ramp(15, -2, 4)] = T.Cast("float32x4", T.Ramp(3, 5, 4)) + A[T.Ramp(0, 3, 4)]
)");
  EXPECT_EQ(script.Run({F32({16}), F32({16})}), "done");
}

TEST(LlvmKernelsTest, MatchedRegions) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
        for i, j in T.grid(2, 2):
            with T.sblock("tile"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
                T.writes(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
                from_ = T.match_buffer(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), "float32", strides=("s0", "s1"), offset_factor=1)
                to = T.match_buffer(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), "float32", strides=("t0", "t1"), offset_factor=1)
                for k, l in T.grid(4, 4):
                    to[k, l] = from_[l, k] + T.float32(1)
)");
  EXPECT_EQ(script.Run({F32({8, 8}), F32({8, 8})}), "done");
}

TEST(LlvmKernelsTest, TrapsNameTheSamePlace) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((4, 4), "int32"), k: T.int32, d: T.int32):
        for i in range(4):
            A[i, 3] = A[i, i] // d
            A[i, k + i] = 1
)");
  auto run = [&](int64_t k, int64_t d) {
    return script.Run({I32({4, 4}), IntOf(DType::Int(32), k), IntOf(DType::Int(32), d)});
  };
  EXPECT_EQ(run(-3, 2).substr(0, 65), "out_of_bounds: index -3 of axis 1 of buffer A is outside [0, 4) a");
  EXPECT_THAT(run(2, 2), HasSubstr("index 4 of axis 1"));
  EXPECT_THAT(run(0, 0), StartsWith("division_by_zero"));
  EXPECT_EQ(run(0, -1), "done");
}

TEST(LlvmKernelsTest, ViewsStayInsideTheirMemory) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), k: T.int64):
        B = T.decl_buffer((3, 4), "float32", data=A.data)
        B[k, 1] = T.float32(9)
)");
  EXPECT_EQ(script.Run({F32({8}), IntOf(DType::Int(64), 1)}), "done");
  EXPECT_THAT(script.Run({F32({8}), IntOf(DType::Int(64), 2)}),
              HasSubstr("element 9 of buffer B is outside its memory of 8"));
  EXPECT_THAT(script.Run({F32({8}), IntOf(DType::Int(64), 3)}), HasSubstr("index 3 of axis 0"));
}

TEST(LlvmKernelsTest, AssertionsAndReturnedScalars) {
  Script script(R"(
    @T.prim_func
    def main(a: T.int64, b: T.int64) -> T.int64:
        assert a < b, "a must be less"
        T.evaluate(T.ret(a * 10 + b))
)");
  EXPECT_EQ(script.Run({IntOf(DType::Int(64), 3), IntOf(DType::Int(64), 4)}), "returns int64 34");
  EXPECT_THAT(script.Run({IntOf(DType::Int(64), 4), IntOf(DType::Int(64), 4)}), HasSubstr("a must be less"));
}

TEST(LlvmKernelsTest, StepsEndWhereTheWalkersDo) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((10, 10), "float32")):
        for i, j in T.grid(10, 10):
            A[i, j] = A[i, j] + T.float32(1)
)");
  for (int64_t steps : {0, 9, 10, 15, 20, 109, 110, 1000}) {
    EXPECT_EQ(script.Run({F32({10, 10})}, {.steps = steps}), steps < 110 ? "out of budget" : "done") << steps;
  }
}

TEST(LlvmKernelsTest, EndlessLoopsEnd) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((1,), "float32")):
        while T.bool(True):
            A[0] = A[0] + T.float32(1)
)");
  EXPECT_EQ(script.Run({F32({1})}, {.steps = 1000}), "out of budget");
}

TEST(LlvmKernelsTest, BytesAreBudgeted) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), n: T.int64):
        B = T.alloc_buffer((n, 1024), "float32")
        B[n - 1, 0] = A[0]
        A[0] = B[n - 1, 0]
)");
  EXPECT_EQ(script.Run({F32({1}), IntOf(DType::Int(64), 2)}), "done");
  EXPECT_EQ(script.Run({F32({1}), IntOf(DType::Int(64), 100)}, {.bytes = 100'000}), "out of budget");
  EXPECT_THAT(script.Run({F32({1}), IntOf(DType::Int(64), int64_t{1} << 40)}),
              AllOf(StartsWith("out_of_memory"), HasSubstr("buffer B: float32[1099511627776, 1024] takes 4 PiB")));
  EXPECT_THAT(script.Run({F32({1}), IntOf(DType::Int(64), 0)}), StartsWith("out_of_bounds"));
}

TEST(LlvmKernelsTest, WhatCannotBeCompiledIsNamed) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((1,), "float32")):
        T.evaluate(T.call_packed("foreign", A[0]))
)");
  EXPECT_THAT(script.Refusal(), HasSubstr("tvm_call_packed"));
}

TEST(LlvmKernelsTest, ManyModulesLiveSideBySide) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((3,), "int32")):
        for i in range(3):
            A[i] = A[i] + 1
)");
  std::vector<std::unique_ptr<KernelLibrary>> libraries;
  for (int i = 0; i < 200; ++i) {
    auto library = MakeLlvmKernels(script.module);
    ASSERT_TRUE(library.ok());
    libraries.push_back(*std::move(library));
    if (i % 3 == 0) libraries.erase(libraries.begin() + i / 3);
  }
  std::vector<Value> args = {I32({3})};
  for (auto& library : libraries) EXPECT_EQ(Observe(*library, "main", args, {}).outcome, "done");
}

// More than one joined function's worth, each with a buffer of its own whose extents take a slot of the frame.
TEST(LlvmKernelsTest, EachOfManyKernelsIsItself) {
  constexpr int kCount = 400;
  std::string text;
  for (int k = 0; k < kCount; ++k) {
    text += "\n    @T.prim_func\n    def add" + std::to_string(k) + "(A: T.Buffer((4,), \"int32\"), n: T.int64):\n" +
            "        B = T.alloc_buffer((n, 4), \"int32\")\n        for i in range(4):\n" +
            "            B[n - 1, i] = A[i] + " + std::to_string(k) + "\n            A[i] = B[n - 1, i]\n";
  }
  Script script(text);
  auto reference = MakeReferenceKernels(script.module, /*strict=*/true);
  auto compiled = MakeLlvmKernels(script.module);
  ASSERT_TRUE(reference.ok() && compiled.ok());
  for (int k : {0, 1, 199, kCount - 1}) {
    std::string name = "add" + std::to_string(k);
    for (int64_t extent : {2, 0}) {
      std::vector<Value> args{I32({4}), IntOf(DType::Int(64), extent)};
      Observed want = Observe(**reference, name, args, {});
      EXPECT_THAT(want.outcome, StartsWith(extent == 0 ? "out_of_bounds" : "done"));
      ExpectSame(want, Observe(**compiled, name, args, {}));
    }
  }
}

}  // namespace
}  // namespace assay
