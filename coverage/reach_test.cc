#include "coverage/reach.h"

#include "coverage/reached_file.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <functional>

#include <gtest/gtest.h>

#include "ir/support/sanitized.h"

namespace assay {
namespace {

TEST(AreaOf, IsTwoFoldersAtMost) {
  EXPECT_EQ(AreaOf("relax/transform/fuse_ops.cc"), "relax/transform");
  EXPECT_EQ(AreaOf("relax/backend/vm/exec_builder.cc"), "relax/backend");
  EXPECT_EQ(AreaOf("ir/module.cc"), "ir");
  EXPECT_EQ(AreaOf("relax/transform/"), "relax/transform");
  EXPECT_EQ(AreaOf("relax/"), "relax");
  EXPECT_EQ(AreaOf(""), "");
}

// Code that nobody has: two functions of two files.
CodeMap SmallCode() {
  return {
      .build_id = "1", .blocks = {1, 5, 9, 20}, .functions = {{1, 0, 0}, {9, 2, 1}}, .files = {"a/b.cc", "c/d/e.cc"}};
}

TEST(Reach, IsSummedUpByAreaAndFileAndKept) {
  auto reach = *Reach::Make(SmallCode());
  EXPECT_EQ(reach->Found(), 0u);
  std::string nothing = reach->Text();
  std::string bits = nothing;
  bits.back() = 0b0011;
  ASSERT_TRUE(reach->Take(bits).ok());
  EXPECT_EQ(reach->Found(), 2u);
  EXPECT_EQ(reach->Text(), bits);
  ReachSummary summary = reach->Summary();
  ASSERT_EQ(summary.areas.size(), 2u);
  EXPECT_EQ(summary.areas[0].name, "a");
  EXPECT_EQ(summary.areas[0].blocks_reached, 2u);
  EXPECT_EQ(summary.areas[1].name, "c/d");
  EXPECT_EQ(summary.areas[1].functions_reached, 0u);
  EXPECT_EQ(summary.files[1].name, "c/d/e.cc");
  EXPECT_EQ(summary.total.functions, 2u);
  EXPECT_EQ(summary.total.functions_reached, 1u);
  EXPECT_EQ(summary.total.blocks, 4u);
  EXPECT_FALSE(ReachedFromMap(SmallCode(), "short").ok());
  // What was there before is nobody's find.
  EXPECT_TRUE(reach->TakeNew(10).empty());
  EXPECT_EQ(*ReachedFromText(SmallCode(), bits), (ReachedBlocks{true, true, false, false}));
  EXPECT_FALSE(reach->Take("something").ok());
  EXPECT_FALSE(reach->Take(nothing + "x").ok());
  CodeMap other = SmallCode();
  other.blocks[3] = 21;
  EXPECT_EQ((*Reach::Make(other))->Take(nothing).error().message,
            "invalid file of reached blocks: it is of other code");
}

#if defined(__x86_64__)

// What a child gives that does this; -1 where it ended otherwise.
int InChild(const std::function<int()>& work) {
  pid_t pid = fork();
  if (pid == 0) _exit(work());
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

uLong SumOf(size_t size) {
  std::string text(size, 'a');
  return adler32(1, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(size));
}

class Probed : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "sanitizers handle traps themselves";
    Dl_info info;
    ASSERT_NE(dladdr(reinterpret_cast<const void*>(&adler32), &info), 0);
    std::string path = info.dli_fname;
    library_ = path.substr(path.rfind('/') + 1);
    reach_ = *Reach::Make(*ReadCode(path));
    bool fixed = InChild([&] { return Arm() == kProbeFixedCode ? 1 : 0; }) == 1;
    if (fixed) GTEST_SKIP() << ProbeErrorText(kProbeFixedCode);
  }

  int Arm() { return AssayProbeArm(library_.c_str(), reach_->blocks_file(), reach_->map_file()); }

  std::string library_;
  std::shared_ptr<Reach> reach_;
};

TEST_F(Probed, BlocksCountOnceAndCodeDoesTheSame) {
  uLong small = SumOf(3), large = SumOf(100'000);
  int given = InChild([&] {
    if (Arm() != 0) return 1;
    AssayProbeSlot(7);
    reach_->UseSlot(7);
    if (SumOf(3) != small || reach_->FoundHere() == 0) return 2;
    uint64_t found = reach_->FoundHere();
    if (SumOf(3) != small || reach_->FoundHere() != found) return 3;
    if (reach_->TakeNew(1000).size() != found || !reach_->TakeNew(1000).empty()) return 4;
    if (SumOf(100'000) != large || reach_->FoundHere() == found) return 5;
    return 0;
  });
  EXPECT_EQ(given, 0);
  EXPECT_GT(reach_->Found(), 3u);
  EXPECT_EQ(reach_->FoundHere(), 0u) << "of slot 1";
  EXPECT_GT(reach_->Summary().total.functions_reached, 0u);
}

TEST_F(Probed, WhatOneChildReachedNoOtherReachesFirst) {
  int given = InChild([&] {
    if (Arm() != 0) return 1;
    auto child = [&](int slot) {
      return InChild([&, slot] {
        AssayProbeSlot(slot);
        return SumOf(1000) == 0 ? 1 : 0;
      });
    };
    auto found_by = [&](int slot) {
      reach_->UseSlot(slot);
      return reach_->FoundHere();
    };
    if (child(2) != 0 || found_by(2) == 0) return 2;
    AssayProbeSettle();
    if (child(3) != 0 || found_by(3) != 0) return 3;
    return 0;
  });
  EXPECT_EQ(given, 0);
}

TEST_F(Probed, SaysWhatItCannotWatch) {
  auto other = *Reach::Make(SmallCode());
  int given = InChild([&] {
    if (AssayProbeArm("libnone.so", reach_->blocks_file(), reach_->map_file()) != kProbeNoLibrary) return 1;
    return AssayProbeArm(library_.c_str(), reach_->blocks_file(), other->map_file()) == kProbeOtherMap ? 0 : 2;
  });
  EXPECT_EQ(given, 0);
  EXPECT_NE(ProbeErrorText(kProbeFixedCode).find("does not let code be written"), std::string::npos);
}

// The same as a library that another process loads.
TEST_F(Probed, TravelsAsALibrary) {
  int file = ProbeLibraryFile();
  ASSERT_GE(file, 0);
  int given = InChild([&] {
    void* library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW);
    if (library == nullptr) return 1;
    auto arm = reinterpret_cast<int (*)(const char*, int, int)>(dlsym(library, "AssayProbeArm"));
    if (arm == nullptr || arm(library_.c_str(), reach_->blocks_file(), reach_->map_file()) != 0) return 2;
    return SumOf(3) != 0 && reach_->FoundHere() > 0 ? 0 : 3;
  });
  close(file);
  EXPECT_EQ(given, 0);
}

#endif

}  // namespace
}  // namespace assay
