// Images: saved ones are read back the same, and nothing that is damaged runs.
#include "vm/bytecode/interp.h"
#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kProgram = R"(
    @R.function
    def main(x: R.Tensor(("n",), "float32"), c: R.Tensor((), "bool")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        if c:
            r = R.add(x, x)
        else:
            r = R.multiply(x, R.const(3.0, "float32"))
        return r
)";

class BytecodeTest : public testing::Test {
 protected:
  VmImage Image() {
    Result<VmImage> image = EmitVm(script_.ctx, lowered_);
    EXPECT_TRUE(image.ok());
    return *image;
  }
  std::string Run(VmImage image, std::vector<Value> args) {
    auto kernels = MakeReferenceKernels(lowered_, true);
    EXPECT_TRUE(kernels.ok());
    return RunText(MakeInterpreter(std::move(image), *std::move(kernels))->Run("main", args));
  }
  Script script_{kProgram};
  Module lowered_ = script_.Lowered();
};

TEST_F(BytecodeTest, SavedImagesReadBackTheSame) {
  VmImage image = Image();
  Result<VmImage> loaded = DecodeVm(EncodeVm(image));
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(EncodeVm(*loaded), EncodeVm(image));
  EXPECT_EQ(Disassemble(*loaded), Disassemble(image));
  EXPECT_TRUE(VerifyVm(*loaded).ok());
  EXPECT_EQ(Run(*loaded, {FloatsValue({2}, {1, 2}), BoolValue(true)}), "float32[2] 2 4");
  EXPECT_EQ(Run(*loaded, {FloatsValue({2}, {1, 2}), BoolValue(false)}), "float32[2] 3 6");
}

// Every shortened file, and every file with one byte changed, is refused or passes verification: none is undefined.
TEST_F(BytecodeTest, DamagedFilesAreRefusedOrHarmless) {
  std::vector<uint8_t> bytes = EncodeVm(Image());
  for (size_t length = 0; length < bytes.size(); ++length) {
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<int64_t>(length));
    EXPECT_FALSE(DecodeVm(cut).ok()) << length;
    EXPECT_FALSE(DecodeVm(WithVmChecksum(cut)).ok()) << length;
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::vector<uint8_t> damaged = bytes;
    damaged[at] ^= 0x55;
    Result<VmImage> image = DecodeVm(WithVmChecksum(damaged));
    if (image.ok() && VerifyVm(*image).ok()) EXPECT_FALSE(Disassemble(*image).empty());
  }
}

// A width beyond a format's own, no format at all, and no number: constants of these have no value to hold.
TEST_F(BytecodeTest, ConstantsOfNoDTypeAreRefused) {
  for (DType dtype : {DType{DTypeCode::kFloat, 83, 1}, DType{static_cast<DTypeCode>(0x41), 0x53, 1}, DType::Void()}) {
    VmImage image;
    Scalar scalar;
    scalar.dtype = dtype;
    image.constants = {Value{PrimValue{scalar}}};
    EXPECT_FALSE(DecodeVm(EncodeVm(image)).ok()) << static_cast<int>(dtype.code);
  }
}

TEST_F(BytecodeTest, JumpsOutOfTheCodeAreCorrupt) {
  VmImage image = Image();
  for (VmInstruction& instruction : image.code) {
    if (instruction.op != VmOpcode::kGoto && instruction.op != VmOpcode::kIf) continue;
    int32_t offset = std::exchange(instruction.offset, 1 << 20);
    EXPECT_FALSE(VerifyVm(image).ok());
    instruction.offset = offset;
  }
  EXPECT_TRUE(VerifyVm(image).ok());
  image.code[0].func = 1000;
  EXPECT_FALSE(VerifyVm(image).ok());
}

TEST_F(BytecodeTest, WrongNumberOfArguments) {
  EXPECT_EQ(Run(Image(), {}), "trap argument");
  EXPECT_EQ(Run(Image(), {FloatsValue({2}, {1, 2})}), "trap argument");
}

}  // namespace
}  // namespace assay
