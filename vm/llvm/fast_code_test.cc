// Code at O3 is what it is meant to be (sums in registers, vectors, vector forms of functions), and what makes it so
// keeps every bit: also for tensors that overlap, NaN, and signed zeros.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "vm/llvm/agreement.h"
#include "vm/llvm/listing.h"
#include "vm/run_script.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Optimised(const Script& script) {
  Result<std::string> listed = ListKernels(script.module, 3, KernelForm::kLlvm);
  EXPECT_TRUE(listed.ok());
  return listed.ok() ? *listed : std::string();
}

// Special values among ordinary ones.
Value Floats(std::vector<int64_t> shape) {
  Tensor tensor(DType::Float(32), std::move(shape));
  const double special[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, 1e-42, 3e38, -745, 89};
  for (int64_t i = 0; i < tensor.size(); ++i) {
    tensor.Set(
        i, Scalar::Float(DType::Float(32), i % 5 == 3 ? special[i / 5 % 10] : static_cast<double>(i * 7 % 23) - 11.5));
  }
  return Value{TensorValue{tensor}};
}

constexpr std::string_view kExp = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((203,), "float32"), B: T.Buffer((203,), "float32")):
        for i in range(203):
            B[i] = T.exp(A[i])
)";

TEST(FastCodeTest, ExpOfManyIsTheVectorForm) {
  Script script(kExp);
  EXPECT_THAT(Optimised(script), HasSubstr("call <"));
  EXPECT_THAT(Optimised(script), HasSubstr("@assay_exp_f32_x"));
  EXPECT_EQ(ExpectAgreement(script.module, "main", std::vector<Value>{Floats({203}), Floats({203})}), "done");
}

TEST(FastCodeTest, AGreatestElementIsFoundInVectors) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((7, 64), "float32"), B: T.Buffer((7,), "float32")):
        for i, k in T.grid(7, 64):
            with T.sblock("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = T.min_value("float32")
                B[vi] = T.max(B[vi], A[vi, vk])
)");
  EXPECT_THAT(Optimised(script), HasSubstr("llvm.vector.reduce.fmaximum"));
  EXPECT_EQ(ExpectAgreement(script.module, "main", std::vector<Value>{Floats({7, 64}), Floats({7})}), "done");
}

TEST(FastCodeTest, ASumIsMadeCanonicalOnce) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((3, 50), "float32"), B: T.Buffer((3,), "float32")):
        for i in range(3):
            B[i] = T.float32(0)
            for k in range(50):
                B[i] = B[i] + A[i, k]
)");
  std::string code = Optimised(script);
  size_t checks = 0;
  for (size_t at = code.find("fcmp uno"); at != std::string::npos; at = code.find("fcmp uno", at + 1)) ++checks;
  for (size_t at = code.find("fcmp ord"); at != std::string::npos; at = code.find("fcmp ord", at + 1)) ++checks;
  EXPECT_LE(checks, 3);
  EXPECT_EQ(ExpectAgreement(script.module, "main", std::vector<Value>{Floats({3, 50}), Floats({3})}), "done");
}

// Optimised code takes written tensors to lie apart; these do not.
TEST(FastCodeTest, TensorsThatOverlapAreRunWithoutAssumptions) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
        for i in range(63):
            B[i + 1] = A[i] + 1
)");
  for (int64_t distance : {0, 4, 64, 252}) {
    auto observe = [&](KernelLibrary& library) {
      auto storage = std::make_shared<std::byte[]>(1024);
      std::vector<Value> args = {Value{TensorValue{Tensor::InStorage(DType::Int(32), {64}, storage, 0)}},
                                 Value{TensorValue{Tensor::InStorage(DType::Int(32), {64}, storage, distance)}}};
      Meter meter{Budget()};
      Outcome outcome = library.Find("main")->Run(args, args.size(), meter);
      return OutcomeText(outcome) + ValueText(args[0]) + ValueText(args[1]);
    };
    std::string want = observe(**MakeReferenceKernels(script.module, /*strict=*/false));
    for (int opt_level : {0, 1, 3})
      EXPECT_EQ(observe(**MakeLlvmKernels(script.module, {.opt_level = opt_level})), want) << distance;
  }
}

// LLVM 19's vectoriser of straight-line code takes the sign from them; found by bench bit-equality, seeds 1033810 and
// 1053395.
TEST(FastCodeTest, BytesReadBackwardsKeepTheirSign) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((6,), "int8"), B: T.Buffer((6,), "float32")):
        for i in range(6):
            B[i] = T.Cast("float32", T.Cast("uint64", A[5 - i]))
)");
  std::vector<Value> args{
      Value{TensorValue{Tensor::Ints(DType::Int(8), {6}, std::vector<int64_t>{-3, 2, -1, 4, -128, 127})}}, F32({6})};
  EXPECT_EQ(ExpectAgreement(script.module, "main", args), "done");
}

// LLVM 19 takes the low bits of a product that does not wrap for a sequence that does not, and loads vectors that end
// behind the memory; found by bench bit-equality --profile gpu, seed 233.
TEST(FastCodeTest, StepsThatWrapStayWithinTheirMemory) {
  for (int step : {1, 2, 3, 5, 7}) {
    for (int size : {8, 16, 32}) {
      Script script(fmt::format(R"(
    @T.prim_func
    def main(A: T.Buffer(({0},), "int8"), B: T.Buffer(({0},), "int8")):
        s = T.alloc_buffer(({0},), "int8")
        for t in range({0}):
            s[t] = A[t]
        for t in range({0}):
            B[t] = s[t * {1} % {0}]
)",
                                size, step));
      std::vector<int64_t> values;
      for (int64_t i = 0; i < size; ++i) values.push_back(i * 5 - 60);
      std::vector<Value> args{Value{TensorValue{Tensor::Ints(DType::Int(8), {size}, values)}},
                              Value{TensorValue{Tensor(DType::Int(8), {size})}}};
      EXPECT_EQ(ExpectAgreement(script.module, "main", args), "done") << step << " of " << size;
    }
  }
}

// LLVM unrolls loops of few iterations whole, one into the other, and takes the square of that: half a minute for a
// padding of three dimensions. A window's loops are unrolled, since their sums stay in registers then.
TEST(FastCodeTest, NestsOfManyIterationsStayRolled) {
  auto nest = [](std::string_view extents) {
    return Script(fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((512,), "float32"), B: T.Buffer((512,), "float32")):
        for i, j, k in T.grid({}):
            B[0] = B[0] * A[i * 64 + j * 8 + k] + A[k]
)",
                              extents));
  };
  constexpr std::string_view kKept = "llvm.loop.unroll.disable";
  EXPECT_THAT(Optimised(nest("7, 5, 6")), HasSubstr(kKept));
  EXPECT_THAT(Optimised(nest("2, 3, 4")), Not(HasSubstr(kKept)));
  EXPECT_THAT(Optimised(nest("2, 3, 8")), HasSubstr(kKept));
  for (std::string_view extents : {"7, 5, 6", "2, 3, 4"}) {
    EXPECT_EQ(ExpectAgreement(nest(extents).module, "main", std::vector<Value>{Floats({512}), Floats({512})}), "done");
  }
}

}  // namespace
}  // namespace assay
