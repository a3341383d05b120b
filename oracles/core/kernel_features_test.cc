// What sets kernels apart: kinds of statements, expressions and loops, whatever names and sizes are.
#include "oracles/core/kernel_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "oracles/core/oracle.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class KernelFeaturesTest : public testing::Test {
 protected:
  // A module with one kernel of this body, over x and y of `extent` elements.
  Module WithBody(std::string_view body, std::string_view x = "x", int extent = 8) {
    std::string text = "@I.ir_module\nclass Module:\n    @T.prim_func(private=True)\n    def kernel(" + std::string(x) +
                       ": T.Buffer((" + std::to_string(extent) + ",), \"int32\"), y: T.Buffer((" +
                       std::to_string(extent) + ",), \"int32\")):\n" + std::string(body);
    auto parsed = ParseModule(ctx_, "kernel.py", std::move(text));
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
    return parsed.ok() ? *parsed : Module{};
  }
  std::vector<std::string> Of(std::string_view body) { return KernelFeatures(WithBody(body)); }
  std::string SignatureOn(const Module& module) {
    return Signature({"interpreted_equals_compiled", "", FindingClass::kDiffers, "", {}}, module);
  }

  Context ctx_;
};

TEST_F(KernelFeaturesTest, TheMostTellingKindsAreNamed) {
  EXPECT_THAT(Of("        for i in T.parallel(8):\n            if x[i] > 0:\n                y[i] = x[i]\n"),
              ElementsAre("For parallel"));
  EXPECT_THAT(Of("        for i in range(8):\n            if x[i] > 0:\n                y[i] = x[i]\n"),
              ElementsAre("GT", "IfThenElse"));
  EXPECT_THAT(Of("        for i in range(8):\n            y[i] = x[i] + 1\n"),
              ElementsAre("Add", "BufferLoad", "BufferStore"));
  EXPECT_THAT(Of("        y[0] = 0\n"), ElementsAre("BufferStore"));
  EXPECT_THAT(Of("        for i in T.serial(8, annotations={\"pragma\": 1}):\n            y[i] = 0\n"),
              ElementsAre("annotation pragma"));
}

TEST_F(KernelFeaturesTest, ModulesWithoutKernelsHaveNone) { EXPECT_THAT(KernelFeatures(Module{}), IsEmpty()); }

TEST_F(KernelFeaturesTest, KernelsThatHaveNothingInCommonAreTwoFindings) {
  std::string vector =
      SignatureOn(WithBody("        for i in range(4):\n            y[i * 2:i * 2 + 2] = T.Broadcast(i, 2)\n"));
  std::string loop = SignatureOn(WithBody(
      "        for i in range(8):\n            if x[i] > 0:\n                T.break_loop()\n            y[i] = 1\n"));
  EXPECT_EQ(vector, "results||Broadcast+Ramp");
  EXPECT_EQ(loop, "results||Break");
}

TEST_F(KernelFeaturesTest, TwoReductionsOfOneFaultAreOne) {
  std::string one = SignatureOn(WithBody(
      "        for i in range(8):\n            if x[i] > 0:\n                T.break_loop()\n            y[i] = 1\n"));
  std::string other =
      SignatureOn(WithBody("        for j in range(16):\n            y[j] = z[j] + 3\n            if z[j] > 7 and z[j] "
                           "< 9:\n                T.break_loop()\n",
                           "z", 16));
  EXPECT_EQ(one, other);
}

TEST_F(KernelFeaturesTest, APassToBlameSaysMore) {
  Finding finding{"pass_preserves_results", "UnrollLoop", FindingClass::kDiffers, "", {}};
  EXPECT_EQ(Signature(finding, WithBody("        for i in T.parallel(8):\n            y[i] = x[i]\n")),
            "results|UnrollLoop|");
}

}  // namespace
}  // namespace assay
