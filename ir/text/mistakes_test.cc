// How the reader says what is wrong with a text: where a bracket opens that nothing closes, that a file is cut off,
// which dtype was meant.
#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kModule = R"(from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2, 3), dtype="float32"):
        R.func_attr({"level": [1, 2]})
        with R.dataflow():
            t = (x, R.add(x, R.const([[1, 2, 3]], "float32")))
            y: R.Tensor((2, 3), dtype="float32") = t[1]
            R.output(y)
        z = R.permute_dims(y, axes=[0, 1])
        return z
)";

struct Said {
  std::string message;
  LineColumn at;
};
// The first error; an empty message where there is none.
Said FirstError(const std::string& text) {
  Context ctx;
  DiagSink sink;
  ParseProgram(ctx, "m.py", text, sink);
  if (sink.ok()) return {};
  const Diag& diag = sink.diags()[0];
  return {diag.message, diag.span.file == 0 ? LineColumn{} : ctx.sources.Locate(diag.span.file, diag.span.begin)};
}
LineColumn PlaceOf(std::string_view text, size_t offset) {
  auto line = static_cast<uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  size_t start = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return {line + 1, static_cast<uint32_t>(offset - (start == std::string_view::npos ? 0 : start + 1)) + 1};
}

// Each closing bracket of the module left out in turn.
TEST(Mistakes, ABracketThatNothingCloses) {
  std::vector<size_t> open;
  int removed = 0;
  for (size_t i = 0; i < kModule.size(); ++i) {
    char c = kModule[i];
    if (c == '(' || c == '[' || c == '{') open.push_back(i);
    if (c != ')' && c != ']' && c != '}') continue;
    size_t opening = open.back();
    open.pop_back();
    std::string text(kModule);
    text.erase(i, 1);
    Said said = FirstError(text);
    // Where another bracket's end is taken for it, that one is open instead: it encloses this one.
    EXPECT_THAT(said.message, HasSubstr("is never closed")) << text;
    LineColumn place = PlaceOf(kModule, opening);
    EXPECT_EQ(said.at.line, place.line) << text << said.message;
    EXPECT_LE(said.at.column, place.column) << text << said.message;
    bool alone = open.empty();
    if (alone) EXPECT_EQ(said.at.column, place.column) << text;
    ++removed;
  }
  EXPECT_GT(removed, 20);
}

// Each beginning of the module that does not end a line: it says that the file ends, or it is a module by itself.
TEST(Mistakes, AFileThatIsCutOff) {
  int cut = 0;
  for (size_t size = kModule.find("class"); size < kModule.size(); ++size) {
    char last = kModule[size - 1];
    if (last == '\n' || last == ' ') continue;
    Said said = FirstError(std::string(kModule.substr(0, size)));
    if (said.message.empty()) continue;
    // What was written so far may be whole, but for what a function needs.
    bool whole = said.message == "the function does not return" ||
                 said.message.find("string is never closed") != std::string::npos;
    if (whole) continue;
    EXPECT_THAT(said.message, StartsWith("unexpected end of file")) << kModule.substr(0, size);
    ++cut;
  }
  EXPECT_GT(cut, 200);
}

TEST(Mistakes, ATypeThatIsCutOff) {
  Said said = FirstError("@R.function\ndef main(x: R.Tensor((2,), \"float32\")) -> R.T");
  EXPECT_THAT(said.message, StartsWith("unexpected end of file"));
  said = FirstError("@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    y: R.T");
  EXPECT_EQ(said.message, "unexpected end of file: R.T is not a type");
}

TEST(Mistakes, DTypesAreSuggestedWhereverOneIsRead) {
  auto relax = [](std::string_view params, std::string_view body) {
    return fmt::format("@R.function\ndef main({}):\n    {}\n", params, body);
  };
  const std::string kTexts[] = {
      relax("x: R.Tensor((2,), dtype=\"flaot32\")", "return x"),
      relax("x: R.Tensor((2,), \"flaot32\")", "return x"),
      relax("x: R.Prim(\"flaot32\")", "return x"),
      relax("x: T.flaot32", "return x"),
      relax("x: \"flaot32\"", "return x"),
      relax("x: R.Tensor((2,))", "return R.astype(x, dtype=\"flaot32\")"),
      relax("x: R.Tensor((2,))", "return R.zeros(R.shape([2]), dtype=\"flaot32\")"),
      relax("x: R.Tensor((2,))", "return R.const(1, \"flaot32\")"),
      relax("x: R.Tensor((2,))", "return x.astype(\"flaot32\")"),
      relax("x: R.Tensor((2,))", "y = R.dtype(\"flaot32\")\n    return x"),
      "@T.prim_func\ndef main(A: T.Buffer((2,), \"flaot32\")):\n    A[0] = T.float32(1)\n",
      "@T.prim_func\ndef main(A: T.Buffer((2,), \"float32\")):\n    A[0] = T.Cast(\"flaot32\", 1)\n",
      "@T.prim_func\ndef main(A: T.Buffer((2,), \"float32\")):\n    B = T.alloc_buffer((2,), \"flaot32\")\n    A[0] = "
      "T.float32(1)\n",
      "@T.prim_func\ndef main(A: T.Buffer((2,), \"float32\"), n: T.flaot32):\n    A[0] = T.float32(1)\n",
  };
  for (const std::string& text : kTexts)
    EXPECT_THAT(FirstError(text).message, testing::MatchesRegex(".*; did you mean '(T\\.)?float32'\\?")) << text;
}

// What is said of a chain of bindings, each of which puts the one before between these texts, once or twice.
std::string ErrorOfChain(int length, std::string_view before, std::string_view between, std::string_view behind) {
  std::string text = "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    g0 = (x,)\n";
  for (int i = 0; i < length; ++i) {
    std::string last = "g" + std::to_string(i);
    text += "    g" + std::to_string(i + 1) + " = " + std::string(before) + last;
    if (!between.empty()) text += std::string(between) + last;
    text += std::string(behind) + "\n";
  }
  text += "    return x\n";
  Context ctx;
  DiagSink sink;
  ParseProgram(ctx, "m.py", text, sink);
  return sink.ok() ? "" : Render(sink.diags()[0], ctx.sources);
}

TEST(Mistakes, TypesThatBindingsPutTogetherAreBounded) {
  EXPECT_EQ(ErrorOfChain(150, "(", "", ",)"), "");
  EXPECT_THAT(ErrorOfChain(100'000, "(", "", ",)"),
              AllOf(StartsWith("m.py:202:"), HasSubstr("a type nests too deep: expected at most 200 levels")));
  EXPECT_EQ(ErrorOfChain(10, "(", ", ", ")"), "");
  EXPECT_THAT(ErrorOfChain(60, "(", ", ", ")"),
              AllOf(StartsWith("m.py:19:"), HasSubstr("a type is too large: expected at most 100000 types in it")));
}

// Each step squares a size, or adds to one.
TEST(Mistakes, ShapesThatBindingsPutTogetherAreBounded) {
  auto error_of = [](int length, std::string_view step) {
    std::string text = "@R.function\ndef main(g0: R.Tensor((\"n\", \"m\"), \"float32\")):\n";
    for (int i = 0; i < length; ++i) {
      std::string last = "g" + std::to_string(i);
      text += "    g" + std::to_string(i + 1) + " = " + fmt::format(fmt::runtime(step), last) + "\n";
    }
    text += "    return g0\n";
    Context ctx;
    DiagSink sink;
    ParseProgram(ctx, "m.py", text, sink);
    return sink.ok() ? "" : Render(sink.diags()[0], ctx.sources);
  };
  EXPECT_EQ(error_of(5, "R.outer(R.flatten({0}), R.flatten({0}))"), "");
  EXPECT_THAT(error_of(40, "R.outer(R.flatten({0}), R.flatten({0}))"),
              HasSubstr("a shape is too large: expected at most 10000 terms in it"));
  for (const char* step :
       {"R.concat([{0}, R.ones((1, 1), \"float32\")], axis=0)", "R.strided_slice({0}, [0], [0], [9], [2])",
        "R.nn.pad({0}, [1, 1, 1, 1])", "R.repeat({0}, 2, axis=0)"}) {
    std::string error = error_of(3000, step);
    EXPECT_THAT(error, testing::AnyOf("", HasSubstr("a size nests too deep: expected at most 200 levels"))) << step;
  }
}

TEST(Mistakes, NestingSaysTheLimitAndWhere) {
  std::string text =
      "@R.function\ndef main(x: R.Tensor):\n    return " + std::string(5000, '(') + "x" + std::string(5000, ')') + "\n";
  Context ctx;
  DiagSink sink;
  ParseProgram(ctx, "m.py", text, sink);
  ASSERT_FALSE(sink.ok());
  EXPECT_EQ(sink.diags()[0].message, "nesting is too deep: expected at most 200 levels");
  std::string shown = Render(sink.diags()[0], ctx.sources);
  EXPECT_THAT(shown, StartsWith("m.py:3:"));
  EXPECT_THAT(shown, HasSubstr("^"));
}

// As TVM prints and reads it: the field stays in the match_cast.
TEST(Mistakes, AFieldInAMatchCastStaysThere) {
  std::string text = R"(@I.ir_module
class Module:
    @R.function
    def main(t: R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor((2,), dtype="float32"))) -> R.Tensor(dtype="float32", ndim=1):
        n = T.int64()
        lv: R.Tensor((n,), dtype="float32") = R.match_cast(t[0], R.Tensor((n,), dtype="float32"))
        return lv)";
  Context ctx;
  Result<Module> module = ParseModule(ctx, "m.py", text);
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  EXPECT_THAT(PrintModule(*module), HasSubstr("R.match_cast(t[0], R.Tensor((n,), dtype=\"float32\"))"));
}

}  // namespace
}  // namespace assay
