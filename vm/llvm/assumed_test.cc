// Calls whose extents the run alone can compare: where they are not what the call assumes, every engine traps, and
// where they are, every engine gives a value.
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "passes/pass.h"
#include "vm/engine.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

struct AssumedCase {
  const char* params;
  const char* call;
  // Shapes of arguments, with those of the last parameter or parameters that fit and that do not; a rank of -1 marks a
  // shape.
  std::vector<std::vector<int64_t>> fits, differs;
};
// In parentheses in names: what is of type Shape.
const AssumedCase kCases[] = {
    {"x: R.Tensor((3,), \"float32\"), s: R.Shape([\"n\"])",
     "R.broadcast_to(x, R.shape([n]))",
     {{3}, {-1, 3}},
     {{3}, {-1, 1}}},
    {"x: R.Tensor((3,), \"float32\"), s: R.Shape([\"n\"])",
     "R.broadcast_to(x, R.shape([n]))",
     {{3}, {-1, 3}},
     {{3}, {-1, 2}}},
    {"x: R.Tensor((3,), \"float32\"), s: R.Shape([\"n\"])",
     "R.broadcast_to(x, R.shape([n]))",
     {{3}, {-1, 3}},
     {{3}, {-1, 5}}},
    {"x: R.Tensor((\"m\", 2), \"float32\"), s: R.Shape([\"n\"])",
     "R.broadcast_to(x, R.shape([4, n, 2]))",
     {{1, 2}, {-1, 3}},
     {{2, 2}, {-1, 3}}},
    {"x: R.Tensor((\"m\", 2), \"float32\"), s: R.Shape([\"n\"])",
     "R.broadcast_to(x, R.shape([4, n, 2]))",
     {{3, 2}, {-1, 3}},
     {{4, 2}, {-1, 3}}},
    {"x: R.Tensor((2, \"k\"), \"float32\"), w: R.Tensor((\"m\", 5), \"float32\")",
     "R.matmul(x, w)",
     {{2, 3}, {3, 5}},
     {{2, 2}, {3, 5}}},
    {"x: R.Tensor((2, \"k\"), \"float32\"), w: R.Tensor((\"m\", 5), \"float32\")",
     "R.matmul(x, w)",
     {{2, 3}, {3, 5}},
     {{2, 4}, {3, 5}}},
    {"x: R.Tensor((2, 3), \"float32\"), w: R.Tensor((\"m\", 5), \"float32\")",
     "R.matmul(x, w)",
     {{2, 3}, {3, 5}},
     {{2, 3}, {4, 5}}},
    {"x: R.Tensor((1, \"c\", 4, 4), \"float32\"), w: R.Tensor((2, \"d\", 3, 3), \"float32\")",
     "R.nn.conv2d(x, w)",
     {{1, 2, 4, 4}, {2, 2, 3, 3}},
     {{1, 3, 4, 4}, {2, 2, 3, 3}}},
    {"x: R.Tensor((1, \"c\", 4), \"float32\"), w: R.Tensor((\"d\", 2, 3), \"float32\")",
     "R.nn.conv1d_transpose(x, w)",
     {{1, 3, 4}, {3, 2, 3}},
     {{1, 2, 4}, {3, 2, 3}}},
    {"x: R.Tensor((2, \"c\"), \"float32\"), a: R.Tensor((\"d\",), \"float32\")",
     "R.nn.prelu(x, a)",
     {{2, 3}, {3}},
     {{2, 3}, {2}}},
    {"x: R.Tensor((2, \"c\"), \"float32\"), a: R.Tensor((\"d\",), \"float32\")",
     "R.nn.prelu(x, a)",
     {{2, 3}, {1}},
     {{2, 3}, {4}}},
    {"x: R.Tensor((\"n\", 3), \"float32\"), y: R.Tensor((\"m\", 3), \"float32\")",
     "R.nn.cross_entropy_with_logits(x, y)",
     {{2, 3}, {2, 3}},
     {{2, 3}, {3, 3}}},
};

Value ArgumentOf(const std::vector<int64_t>& shape) {
  if (shape.front() == -1) return Value{ShapeValue{{shape.begin() + 1, shape.end()}}};
  Tensor tensor(DType::Float(32), shape);
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor.Set(i, Scalar::Float(DType::Float(32), static_cast<double>(i) - 2));
  return Value{TensorValue{std::move(tensor), -1}};
}

// What an engine gives: "value", "trap", or why neither.
std::string OutcomeOf(const EngineSpec& engine, const std::string& text,
                      const std::vector<std::vector<int64_t>>& shapes) {
  Context ctx;
  auto module = ParseModule(ctx, "module.py", text);
  if (!module.ok()) return module.error().message;
  PassContext passes(ctx);
  Result<Module> form = *module;
  if (engine.input != EngineInput::kOriginal) form = RunSequential(passes, *Pipeline("default"), *module);
  if (!form.ok()) return form.error().message;
  auto loaded = engine.load(ctx, *form, {});
  if (!loaded.ok()) return loaded.error().message;
  std::vector<Value> args;
  for (const std::vector<int64_t>& shape : shapes) args.push_back(ArgumentOf(shape));
  Outcome outcome = (*loaded)->Run("main", args);
  if (std::holds_alternative<Value>(outcome)) return "value";
  if (const auto* refused = std::get_if<Refused>(&outcome)) return refused->why;
  return std::holds_alternative<Trap>(outcome) ? "trap" : "out of budget";
}

TEST(AssumedTest, EnginesTrapTogether) {
  for (const AssumedCase& one : kCases) {
    std::string sizes;
    if (std::string(one.params).find("\"n\"") != std::string::npos) sizes = "        n = T.int64()\n";
    for (bool dataflow : {false, true}) {
      std::string body = dataflow ? std::string("        with R.dataflow():\n            y = ") + one.call +
                                        "\n            R.output(y)\n"
                                  : std::string("        y = ") + one.call + "\n";
      std::string text =
          "from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tirx as "
          "T\n\n@I.ir_module\n"
          "class Module:\n    @R.function\n    def main(" +
          std::string(one.params) + "):\n" + sizes + body + "        return y\n";
      for (const EngineSpec* engine : AllEngines()) {
        SCOPED_TRACE(std::string(engine->name) + ": " + one.call);
        EXPECT_EQ(OutcomeOf(*engine, text, one.fits), "value");
        EXPECT_EQ(OutcomeOf(*engine, text, one.differs), "trap");
      }
    }
  }
}

// Nothing is checked where all is known.
TEST(AssumedTest, KnownExtentsAreNotChecked) {
  Context ctx;
  auto module = ParseModule(ctx, "module.py", R"(
@R.function
def main(x: R.Tensor(("n", "k"), "float32"), w: R.Tensor(("k", 5), "float32")):
    y = R.matmul(x, w)
    return y
)");
  ASSERT_TRUE(module.ok());
  PassContext passes(ctx);
  auto calls = ParsePassList(ctx, "LegalizeOps");
  ASSERT_TRUE(calls.ok());
  auto lowered = RunSequential(passes, *calls, *module);
  ASSERT_TRUE(lowered.ok());
  const auto* main = As<Function>(lowered->Find("main"));
  for (const BindingBlock* block : main->body->blocks) {
    for (const Binding* binding : block->bindings) EXPECT_TRUE(Is<VarBinding>(binding));
  }
}

}  // namespace
}  // namespace assay
