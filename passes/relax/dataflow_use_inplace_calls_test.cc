// One call object that two variables are bound to is two calls: only the last may overwrite what both read. No text can
// say that.
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"
#include "passes/pass.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            a: R.Tensor((2,), dtype="float32") = R.exp(x)
            first: R.Tensor((2,), dtype="float32") = R.add(a, x)
            second: R.Tensor((2,), dtype="float32") = R.add(a, x)
            R.output(first, second)
        return second
)";

TEST(DataflowUseInplaceCallsTest, ACallThatIsBoundTwiceIsOverwrittenOnce) {
  Context ctx;
  auto module = ParseModule(ctx, "inplace.py", std::string(kModule));
  ASSERT_TRUE(module.ok()) << module.error().message;
  const ModuleEntry& main = module->entries[0];
  const Expr* shared = nullptr;
  WalkBeforeChildren(main.func, [&](const Node* node) {
    const auto* binding = As<VarBinding>(node);
    if (binding != nullptr && binding->var->name.text() == "first") shared = binding->value;
    return !IsTypeKind(node->kind);
  });
  ASSERT_NE(shared, nullptr);
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* binding = As<VarBinding>(rebuilt);
    if (binding == nullptr || binding->var->name.text() != "second") return rebuilt;
    VarBinding* again = ctx.arena.New<VarBinding>(*binding);
    again->value = shared;
    return again;
  };
  Module twice = WithFunction(ctx, *module, main.var, static_cast<const Expr*>(Rewrite(ctx, main.func, rule)));
  ASSERT_TRUE(Equal(twice, *module));
  PassContext pass_ctx(ctx);
  const PassCall call{FindPass("DataflowUseInplaceCalls"), {}};
  auto want = RunPass(pass_ctx, call, *module), got = RunPass(pass_ctx, call, twice);
  ASSERT_TRUE(want.ok() && got.ok());
  EXPECT_FALSE(Equal(*want, *module)) << "nothing is overwritten";
  EXPECT_TRUE(Equal(*want, *got)) << PrintModule(*got);
}

}  // namespace
}  // namespace assay
