// Vectors: predicated loads and stores, and operations on all lanes at once, as the tree walker has them.
#include <gmock/gmock.h>

#include "vm/llvm/agreement.h"

namespace assay {
namespace {

using testing::HasSubstr;

TEST(VectorsTest, LanesThatAreOffAreNeitherReadNorWritten) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((10,), "float32"), B: T.Buffer((10,), "float32"), n: T.int32):
        for i in range(3):
            B.vstore([T.Ramp(i * 4, 1, 4)], A.vload([T.Ramp(i * 4, 1, 4)], predicate=T.Ramp(i * 4, 1, 4) < T.Broadcast(n, 4)) + T.Broadcast(T.float32(1), 4), predicate=T.Ramp(i * 4, 1, 4) < T.Broadcast(n, 4))
)");
  auto run = [&](int64_t n) { return script.Run({F32({10}), F32({10}), IntOf(DType::Int(32), n)}); };
  for (int64_t n : {0, 1, 7, 10}) EXPECT_EQ(run(n), "done") << n;
  EXPECT_THAT(run(11), HasSubstr("index 10 of axis 0 of buffer A is outside [0, 10)"));
}

TEST(VectorsTest, AStoreIsCheckedWhereItIsOn) {
  KernelScript script(R"(
    @T.prim_func
    def main(B: T.Buffer((6,), "int8"), n: T.int32):
        B.vstore([T.Ramp(0, 3, 4)], T.Broadcast(T.int8(5), 4), predicate=T.Ramp(0, 1, 4) < T.Broadcast(n, 4))
)");
  auto run = [&](int64_t n) { return script.Run({Numbers(DType::Int(8), {6}), IntOf(DType::Int(32), n)}); };
  EXPECT_EQ(run(2), "done");
  EXPECT_THAT(run(3), HasSubstr("index 6 of axis 0 of buffer B is outside [0, 6)"));
}

// Also in the second round of a loop, after a first one that read something there.
TEST(VectorsTest, LanesThatAreOffReadAsZero) {
  for (const char* dtype : {"float32", "float64", "float16", "int32", "uint8", "int64", "bool"}) {
    SCOPED_TRACE(dtype);
    std::string type = std::string("\"") + dtype + "\"";
    KernelScript script("    @T.prim_func\n    def main(A: T.Buffer((8,), " + type + "), B: T.Buffer((8,), " + type +
                        "), m: T.int32):\n        for i in range(2):\n"
                        "            B[i * 4:i * 4 + 4] = A.vload([T.Ramp(i * 8, 1, 4)], predicate=T.Broadcast(i, 4) < "
                        "T.Ramp(m, 1, 4))\n");
    DType element = *ParseDType(dtype);
    Tensor ones(element, {8}), result(element, {8});
    for (int64_t i = 0; i < 8; ++i) ones.Set(i, Scalar::One(element)), result.Set(i, Scalar::One(element));
    // In the first round the last lane alone is on, in the second one, outside of A, none.
    auto reference = MakeReferenceKernels(script.module, true);
    ASSERT_TRUE(reference.ok());
    std::vector<Value> args{Value{TensorValue{ones}}, Value{TensorValue{result}}, IntOf(DType::Int(32), -2)};
    EXPECT_EQ(script.Run(args), "done");
    Observed seen = Observe(**reference, "main", args, {});
    for (int64_t i = 0; i < 8; ++i) EXPECT_EQ(seen.tensors[1].At(i).AsDouble(), i == 3 ? 1 : 0) << i;
  }
}

TEST(VectorsTest, APredicateHasALaneForEachElement) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "float32")):
        A[4:8] = A.vload([T.Ramp(0, 1, 4)], predicate=T.bool(True))
)");
  EXPECT_THAT(script.Refusal(), HasSubstr("a predicate that is no bool for each lane"));
  EXPECT_FALSE(MakeReferenceKernels(script.module, /*strict=*/true).ok());
}

TEST(VectorsTest, LanesOfAVectorElementAreSwitched) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((2,), "float32x4"), B: T.Buffer((2,), "float32x4"), m: T.int32):
        B.vstore([1], A.vload([m], predicate=T.Ramp(0, 1, 4) < T.Broadcast(3, 4)), predicate=T.Broadcast(m, 4) < T.Ramp(0, 1, 4))
)");
  auto run = [&](int64_t m) {
    Tensor a(*ParseDType("float32x4"), {2}), b(*ParseDType("float32x4"), {2});
    return script.Run({Value{TensorValue{a}}, Value{TensorValue{b}}, IntOf(DType::Int(32), m)});
  };
  EXPECT_EQ(run(0), "done");
  EXPECT_THAT(run(2), HasSubstr("index 2 of axis 0 of buffer A"));
}

// The index is computed for all lanes; what switches a lane off is not asked first.
TEST(VectorsTest, IndicesOfLanesThatAreOffAreComputed) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), d: T.int32):
        A.vstore([T.Ramp(0, 1, 2) // T.Broadcast(d, 2)], T.Broadcast(1, 2), predicate=T.Broadcast(T.bool(False), 2))
)");
  EXPECT_EQ(script.Run({I32({8}), IntOf(DType::Int(32), 1)}), "done");
  EXPECT_THAT(script.Run({I32({8}), IntOf(DType::Int(32), 0)}), HasSubstr("division_by_zero"));
}

}  // namespace
}  // namespace assay
