// Each kind of attribute comes as its sampler does not draw it, one attribute at a time, and only where inference takes
// the call.
#include "generators/modules/other_attributes.h"

#include <set>

#include <gtest/gtest.h>

#include "ir/ops/describe.h"
#include "ir/ops/infer.h"
#include "ir/text/parse.h"
#include "ir/walk.h"

namespace assay {
namespace {

struct Row {
  std::string_view call, attribute;
  std::set<std::string> values;
};

const Call* OnlyCall(const Module& module) {
  const Call* found = nullptr;
  WalkOnce(module.Find("main"), [&](const Node* node) {
    if (const auto* call = As<Call>(node)) found = call;
  });
  return found;
}

TEST(OtherAttributesTest, EachKindComesOtherwise) {
  const Row kRows[] = {
      {"R.sum(x, axis=[1, -1], keepdims=True)", "keepdims", {"False"}},
      {"R.sum(x, axis=[1, -1], keepdims=True)", "axis", {"[1, 3]", "[-3, -1]", "[-3, 3]"}},
      {"R.nn.softmax(x, axis=-1)", "axis", {"3"}},
      {"R.concat((x, x), axis=1)", "axis", {"-3"}},
      {"R.nn.max_pool2d(x, pool_size=[1, 1])", "ceil_mode", {"True"}},
      {"R.image.resize2d(x, R.shape([2, 2]))", "method", {"\"nearest_neighbor\"", "\"cubic\""}},
      // A flag that is a size of the result's, and a window that no longer fits, are left as they are.
      {"R.nn.conv2d(x, x, out_layout=\"NCHW\")", "groups", {}},
  };
  for (const Row& row : kRows) {
    Context ctx;
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
        "    @R.function\n    def main(x: R.Tensor((2, 2, 2, 2), \"float32\")) -> R.Object:\n        y = " +
        std::string(row.call) + "\n        return y\n";
    Result<Module> module = ParseModule(ctx, "call.py", text);
    ASSERT_TRUE(module.ok()) << row.call << ": " << module.error().message;
    const Call* call = OnlyCall(*module);
    const OpSpec* op = As<Op>(call->op)->spec;
    std::set<std::string> drawn;
    for (uint64_t seed = 0; seed < 400; ++seed) {
      ByteSource bytes = ByteSource::FromSeed(seed);
      const Call* other = WithOtherAttribute(ctx, bytes, *module, *op, call);
      EXPECT_TRUE(InferType(ctx, &*module, other).ok()) << row.call;
      EXPECT_TRUE(std::ranges::equal(other->args, call->args)) << row.call;
      int changes = 0;
      for (Name key : call->attrs->keys) {
        std::string now = AttrText(other->attrs->Find(key.text()));
        if (now == AttrText(call->attrs->Find(key.text()))) continue;
        ++changes;
        if (key == row.attribute) drawn.insert(now);
      }
      EXPECT_LE(changes, 1) << row.call;
    }
    EXPECT_EQ(drawn, row.values) << row.call << " " << row.attribute;
  }
}

TEST(OtherAttributesTest, LayoutsComeInAnyOrderThatFits) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "call.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, 4, 3), "float32"), w: R.Tensor((2, 2, 1, 1), "float32")) -> R.Object:
        y = R.nn.conv2d(x, w)
        return y
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  const Call* call = OnlyCall(*module);
  std::set<std::string> kernels, results;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    const Call* other = WithOtherAttribute(ctx, bytes, *module, *As<Op>(call->op)->spec, call);
    kernels.insert(AttrText(other->attrs->Find("kernel_layout")));
    results.insert(AttrText(other->attrs->Find("out_layout")));
  }
  EXPECT_TRUE(kernels.contains("\"IOHW\"") && kernels.contains("\"OIWH\"")) << kernels.size();
  EXPECT_FALSE(kernels.contains("\"HWIO\""));
  EXPECT_GE(results.size(), 1U);
}

}  // namespace
}  // namespace assay
