// Memory of a kernel's own holds whichever NaN the arithmetic gave, unless its bits can be seen.
#include <gmock/gmock.h>

#include <cmath>

#include "vm/llvm/agreement.h"
#include "vm/llvm/listing.h"
#include "vm/run_script.h"

namespace assay {
namespace {

// x86 makes a NaN with a sign of 0 / 0, and adding keeps what there is.
std::vector<Value> Inputs() {
  Tensor floats(DType::Float(32), {4});
  const double values[] = {0.0, -NAN, -1.0, INFINITY};
  for (int64_t i = 0; i < 4; ++i) floats.Set(i, Scalar::Float(DType::Float(32), values[i]));
  return {Value{TensorValue{floats}}, Value{TensorValue{Tensor(DType::Int(32), {4})}},
          Value{TensorValue{Tensor(DType::Float(32), {4})}}};
}

size_t CanonicalStores(const Script& script, int level) {
  Result<std::string> listed = ListKernels(script.module, level, KernelForm::kLlvm);
  EXPECT_TRUE(listed.ok());
  std::string code = listed.ok() ? *listed : std::string();
  size_t count = 0;
  for (size_t at = code.find("fcmp uno"); at != std::string::npos; at = code.find("fcmp uno", at + 1)) ++count;
  return count;
}

TEST(HiddenTest, OnlyWhatLeavesTheKernelIsMadeCanonical) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32"), C: T.Buffer((4,), "float32")):
        X = T.alloc_buffer((4,))
        Y = T.alloc_buffer((4,))
        for i in range(4):
            X[i] = A[i] / A[i]
        for i in range(4):
            Y[i] = X[i] - A[i]
        for i in range(4):
            B[i] = T.reinterpret("int32", Y[i])
            C[i] = X[i] + Y[i]
)");
  // The reinterpreted value, and the stored one.
  EXPECT_EQ(CanonicalStores(script, 0), 2);
  EXPECT_EQ(ExpectAgreement(script.module, "main", Inputs()), "done");
}

TEST(HiddenTest, BitsThatAViewOfOtherDtypeShowsAreCanonical) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32"), C: T.Buffer((4,), "float32")):
        X = T.alloc_buffer((4,))
        for i in range(4):
            X[i] = A[i] / A[i]
        Y = T.decl_buffer((4,), "int32", data=X.data)
        for i in range(4):
            B[i] = Y[i]
)");
  EXPECT_EQ(CanonicalStores(script, 0), 1);
  EXPECT_EQ(ExpectAgreement(script.module, "main", Inputs()), "done");
}

TEST(HiddenTest, BitsThatAPointerLeadsToAreCanonical) {
  Script script(R"(
    @T.prim_func(private=True, s_tir=True)
    def bits(p: T.handle("int32"), q: T.handle("int32")):
        X = T.decl_buffer((4,), "int32", data=p)
        Y = T.decl_buffer((4,), "int32", data=q)
        for i in range(4):
            Y[i] = X[i]

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32"), C: T.Buffer((4,), "float32")):
        X = T.alloc_buffer((4,))
        for i in range(4):
            X[i] = A[i] / A[i]
        Module.bits(X.data, B.data)
        C[0] = X[1]
)");
  EXPECT_EQ(CanonicalStores(script, 0), 2);
  EXPECT_EQ(ExpectAgreement(script.module, "main", Inputs()), "done");
}

}  // namespace
}  // namespace assay
