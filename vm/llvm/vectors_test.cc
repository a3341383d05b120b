// Vectors: predicated loads and stores, and operations on all lanes at once, as the reference interpreter has them.
#include <gmock/gmock.h>

#include "vm/llvm/agreement.h"
#include "vm/llvm/listing.h"

namespace assay {
namespace {

using testing::HasSubstr;

Tensor SpecialNumbers(DType dtype, int64_t count) {
  Tensor tensor(dtype, {count});
  for (int64_t i = 0; i < count; ++i) {
    const Scalar all[] = {scalar::Lowest(dtype),
                          scalar::Highest(dtype),
                          Scalar::Zero(dtype),
                          Scalar::One(dtype),
                          dtype.IsFloating() ? scalar::NaN(dtype) : Scalar::Int(dtype, -1),
                          dtype.IsFloating() ? Scalar::Float(dtype, -0.0) : Scalar::Int(dtype, 77),
                          dtype.IsFloating() ? scalar::Infinity(dtype) : Scalar::Int(dtype, 2)};
    tensor.Set(i, all[static_cast<size_t>(i) % std::size(all)]);
  }
  return tensor;
}

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

// Also in the second iteration of a loop, after a first one that read something there.
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
    // In the first iteration the last lane alone is on, in the second one, outside of A, none.
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

std::string With(std::string text, std::initializer_list<std::pair<std::string, std::string>> words) {
  for (const auto& [word, value] : words) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + value.size()))
      text.replace(at, word.size(), value);
  }
  return text;
}

// Every operation that is one instruction for all lanes, and around it what takes vectors apart.
TEST(VectorsTest, WholeVectorsComputeWhatTheirLanesDo) {
  constexpr const char* kValues[] = {"VA + VB",
                                     "VA - VB",
                                     "VA * VB",
                                     "T.min(VA, VB)",
                                     "T.max(VA, VB)",
                                     "T.Select(VA < VB, VA, VB)",
                                     "T.Select(VA == VB, VB, VA + VC)",
                                     "T.Select(T.And(VA <= VB, T.Not(VA > VC)), VA, VC)",
                                     "T.Select(n > 1, VA, VB)",
                                     "T.if_then_else(n > 1, VA, VB + VA)",
                                     "T.Cast(\"TYPEx4\", T.Cast(\"float32x4\", VA))",
                                     "T.Cast(\"TYPEx4\", T.Cast(\"int64x4\", VA) * T.Cast(\"int64x4\", VB))",
                                     "T.Cast(\"TYPEx4\", T.Cast(\"boolx4\", VA))",
                                     "T.Cast(\"TYPEx4\", T.Cast(\"float64x4\", VA))",
                                     "T.abs(VA) + VB",
                                     "T.Shuffle([VA, VB], [7, 0, 3, 4])",
                                     "T.Broadcast(A[n], 4) + VA",
                                     "VA + T.Cast(\"TYPEx4\", T.Ramp(n, 1, 4))"};
  for (const char* type :
       {"float32", "float64", "float16", "int8", "uint8", "int16", "uint32", "int32", "int64", "uint64"}) {
    SCOPED_TRACE(type);
    std::string body;
    for (size_t i = 0; i < std::size(kValues); ++i) {
      body += "            B[" + std::to_string(4 * i) + ":" + std::to_string(4 * i + 4) + "] = " + kValues[i] + "\n";
    }
    KernelScript script(With(
        "    @T.prim_func\n    def main(A: T.Buffer((16,), \"TYPE\"), B: T.Buffer((100,), \"TYPE\"), n: T.int32):\n"
        "        for i in range(3):\n" +
            body,
        {{"VA", "A[i * 4:i * 4 + 4]"}, {"VB", "A[12 - i * 4:16 - i * 4]"}, {"VC", "A[5:9]"}, {"TYPE", type}}));
    DType dtype = *ParseDType(type);
    for (bool special : {false, true}) {
      Value input = special ? Value{TensorValue{SpecialNumbers(dtype, 16)}} : Numbers(dtype, {16});
      for (int64_t n : {1, 2}) EXPECT_EQ(script.Run({input, Numbers(dtype, {100}), IntOf(DType::Int(32), n)}), "done");
    }
  }
}

TEST(VectorsTest, WholeVectorsOfBool) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "bool"), B: T.Buffer((8,), "bool"), C: T.Buffer((8,), "int32")):
        B[0:4] = T.Or(A[0:4], T.Not(A[4:8]))
        B[4:8] = T.And(A[0:4], C[0:4] < C[4:8])
        C[4:8] = T.Cast("int32x4", A[1:5]) + T.Select(B[0:4], C[0:4], T.Broadcast(3, 4))
)");
  EXPECT_EQ(script.Run({Numbers(DType::Bool(), {8}), Numbers(DType::Bool(), {8}), I32({8})}), "done");
}

// What was written before a lane that is outside is written.
TEST(VectorsTest, RowsEndWhereTheirBufferDoes) {
  for (const char* index : {"int32", "int64"}) {
    KernelScript script(With(R"(
    @T.prim_func
    def main(a: T.handle, b: T.handle, i: T.INDEX, j: T.INDEX):
        n, m = T.INDEX(), T.INDEX()
        A = T.match_buffer(a, (m, n), "float32")
        B = T.match_buffer(b, (n, 1), "float32")
        C = T.decl_buffer((n,), "float32", data=B.data)
        C[j:j + 4] = A[1, i:i + 4] * T.Broadcast(T.float32(2), 4)
)",
                             {{"INDEX", index}}));
    auto run = [&](int64_t i, int64_t j) {
      return script.Run({F32({2, 9}), F32({9, 1}), IntOf(*ParseDType(index), i), IntOf(*ParseDType(index), j)});
    };
    EXPECT_EQ(run(0, 5), "done");
    EXPECT_EQ(run(5, 0), "done");
    EXPECT_THAT(run(6, 0), HasSubstr("index 9 of axis 1 of buffer A is outside [0, 9)"));
    EXPECT_THAT(run(-1, 0), HasSubstr("index -1 of axis 1 of buffer A"));
    EXPECT_THAT(run(0, 7), HasSubstr("index 9 of axis 0 of buffer C"));
    EXPECT_THAT(run(int64_t{1} << 30, 0), HasSubstr("index 1073741824 of axis 1 of buffer A"));
    EXPECT_THAT(run(0, INT32_MAX), HasSubstr("index 2147483647 of axis 0 of buffer C"));
  }
}

// In place, by a parameter, whose memory is known to be enough.
TEST(VectorsTest, StoresBeforeTheLaneOutsideStay) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((9,), "int16"), i: T.int32):
        A[i:i + 4] = A[2:6] + T.Broadcast(T.int16(1), 4)
        A[i + 1:i + 5] = T.Broadcast(T.int16(5), 4)
)");
  auto run = [&](int64_t i) { return script.Run({Numbers(DType::Int(16), {9}), IntOf(DType::Int(32), i)}); };
  EXPECT_EQ(run(4), "done");
  EXPECT_THAT(run(5), HasSubstr("index 9 of axis 0"));
  EXPECT_THAT(run(7), HasSubstr("index 9 of axis 0"));
  EXPECT_THAT(run(-2), HasSubstr("index -2 of axis 0"));
}

TEST(VectorsTest, VectorsAreOneInstruction) {
  KernelScript script(R"(
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(8):
            B[i * 8:i * 8 + 8] = A[i * 8:i * 8 + 8] * T.Broadcast(T.float32(2), 8) + B[i * 8:i * 8 + 8]
)");
  auto listing = ListKernels(script.module, 0, KernelForm::kLlvm);
  ASSERT_TRUE(listing.ok());
  EXPECT_THAT(*listing, HasSubstr("fmul <8 x float>"));
  EXPECT_THAT(*listing, HasSubstr("store <8 x float>"));
  EXPECT_THAT(*listing, testing::Not(HasSubstr("extractelement")));
}

}  // namespace
}  // namespace assay
