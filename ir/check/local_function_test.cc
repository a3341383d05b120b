// Signatures of local functions that speak of sizes of the functions around them: what is written stays, in every
// position of a type, and reads back as the same module.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;

// `signature` of f, which stands within main (sizes n, m) and within g (sizes n, m, k); its body, whose value is z.
std::string ModuleWith(const std::string& signature, const std::string& body, bool deeper) {
  std::string text = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32"), q: R.Tensor(("m",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        m = T.int64()
)";
  std::string indent = "        ";
  if (deeper) {
    text += "        k = T.int64()\n";
    text +=
        "        @R.function\n        def g(p: R.Tensor((m, k), dtype=\"float32\")) -> R.Tensor((n,), "
        "dtype=\"float32\"):\n";
    indent += "    ";
  }
  text += indent + "@R.function\n" + indent + "def f(" + signature + ":\n";
  for (size_t at = 0; at < body.size();) {
    size_t end = body.find('\n', at);
    text += indent + "    " + body.substr(at, end - at) + "\n";
    at = end == std::string::npos ? body.size() : end + 1;
  }
  text += indent + "    return z\n";
  if (deeper) text += indent + "return x\n";
  return text + "        return x\n";
}

struct Position {
  const char *signature, *body;
};

constexpr const char* kZeros = "z: R.Tensor((n,), dtype=\"float32\") = R.zeros(R.shape([n]), dtype=\"float32\")";
constexpr Position kPositions[] = {
    {R"(y: R.Tensor((4,), dtype="float32")) -> R.Tensor((n,), dtype="float32"))", kZeros},
    {R"(y: R.Tensor((n,), dtype="float32")) -> R.Tensor((n,), dtype="float32"))",
     R"(z: R.Tensor((n,), dtype="float32") = R.negative(y))"},
    {R"(y: R.Tensor((n, 2), dtype="float32"), s: R.Shape([m, n])) -> R.Tensor((n * 2,), dtype="float32"))",
     R"(z: R.Tensor((n * 2,), dtype="float32") = R.reshape(y, R.shape([n * 2])))"},
    {R"(y: R.Tensor((4,), dtype="float32")) -> R.Tensor((n + m, 4), dtype="float32"))",
     R"(z: R.Tensor((n + m, 4), dtype="float32") = R.zeros(R.shape([n + m, 4]), dtype="float32"))"},
    // Less than what is known.
    {R"(y: R.Tensor((4,), dtype="float32")) -> R.Tensor(dtype="float32", ndim=1))", kZeros},
    {R"(y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((m,), dtype="float32")))",
     R"(z: R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((m,), dtype="float32")) = (x, q))"},
    {R"(y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor(dtype="float32", ndim=1)))",
     R"(z: R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((m,), dtype="float32")) = (x, q))"},
    {R"(y: R.Tuple(R.Tensor((m,), dtype="float32"), R.Tuple(R.Shape([n])))) -> R.Tuple(R.Tuple(R.Tensor((n,), dtype="float32"))))",
     "z: R.Tuple(R.Tuple(R.Tensor((n,), dtype=\"float32\"))) = ((x,),)"},
    {R"(y: R.Tensor((4,), dtype="float32")) -> R.Shape([n, m]))", "z: R.Shape([n, m]) = R.shape([n, m])"},
    {R"(h: R.Callable((R.Tensor((n,), dtype="float32"),), R.Tensor((n,), dtype="float32"), True)) -> R.Tensor((n,), dtype="float32"))",
     R"(z: R.Tensor((n,), dtype="float32") = h(x))"},
    {R"(h: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((n,), dtype="float32"), True)) -> R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((n,), dtype="float32"), True))",
     R"(z: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((n,), dtype="float32"), True) = h)"},
    // It calls itself.
    {R"(y: R.Tensor((), dtype="bool")) -> R.Tensor((n,), dtype="float32"))",
     R"(if y:
    w: R.Tensor((n,), dtype="float32") = f(y)
    z: R.Tensor((n,), dtype="float32") = w
else:
    z: R.Tensor((n,), dtype="float32") = x)"},
};

TEST(LocalFunctionTest, SizesOfFunctionsAroundStayInSignatures) {
  for (const Position& position : kPositions) {
    for (bool deeper : {false, true}) {
      std::string text = ModuleWith(position.signature, position.body, deeper);
      Context ctx;
      Result<Module> module = ParseModule(ctx, "test.py", text);
      ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
      DiagSink sink;
      CheckWellFormed(ctx, *module, sink);
      EXPECT_TRUE(sink.ok()) << text << sink.Take().front().message;
      std::string printed = PrintModule(*module);
      EXPECT_THAT(printed, HasSubstr("def f(" + std::string(position.signature) + ":\n"));
      Result<Module> reread = ParseModule(ctx, "again.py", printed);
      ASSERT_TRUE(reread.ok()) << Render(reread.error(), ctx.sources);
      auto difference = FirstDifference(*module, *reread);
      EXPECT_FALSE(difference.has_value()) << printed << difference->path;
      EXPECT_EQ(PrintModule(*reread), printed);
    }
  }
}

// A size of a function deep inside has the name of one that the outermost function finds out behind it.
TEST(LocalFunctionTest, SizesOfOneNameStayDistinctAtEveryDepth) {
  for (int depth = 1; depth <= 4; ++depth) {
    auto finds = [](const std::string& indent) {
      return indent + "s: R.Shape(ndim=1) = R.call_pure_packed(\"made\", ty_args=(R.Shape(ndim=1),))\n" + indent +
             "y: R.Shape([k]) = R.match_cast(s, R.Shape([k]))\n";
    };
    std::string text =
        "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((4,), dtype=\"float32\")) "
        "-> R.Shape(ndim=1):\n";
    std::string indent(8, ' '), rest;
    for (int level = 1; level <= depth; ++level) {
      text += indent + "@R.function\n" + indent + "def f" + std::to_string(level) +
              "(p: R.Tensor((4,), dtype=\"float32\")) -> R.Tensor((4,), dtype=\"float32\"):\n";
      indent += "    ";
      rest = indent + "return p\n" + rest;
    }
    text += indent + "k = T.int64()\n" + finds(indent) + rest + "        k = T.int64()\n" + finds(std::string(8, ' ')) +
            "        return y\n";
    Context ctx;
    Result<Module> module = ParseModule(ctx, "test.py", text);
    ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
    std::string printed = PrintModule(*module);
    Result<Module> reread = ParseModule(ctx, "again.py", printed);
    ASSERT_TRUE(reread.ok()) << printed << Render(reread.error(), ctx.sources);
    EXPECT_TRUE(Equal(*module, *reread)) << printed;
  }
}

}  // namespace
}  // namespace assay
