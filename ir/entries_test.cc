#include "ir/entries.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/text/parse.h"

namespace assay {
namespace {

// One line for each function: its name, behind "relax", "primitive" or "kernel", and " private" where it is.
std::string TextOf(const std::vector<std::string>& functions) {
  std::string text = "@I.ir_module\nclass Module:\n";
  for (const std::string& line : functions) {
    bool kernel = line.starts_with("kernel"), hidden = line.ends_with(" private");
    size_t begin = line.find(' ') + 1;
    std::string name = line.substr(begin, line.find(' ', begin) - begin);
    std::string flags = hidden ? "private=True" : "";
    if (kernel) {
      text += "    @T.prim_func(" + flags + (hidden ? ", " : "") + "s_tir=True)\n    def " + name +
              "(A: T.Buffer((2,), \"float32\")):\n        A[0] = T.float32(1)\n\n";
    } else {
      text += "    @R.function" + (hidden ? "(" + flags + ")" : std::string()) + "\n    def " + name +
              "(x: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n" +
              (line.starts_with("primitive") ? "        R.func_attr({\"Primitive\": True})\n" : "") +
              "        return x\n\n";
    }
  }
  return text;
}

struct EntriesCase {
  std::vector<std::string> functions;
  std::string entry;
  std::vector<std::string> entries;
};

TEST(EntriesTest, PublicFunctionsAreEntriesWhateverTheirNames) {
  const EntriesCase kCases[] = {
      {{"relax main"}, "main", {"main"}},
      {{"kernel helper private", "relax predict"}, "predict", {"predict"}},
      {{"kernel scale", "relax predict", "relax main"}, "main", {"scale", "predict", "main"}},
      {{"kernel scale", "relax predict"}, "predict", {"scale", "predict"}},
      {{"relax hidden private", "kernel scale"}, "scale", {"scale"}},
      {{"kernel scale", "kernel shift"}, "scale", {"scale", "shift"}},
      {{"kernel main private", "relax predict"}, "main", {"predict"}},
      {{"primitive fused", "relax main"}, "main", {"main"}},
      {{"primitive fused", "relax predict"}, "predict", {"predict"}},
      {{"primitive fused"}, "fused", {"fused"}},
      {{"relax first private", "kernel second private"}, "first", {"first"}},
  };
  for (const EntriesCase& one : kCases) {
    Context ctx;
    auto module = ParseModule(ctx, "entries.py", TextOf(one.functions));
    ASSERT_TRUE(module.ok()) << module.error().message << TextOf(one.functions);
    EXPECT_EQ(EntryOf(*module), one.entry) << TextOf(one.functions);
    EXPECT_EQ(EntriesOf(*module), one.entries) << TextOf(one.functions);
  }
}

}  // namespace
}  // namespace assay
