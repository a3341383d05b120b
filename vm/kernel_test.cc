// Arguments against parameters: what is bound, and what is a Trap.
#include "vm/kernel.h"

#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kKernel = R"(
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, k: T.int64):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(a, (n, m), "float32")
        B = T.match_buffer(b, (n + m, 2), "float32")
        for i in range(n):
            B[i, 0] = A[i, 0]
)";

class KernelTest : public testing::Test {
 protected:
  // "n=2 m=3 k=5" or the trap's message.
  std::string Bind(std::vector<Value> args) {
    Result<KernelSignature> signature = KernelSignature::Make(*As<PrimFunc>(script_.module.Find("main")));
    EXPECT_TRUE(signature.ok());
    auto bound = signature->Bind(args);
    if (const Trap* trap = std::get_if<Trap>(&bound)) return trap->message;
    std::string text;
    const auto& values = std::get_if<KernelSignature::Bound>(&bound)->values;
    for (size_t i = 0; i < values.size(); ++i) {
      text += (i == 0 ? "" : " ") + signature->vars()[i]->name.str() + "=" + std::to_string(values[i].i);
    }
    return text;
  }
  static Value Zeros(std::vector<int64_t> shape, DType dtype = DType::Float(32)) {
    return Value{TensorValue{Tensor(dtype, std::move(shape))}};
  }
  Script script_{kKernel};
};

TEST_F(KernelTest, SymbolicDimensionsAreBound) {
  EXPECT_EQ(Bind({Zeros({2, 3}), Zeros({5, 2}), IntValue(9)}), "n=2 m=3 k=9");
}

TEST_F(KernelTest, MismatchesAreNamed) {
  EXPECT_EQ(Bind({Zeros({2, 3}), Zeros({5, 2})}), "2 arguments for 3 parameters");
  EXPECT_EQ(Bind({Zeros({2, 3}), Zeros({4, 2}), IntValue(9)}), "argument 1 (b): axis 0 is 4 where 5 is declared");
  EXPECT_EQ(Bind({Zeros({2}), Zeros({5, 2}), IntValue(9)}), "argument 0 (a): rank 1 where 2 is declared");
  EXPECT_EQ(Bind({Zeros({2, 3}, DType::Int(8)), Zeros({5, 2}), IntValue(9)}),
            "argument 0 (a): int8 where float32 is declared");
  EXPECT_EQ(Bind({Zeros({2, 3}), IntValue(1), IntValue(9)}), "argument 1 (b): a prim where a tensor is declared");
  EXPECT_EQ(Bind({Zeros({2, 3}), Zeros({5, 2}), Zeros({})}), "argument 2 (k): a tensor where a scalar is declared");
}

}  // namespace
}  // namespace assay
