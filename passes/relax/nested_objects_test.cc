// Behind R.Object, types bound neither how deep values nest nor how often one holds another: passes come to an end all
// the same, and so does the build.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// `links` times: a tuple of the object before, once or twice, which is the next object.
std::string ChainOf(int links, std::string_view tuple) {
  std::string text = R"(from tvm.script import ir as I
from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1,), "float32")) -> R.Object:
        a = R.add(x, x)
        o0 = R.match_cast(a, R.Object)
)";
  for (int i = 0; i < links; ++i) {
    text += fmt::format("        t{} = ", i) + fmt::format(fmt::runtime(tuple), i);
    text += fmt::format("\n        o{} = R.match_cast(t{}, R.Object)\n", i + 1, i);
  }
  return text + fmt::format("        return o{}\n", links);
}

TEST(NestedObjects, PassesComeToAnEnd) {
  for (const std::string& text : {ChainOf(3000, "(o{0},)"), ChainOf(60, "(o{0}, o{0})")}) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "nested.py", text);
    ASSERT_TRUE(module.ok()) << module.error().message;
    for (const PassSpec* pass : AllRelaxAndTirPasses()) {
      PassContext pass_ctx(ctx);
      Result<Module> made = RunPass(pass_ctx, {pass, {}}, *module);
      if (!made.ok()) EXPECT_NE(made.error().message, "") << pass->name;
    }
    PassContext pass_ctx(ctx);
    Result<std::vector<PassCall>> build = ParsePassList(ctx, "default_build");
    ASSERT_TRUE(build.ok()) << build.error().message;
    Result<Module> made = RunSequential(pass_ctx, *build, *module);
    EXPECT_TRUE(made.ok()) << made.error().message;
  }
}

}  // namespace
}  // namespace assay
