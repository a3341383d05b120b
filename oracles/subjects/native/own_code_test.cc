// Coverage of this program's own code (coverage/own_code.h), of a program that has passes.
#include "coverage/own_code.h"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "ir/support/sanitized.h"
#include "ir/text/parse.h"
#include "oracles/core/subject.h"
#include "passes/options.h"

namespace assay {
namespace {

TEST(SourceNames, PathsByNameAndByWhatCameBefore) {
  SourceNames sources("ir/builder.cc\nir/tir/builder.cc\nir/tir/node.cc\npasses/relax/fuse.cc\n");
  struct Row {
    const char *name, *before, *path;
  };
  for (const Row& row : {Row{"fuse.cc", "", "passes/relax/fuse.cc"}, Row{"builder.cc", "ir/module.cc", "ir/builder.cc"},
                         Row{"builder.cc", "ir/tir/node.cc", "ir/tir/builder.cc"}, Row{"crtstuff.c", "ir/a.cc", ""}})
    EXPECT_EQ(sources.PathOf(row.name, row.before), row.path) << row.name << " behind " << row.before;
  EXPECT_EQ(SourceNames().PathOf("convert_ssa.cc", ""), "passes/tir/convert_ssa.cc");
}

#ifdef __x86_64__

// How many blocks more a process reaches that applies a pass, and applies it again.
struct Reached {
  uint64_t first = 0, again = 0;
};
Reached ByAPass(Reach& reach, const char* pass) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  pid_t child = fork();
  if (child == 0) {
    Context ctx;
    Result<Module> module =
        ParseModule(ctx, "case.py",
                    "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((2,), "
                    "\"float32\")) -> R.Tensor((2,), \"float32\"):\n        y = R.add(x, x)\n        "
                    "return y\n");
    Reached reached;
    bool watched = module.ok() && reach.WatchThisProcess().ok();
    for (uint64_t* count : {&reached.first, &reached.again}) {
      uint64_t before = reach.FoundHere();
      PassContext pass_ctx(ctx);
      if (watched) (void)RunPass(pass_ctx, {FindPass(pass), {}}, *module).ok();
      *count = reach.FoundHere() - before;
    }
    bool told = reach.TakeNew(1 << 20).size() == reach.FoundHere() && reach.TakeNew(1 << 20).empty();
    bool written = write(ends[1], &reached, sizeof(reached)) == sizeof(reached);
    _exit(told && written ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Reached reached;
  bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!whole || read(ends[0], &reached, sizeof(reached)) != sizeof(reached)) reached = {};
  close(ends[0]);
  close(ends[1]);
  return reached;
}

TEST(WatchOwnCode, CountsWhatEachProcessReaches) {
  Context ctx;
  Result<std::shared_ptr<Reach>> reach = MakeNativeSubject(ctx)->WatchCode("");
  if (kSanitized) {
    EXPECT_FALSE(reach.ok());
    return;
  }
  ASSERT_TRUE(reach.ok()) << reach.error().message;
  EXPECT_EQ((*reach)->whose(), WhoseCode::kThisProgram);
  EXPECT_EQ((*reach)->Found(), 0u);
  Reached legalize = ByAPass(**reach, "LegalizeOps");
  EXPECT_GT(legalize.first, 50u);
  EXPECT_LT(legalize.again, 5u);
  auto reached_in = [&](std::string_view file) {
    for (const ReachCount& count : (*reach)->Summary().files)
      if (count.name == file) return count.blocks_reached;
    return uint64_t{0};
  };
  EXPECT_GT(reached_in("passes/lower/legalize_ops.cc"), 0u);
  EXPECT_EQ(reached_in("passes/tir/convert_ssa.cc"), 0u);
  // Another process begins anew, whatever was reached before.
  EXPECT_EQ(ByAPass(**reach, "LegalizeOps").first, legalize.first);
  EXPECT_GT(ByAPass(**reach, "ConvertSSA").first, 0u);
}

TEST(ReadOwnCode, SaysWhatItCannotRead) {
  EXPECT_NE(ReadOwnCode("/no such file").error().message.find("No such file"), std::string::npos);
  // A library's symbols are none of the project's files.
  Result<CodeMap> code = ReadOwnCode(std::filesystem::canonical("/lib64/ld-linux-x86-64.so.2").string());
  ASSERT_FALSE(code.ok());
  EXPECT_NE(code.error().message.find("which tell its source files"), std::string::npos) << code.error().message;
}

#endif

}  // namespace
}  // namespace assay
