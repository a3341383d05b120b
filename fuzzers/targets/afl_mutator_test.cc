// AFL++'s hooks give texts of modules, nothing for what is no module, and go on when the program that moves is gone.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "generators/modules/generate.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using Init = void* (*)(void*, unsigned);
using Fuzz = size_t (*)(void*, uint8_t*, size_t, uint8_t**, uint8_t*, size_t, size_t);
using Deinit = void (*)(void*);

class AflMutatorTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "libafl_mutator.so";
    library_ = dlopen(path.c_str(), RTLD_NOW);
    ASSERT_NE(library_, nullptr) << dlerror();
    data_ = reinterpret_cast<Init>(dlsym(library_, "afl_custom_init"))(nullptr, 7);
    fuzz_ = reinterpret_cast<Fuzz>(dlsym(library_, "afl_custom_fuzz"));
  }
  void TearDown() override {
    if (library_ != nullptr) reinterpret_cast<Deinit>(dlsym(library_, "afl_custom_deinit"))(data_);
  }
  std::string Moved(std::string text, std::string other, size_t most = 1 << 16) {
    uint8_t* out = nullptr;
    size_t size = fuzz_(data_, reinterpret_cast<uint8_t*>(text.data()), text.size(), &out,
                        reinterpret_cast<uint8_t*>(other.data()), other.size(), most);
    return {reinterpret_cast<char*>(out), size};
  }
  static std::string TextOfSeed(uint64_t seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    return PrintModule(Generate(ctx, bytes, {}));
  }

  void* library_ = nullptr;
  void* data_ = nullptr;
  Fuzz fuzz_ = nullptr;
};

TEST_F(AflMutatorTest, MovesModules) {
  int moved = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    std::string made = Moved(TextOfSeed(seed), TextOfSeed(seed + 100));
    if (made.empty()) continue;
    Context ctx;
    auto module = ParseModule(ctx, "made.py", made);
    EXPECT_TRUE(module.ok()) << made;
    moved += made != TextOfSeed(seed) ? 1 : 0;
  }
  EXPECT_GE(moved, 20);
}

TEST_F(AflMutatorTest, LeavesAloneWhatIsNoModule) {
  EXPECT_EQ(Moved("def main(", ""), "");
  EXPECT_EQ(Moved(TextOfSeed(3), "", 10), "");
  EXPECT_EQ(Moved(std::string((1 << 20) + 1, 'x'), ""), "");
  // And works on after that, with modules that some move fits.
  int moved = 0;
  for (uint64_t seed = 3; seed < 9; ++seed) moved += Moved(TextOfSeed(seed), "").empty() ? 0 : 1;
  EXPECT_GE(moved, 3);
}

TEST_F(AflMutatorTest, GoesOnWhenTheProgramIsGone) {
  std::ifstream children(fmt::format("/proc/self/task/{}/children", getpid()));
  pid_t child = 0;
  while (children >> child) kill(child, SIGKILL);
  EXPECT_NE(child, 0);
  EXPECT_EQ(Moved(TextOfSeed(3), ""), "");
  EXPECT_NE(Moved(TextOfSeed(3), ""), "");
}

}  // namespace
}  // namespace assay
