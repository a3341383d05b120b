// Which passes a change touches, and campaigns about these alone.
#include "cli/since.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(SinceTest, FilesTouchPasses) {
  const std::vector<std::string> passes{"FuseOps", "FuseTIR", "LegalizeOps", "DeadCodeElimination"};
  auto touched = [&](const std::string& path, const std::string& text) {
    return PassesTouched({{path, text}}, passes);
  };
  EXPECT_THAT(touched("src/relax/transform/fuse_ops.cc", ""), ElementsAre("FuseOps"));
  EXPECT_THAT(touched("src/relax/transform/fuse_tir.cc", ""), ElementsAre("FuseTIR"));
  EXPECT_THAT(touched("python/tvm/relax/transform/legalize_ops/nn.py", ""), ElementsAre("LegalizeOps"));
  EXPECT_THAT(touched("src/relax/utils.cc", "CreateModulePass(pass_func, 0, \"FuseOps\", {});"),
              ElementsAre("FuseOps"));
  EXPECT_THAT(touched("src/x.cc", ".def(\"relax.transform.DeadCodeElimination\", DeadCodeElimination)"),
              ElementsAre("DeadCodeElimination"));
  EXPECT_THAT(touched("src/x.cc", "FuseOps(module); // \"FuseOpsByPattern\""), IsEmpty());
  EXPECT_THAT(touched("src/fuse_ops_utils.cc", ""), IsEmpty());
  EXPECT_THAT(PassesTouched({{"a/legalize_ops.py", ""}, {"b/fuse_ops.cc", ""}}, passes),
              ElementsAre("FuseOps", "LegalizeOps"));
}

// A checkout in a folder of its own, which git is told of by its environment.
class Checkout {
 public:
  Checkout() : folder_(FreshFolder()) {
    setenv("GIT_DIR", (folder_ + "/.git").c_str(), 1);
    setenv("GIT_WORK_TREE", folder_.c_str(), 1);
    Git("init -q");
    Write("README.md", "one");
    Git("add -A");
    Git("-c user.name=a -c user.email=a@example.org commit -q -m one");
  }
  ~Checkout() {
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
  }
  void Write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(folder_ + "/" + path).parent_path());
    std::ofstream(folder_ + "/" + path) << text;
  }
  void Git(const std::string& words) { ASSERT_EQ(std::system(("cd " + folder_ + " && git " + words).c_str()), 0); }

 private:
  std::string folder_;
};

TEST(SinceTest, ACampaignAboutWhatChanged) {
  Checkout checkout;
  auto fuzz = [](const std::string& since) {
    return RunAssay({"fuzz", "--since", since, "--runs", "6", "--no-out", "--quiet", "--json"});
  };
  ProgramRun nothing = fuzz("HEAD");
  EXPECT_EQ(nothing.code, 0) << nothing.err;
  EXPECT_THAT(nothing.err, HasSubstr("no file that differs from HEAD is of a pass: all passes are tried"));
  checkout.Write("src/relax/transform/fuse_ops.cc", "// changed");
  checkout.Git("add -A");
  ProgramRun one = fuzz("HEAD");
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(one.err, HasSubstr("passes that differ from HEAD: FuseOps\n"));
  nlohmann::json passes = nlohmann::json::parse(one.out, nullptr, false)["passes"];
  ASSERT_TRUE(passes.contains("FuseOps")) << passes;
  EXPECT_EQ(fuzz("no-such-revision").code, 2);
  EXPECT_THAT(fuzz("--output=x").err, HasSubstr("--since"));
  EXPECT_THAT(fuzz("no-such-revision").err, HasSubstr("invalid --since no-such-revision: git knows no such revision"));
  EXPECT_EQ(RunAssay({"fuzz", "--since", "HEAD", "--pass", "FuseOps", "--runs", "1", "--no-out"}).code, 2);
}

}  // namespace
}  // namespace assay
