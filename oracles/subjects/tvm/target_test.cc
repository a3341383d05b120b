// What a TVM is to compile for, by name and as JSON.
#include "oracles/subjects/tvm/target.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(TvmTargets, AreNamedByKindOrAsJson) {
  EXPECT_EQ((*TvmTargetKindOf("cuda"))->name, "cuda");
  EXPECT_EQ((*TvmTargetKindOf(R"({"kind": "opencl", "device": "adreno"})"))->name, "opencl");
  for (const TargetKind& kind : TvmTargetKinds()) {
    EXPECT_EQ(*TvmTargetKindOf(kind.name), &kind);
    EXPECT_FALSE(kind.doc.empty()) << kind.name;
  }
}

TEST(TvmTargets, AnotherNameIsRefusedWithTheKindsThereAre) {
  for (const char* wrong :
       {"cudo", "{\"kind\": \"cudo\"}", "{\"arch\": \"sm_80\"}", "{", "{\"kind\": 3}", "cuda -arch=sm_80"}) {
    Result<const TargetKind*> kind = TvmTargetKindOf(wrong);
    ASSERT_FALSE(kind.ok()) << wrong;
    EXPECT_EQ(kind.error().kind, DiagKind::kBadArgument);
    EXPECT_TRUE(kind.error().message.starts_with("invalid target: expected llvm, ")) << kind.error().message;
    EXPECT_NE(kind.error().message.find(std::string("got ") + wrong), std::string::npos) << kind.error().message;
  }
}

TEST(TvmTargets, DevicesAreNotHere) {
  EXPECT_TRUE(IsForDevice("metal"));
  EXPECT_TRUE(IsForDevice(R"({"kind": "cuda", "arch": "sm_80"})"));
  for (const char* here : {"", "llvm", "c", R"({"kind": "llvm", "mcpu": "skylake"})", "nothing"})
    EXPECT_FALSE(IsForDevice(here)) << here;
}

TEST(TvmTargets, AdrenoIsOneOfThem) {
  for (const char* adreno :
       {R"({"kind": "opencl", "device": "adreno"})", R"({"kind": "opencl", "keys": ["adreno", "gpu"]})"})
    EXPECT_TRUE(IsForAdreno(adreno)) << adreno;
  for (const char* other : {"", "opencl", R"({"kind": "opencl", "device": "mali"})", R"({"kind": "opencl", "keys": 3})",
                            R"({"kind": "llvm", "device": "adreno"})", "adreno"})
    EXPECT_FALSE(IsForAdreno(other)) << other;
}

TEST(TvmTargets, AreCheckedBeforeAnythingIsStarted) {
  EXPECT_TRUE(CheckTarget(*FindSubject("tvm:0.0"), "webgpu").ok());
  EXPECT_TRUE(CheckTarget(*FindSubject("tvm:0.0"), "").ok());
  EXPECT_FALSE(CheckTarget(*FindSubject("tvm:0.0"), "webgpo").ok());
  EXPECT_TRUE(CheckTarget(*FindSubject("native"), "").ok());
  Status native = CheckTarget(*FindSubject("native"), "cuda");
  ASSERT_FALSE(native.ok());
  EXPECT_NE(native.error().message.find("the subject native compiles for this machine's processor alone"),
            std::string::npos);
}

}  // namespace
}  // namespace assay
