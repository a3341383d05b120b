// What is killed, by whichever operator, wherever in the function.
#include "passes/analysis/killed.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

TEST(KilledTest, ByEachOperatorAndInBranches) {
  Context ctx;
  auto module = ParseModule(ctx, "killed.py", R"(
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((1,), "float32"), c: R.Tensor((), "bool")):
        room = R.memory.alloc_storage(R.shape([4]), 0, R.str("global"), R.dtype("float32"))
        t = R.memory.alloc_tensor(room, 0, R.shape([1]), R.dtype("float32"))
        kept = R.add(x, x)
        o = R.add(x, x)
        if c:
            k1 = R.memory.kill_tensor(t)
            b = R.add(x, x)
        else:
            k2 = R.vm.kill_object(o)
            b = R.add(x, x)
        k3 = R.memory.kill_storage(room)
        return kept
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  std::vector<std::string> names;
  for (const Var* var : KilledIn(As<Function>(module->Find("main")))) names.emplace_back(var->name.text());
  std::ranges::sort(names);
  EXPECT_THAT(names, testing::ElementsAre("o", "room", "t"));
}

}  // namespace
}  // namespace assay
