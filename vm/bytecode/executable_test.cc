// Executables in a Context of their own, as in a fresh process: they compute the same, and say what functions take.
#include "vm/bytecode/executable.h"

#include "vm/bytecode/interp.h"
#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kProgram = R"(
    @T.prim_func(private=True, s_tir=True)
    def twice(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
        for i in range(3):
            B[i] = A[i] * T.float32(2)

    @R.function
    def main(x: R.Tensor((3,), "float32"), y: R.Tensor(("n",), "float32")) -> R.Tensor(dtype="float32", ndim=1):
        cls = Module
        t = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((3,), "float32"))
        s = R.add(t, R.const([1.0, 2.0, 3.0], "float32"))
        r = R.concat((s, y), axis=0)
        return r
)";

class ExecutableTest : public testing::Test {
 protected:
  VmImage Image() {
    Result<VmImage> image = MakeExecutable(script_.ctx, script_.Lowered(), &script_.module);
    EXPECT_TRUE(image.ok());
    return *image;
  }
  Script script_{kProgram};
};

TEST_F(ExecutableTest, RunsWithoutItsModule) {
  std::vector<uint8_t> bytes = EncodeVm(Image());
  Context fresh;
  Result<LoadedImage> loaded = LoadImage(fresh, bytes);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const auto* main = As<Function>(loaded->module.Find("main"));
  ASSERT_NE(main, nullptr);
  EXPECT_EQ(main->params.size(), 2u);
  auto kernels = MakeReferenceKernels(loaded->kernels, true);
  ASSERT_TRUE(kernels.ok());
  std::vector<Value> args{FloatsValue({3}, {1, 2, 3}), FloatsValue({2}, {8, 9})};
  EXPECT_EQ(RunText(MakeInterpreter(std::move(loaded->image), *std::move(kernels))->Run("main", args)),
            "float32[5] 3 6 9 8 9");
}

TEST_F(ExecutableTest, AnyChangedByteIsNoticed) {
  std::vector<uint8_t> bytes = EncodeVm(Image());
  for (size_t at = 0; at < bytes.size(); at += 7) {
    std::vector<uint8_t> damaged = bytes;
    damaged[at] ^= 0x20;
    EXPECT_FALSE(DecodeVm(damaged).ok()) << at;
  }
}

// Kernels that no compiler of ours would write are refused at the door.
TEST_F(ExecutableTest, IllFormedKernelsAreCorrupt) {
  VmImage image = Image();
  image.module.resize(image.module.size() / 2);
  Context fresh;
  EXPECT_FALSE(LoadImage(fresh, image).ok());
  Script bad(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "int32")):
        A[0] = 1
)");
  image = *MakeExecutable(bad.ctx, bad.module);
  ASSERT_TRUE(LoadImage(fresh, image).ok());
}

}  // namespace
}  // namespace assay
