// PrimFuncs that call PrimFuncs, and pointers: results, traps, steps and bytes are the reference interpreter's at every
// level.
#include <gmock/gmock.h>

#include "vm/llvm/agreement.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kScale = R"(
    @T.prim_func(private=True)
    def scale(p: T.handle("float32"), q: T.handle("float32"), n: T.int32, k: T.int32):
        X = T.decl_buffer((n,), "float32", data=p)
        Y = T.decl_buffer((n,), "float32", data=q)
        for i in range(n):
            Y[i] = X[i] * T.float32(2) + T.Cast("float32", k)
)";

Value Int32(int64_t value) { return IntOf(DType::Int(32), value); }

TEST(CallsTest, PointersAndScalarsGoIn) {
  KernelScript script(kScale + R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
        for j in range(2):
            Module.scale(A.data, B.data, n, j)
            Module.scale(T.address_of(A[j * 4]), B.access_ptr("w", offset=j * 4), 4, j)
            Module.scale(B.data, T.address_of(B[1]), 7, j)
)");
  EXPECT_EQ(script.Run({F32({8}), F32({8}), Int32(8)}), "done");
  EXPECT_EQ(script.Run({F32({8}), F32({8}), Int32(0)}), "done");
}

// The place is the callee's; of the memory behind a pointer no more is there than the caller's buffer has.
TEST(CallsTest, TrapsNameThePlaceInTheCallee) {
  KernelScript script(kScale + R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32, at: T.int32):
        Module.scale(T.address_of(A[at]), B.data, n, 1)
)");
  auto run = [&](int64_t n, int64_t at) { return script.Run({F32({8}), F32({8}), Int32(n), Int32(at)}); };
  EXPECT_EQ(run(5, 3), "done");
  std::string outside = run(6, 3);
  EXPECT_THAT(outside, StartsWith("out_of_bounds: element 5 of buffer X is outside its memory of 5 elements at "));
  auto place = static_cast<size_t>(std::stoi(outside.substr(outside.rfind(' ') + 1)));
  EXPECT_EQ(script.ctx.sources.TextOf(1).substr(place, 4), "X[i]");
  EXPECT_THAT(run(1, 8), HasSubstr("index 8 of axis 0 of buffer A is outside [0, 8)"));
  EXPECT_THAT(run(1, -1), HasSubstr("index -1 of axis 0 of buffer A is outside [0, 8)"));
}

TEST(CallsTest, PointersAreAdvancedWithinTheirMemory) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "int16"), B: T.Buffer((8,), "int16"), at: T.int32):
        X = T.decl_buffer((2,), "int16", data=A.access_ptr("r", offset=at))
        p: T.let[T.handle("int16")] = T.address_of(B[1])
        Y = T.decl_buffer((7,), "int16", data=p)
        Y[0] = X[1]
        Y[6] = X[0]
)");
  auto run = [&](int64_t at) {
    return script.Run({Numbers(DType::Int(16), {8}), Numbers(DType::Int(16), {8}), Int32(at)});
  };
  EXPECT_EQ(run(0), "done");
  EXPECT_EQ(run(6), "done");
  EXPECT_THAT(run(7), HasSubstr("element 1 of buffer X is outside its memory of 1 elements"));
  EXPECT_THAT(run(8), HasSubstr("element 1 of buffer X is outside its memory of 0 elements"));
  EXPECT_THAT(run(9), HasSubstr("a pointer to element 9 of a memory of 8 elements"));
  EXPECT_THAT(run(-1),
              StartsWith("out_of_bounds: a pointer to element 18446744073709551615 of a memory of 8 elements"));
}

TEST(CallsTest, AScalarComesOut) {
  KernelScript script(R"(
    @T.prim_func(private=True)
    def next(k: T.int32) -> T.int32:
        if k > 4:
            T.ret(k * 3)
        if k > 2:
            return 1 - k

    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        for i in range(8):
            A[i] = A[i] + Module.next(Module.next(i) + 1)
)");
  EXPECT_EQ(script.Run({I32({8})}), "done");
  auto reference = MakeReferenceKernels(script.module, true);
  std::vector<Value> args{Value{TensorValue{Tensor(DType::Int(32), {8})}}};
  Observed seen = Observe(**reference, "main", args, {});
  // 0 for those that return nothing.
  constexpr int64_t kWant[] = {0, 0, 0, 0, 0, 48, 57, 66};
  for (int64_t i = 0; i < 8; ++i) EXPECT_EQ(seen.tensors[0].At(i).AsInt(), kWant[i]) << i;
}

const std::string kCount = R"(
    @T.prim_func(private=True)
    def count(q: T.handle("int32"), k: T.int32):
        Y = T.decl_buffer((4,), "int32", data=q)
        own = T.alloc_buffer((16,), "int32")
        own[k % 16] = k
        Y[k % 4] = Y[k % 4] + 1
        if k > 0:
            Module.count(q, k - 1)
        Y[0] = Y[0] + own[k % 16]

    @T.prim_func
    def main(A: T.Buffer((4,), "int32"), k: T.int32):
        Module.count(A.data, k)
        Module.count(A.data, 3)
)";

// Each call has memory of its own, which is there again behind it.
TEST(CallsTest, FunctionsMayCallThemselves) {
  KernelScript script(kCount);
  EXPECT_EQ(script.Run({I32({4}), Int32(0)}), "done");
  EXPECT_EQ(script.Run({I32({4}), Int32(199)}), "done");
  EXPECT_THAT(script.Run({I32({4}), Int32(200)}), StartsWith("stack_overflow: calls nest too deep at "));
  EXPECT_EQ(script.Run({I32({4}), Int32(10)}, {.bytes = 11 * 64}), "done");
  EXPECT_EQ(script.Run({I32({4}), Int32(10)}, {.bytes = 11 * 64 - 1}), "out of budget");
}

TEST(CallsTest, StepsAreTakenAcrossCalls) {
  KernelScript script(R"(
    @T.prim_func(private=True)
    def fill(q: T.handle("float32"), n: T.int32):
        Y = T.decl_buffer((n,), "float32", data=q)
        for i in range(n):
            Y[i] = Y[i] + T.float32(1)

    @T.prim_func
    def main(A: T.Buffer((8,), "float32")):
        for j in range(3):
            Module.fill(A.data, j + 1)
        for i in range(8):
            A[i] = A[i] * T.float32(2)
)");
  for (int64_t steps : {0, 2, 3, 4, 6, 8, 9, 16, 17, 100}) {
    EXPECT_EQ(script.Run({F32({8})}, {.steps = steps}), steps < 3 + 6 + 8 ? "out of budget" : "done") << steps;
  }
}

// Only kernels can call a function that takes pointers.
TEST(CallsTest, WhatIsPassedOnMayBeWritten) {
  KernelScript script(kScale + R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        Module.scale(A.data, B.data, 8, 1)
        for i in range(8):
            A[i] = A[i] + B[i]
)");
  for (int level : {0, 3}) {
    auto compiled = MakeLlvmKernels(script.module, {.opt_level = level});
    ASSERT_TRUE(compiled.ok());
    EXPECT_TRUE((*compiled)->Find("main")->Writes(1));
    EXPECT_THAT(Observe(**compiled, "scale", {}, {}).outcome,
                HasSubstr("refused: parameter p is a handle without a buffer"));
  }
}

// By both engines, in the same words behind who says it.
TEST(CallsTest, WhatHasNoMeaningIsRefused) {
  struct Refused {
    std::string call;
    std::string why;
  };
  const std::string functions = kScale + R"(
    @T.prim_func(private=True)
    def buffers(X: T.Buffer((8,), "float32")):
        X[0] = T.float32(1)

    @T.prim_func(private=True)
    def wrong(k: T.int32) -> T.int32:
        T.ret(T.Cast("float32", k))

    @T.prim_func
    def main(A: T.Buffer((8,), "float32")):
)";
  const Refused kRefused[] = {
      {"Module.buffers(A.data)", "a call of buffers, which takes a buffer (X), and no pointer"},
      {"Module.scale(A.data, A.data, 1)", "a call of scale, with 3 arguments for 4 parameters"},
      {"Module.scale(A.data, A.data, T.int64(1), 1)",
       "a call of scale, whose parameter n has another type than the argument"},
      {"Module.scale(1, A.data, 1, 1)", "a call of scale, whose parameter p has another type than the argument"},
      {"T.evaluate(Module.wrong(1))", "a returned value of another type than is declared"},
      {"T.call_extern(\"int32\", \"foreign\", A.data)", "a call of 'tirx.call_extern'"},
  };
  for (const Refused& refused : kRefused) {
    KernelScript script(functions + "        " + refused.call + "\n");
    EXPECT_THAT(script.Refusal(), HasSubstr(refused.why)) << refused.call;
    auto reference = MakeReferenceKernels(script.module, /*strict=*/true);
    ASSERT_FALSE(reference.ok()) << refused.call;
    EXPECT_THAT(reference.error().message, HasSubstr(refused.why)) << refused.call;
  }
}

}  // namespace
}  // namespace assay
