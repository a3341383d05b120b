// Forms that only the reader knows: older scopes, Python's own expressions, spellings that become other nodes. What
// they become is shown as the writer's text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;

std::string Read(const std::string& functions) {
  Context ctx;
  std::string head = "from tvm.script import ir as I, tir as T, relax as R\n@I.ir_module\nclass Module:\n";
  Result<Module> module = ParseModule(ctx, "test.py", head + functions);
  return module.ok() ? PrintModule(*module) : Render(module.error(), ctx.sources);
}
std::string Kernel(const std::string& body, const std::string& params = "A: T.Buffer((64,), \"float32\")") {
  return Read("    @T.prim_func\n    def main(" + params + "):\n" + body);
}
std::string Graph(const std::string& body) {
  return Read("    @R.function(pure=False)\n    def main(x: R.Tensor((2,), \"float32\")) -> R.Object:\n" + body +
              "        return y\n");
}

TEST(Forms, AllocationsOf017AreFlat) {
  std::string text = Kernel(
      "        p = T.allocate([32], \"float32\", \"shared\")\n"
      "        B = T.Buffer((32,), data=p, scope=\"shared\")\n"
      "        B[0] = A[0]\n");
  EXPECT_THAT(text, HasSubstr("p = T.alloc_shared((32,))\n"));
  EXPECT_THAT(text, HasSubstr("B = T.Buffer((32,), data=p.data, scope=\"shared\")\n        B[0] = A[0]"));
  text = Kernel(
      "        with T.allocate([32], \"float32\", \"global\") as p:\n"
      "            with T.decl_buffer((32,), data=p) as B:\n"
      "                B[0] = A[0]\n");
  EXPECT_THAT(text, HasSubstr("p = T.alloc_buffer((32,))\n"));
  EXPECT_THAT(text, HasSubstr("        B[0] = A[0]"));
  EXPECT_THAT(Kernel("        p = T.allocate([32], \"float32\", \"global\", A[0] > T.float32(0))\n"),
              HasSubstr("under a condition"));
}

TEST(Forms, ListsOfBuffers) {
  std::string text = Kernel("        A[0] = T.Cast(\"float32\", A.shape[0] + A.strides[0])\n",
                            "A: T.Buffer((64,), \"float32\", strides=(2,))");
  EXPECT_THAT(text, HasSubstr("A[0] = T.Cast(\"float32\", 66)"));
  EXPECT_THAT(Kernel("        A[A.shape[1]] = T.float32(0)\n"), HasSubstr("outside the list"));
}

TEST(Forms, AccessPointers) {
  EXPECT_THAT(Kernel("        T.evaluate(A.access_ptr(\"rw\", offset=8))\n"),
              HasSubstr("T.tvm_access_ptr(T.type_annotation(\"float32\"), A.data, 8, 56, 3)"));
}

TEST(Forms, LimitsAndPythonsConditions) {
  EXPECT_THAT(Kernel("        A[0] = T.max_value(\"float32\")\n"), HasSubstr("T.float32(3402823466385288598"));
  EXPECT_THAT(Kernel("        A[0] = T.infinity(\"float32\") if True else T.float32(0)\n"),
              HasSubstr("A[0] = T.float32(\"inf\")"));
  EXPECT_THAT(Kernel("        B[0] = T.min_value(\"int8\")\n", "B: T.Buffer((4,), \"int8\")"),
              HasSubstr("T.int8(-128)"));
  EXPECT_THAT(Kernel("        B[0] = T.max_value(\"uint64\")\n", "B: T.Buffer((4,), \"uint64\")"),
              HasSubstr("T.uint64(18446744073709551615)"));
}

TEST(Forms, Views) {
  EXPECT_THAT(Kernel("        B = A.view(8, 8)\n        B[0, 0] = T.float32(0)\n"), HasSubstr("B = A.view(8, 8)"));
  EXPECT_THAT(Kernel("        B = A.view(\"int8\")\n        B[255] = T.int8(0)\n"), HasSubstr("B = A.view(\"int8\")"));
  EXPECT_THAT(Kernel("        B = A.view(\"float32x3\")\n        T.evaluate(0)\n"), HasSubstr("does not fit"));
}

TEST(Forms, PythonFunctions) {
  std::string call = "y = R.call_py_func(\"f\", x, x, out_sinfo=R.Tensor((2,), \"float32\"))";
  EXPECT_THAT(Graph("        " + call + "\n"),
              HasSubstr("R.call_py_func(R.str(\"f\"), (x, x), ty_args=(R.Tensor((2,), dtype=\"float32\"),))"));
  // The text that TVM writes.
  EXPECT_THAT(Graph("        y: R.Tensor((2,), \"float32\") = R.call_py_func(R.str(\"f\"), (x, x), "
                    "ty_args=(R.Tensor((2,), \"float32\"),))\n"),
              HasSubstr("R.call_py_func(R.str(\"f\"), (x, x), ty_args="));
}

TEST(Forms, WindowsAreCompleted) {
  std::string text = Read(
      "    @R.function\n    def main(x: R.Tensor((1, 3, 8, 8), \"float32\"), w: R.Tensor((4, 3, 3, 3), \"float32\")):\n"
      "        y = R.nn.conv2d(x, w, padding=1)\n        return y\n");
  EXPECT_THAT(text, HasSubstr("strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1]"));
  EXPECT_THAT(text, HasSubstr("out_layout=\"NCHW\""));
}

TEST(Forms, SpecialConstants) {
  EXPECT_THAT(Graph("        y = R.add(x, R.const(float(\"-inf\"), \"float32\"))\n"),
              HasSubstr("R.const(\"-inf\", \"float32\")"));
}

TEST(Forms, ScopesWithoutIndentationAreCapped) {
  std::string body;
  for (int i = 0; i < 5000; ++i) body += "        T.attr({\"k\": 1})\n";
  EXPECT_THAT(Kernel(body + "        A[0] = T.float32(0)\n"), HasSubstr("nested too deeply"));
  std::string names = "i0", extents = "1";
  for (int i = 1; i < 5000; ++i) names += ", i" + std::to_string(i), extents += ", 1";
  EXPECT_THAT(Kernel("        for " + names + " in T.grid(" + extents + "):\n            A[0] = T.float32(0)\n"),
              HasSubstr("too many loops"));
}

// Buffers of one element as TVM writes them.
TEST(Forms, BuffersOfOneElement) {
  std::string text = Read(
      "    @T.prim_func\n"
      "    def f(x: T.Buffer((1,), \"float32\"), y: T.Buffer((8,), \"float32\")):\n"
      "        a = T.alloc_scalar(T.float32, scope=\"global\")\n"
      "        b: T.float32\n"
      "        c = T.decl_scalar(T.float32, data=y.data, elem_offset=3, scope=\"global\")\n"
      "        d = T.decl_scalar(\"float32\", data=a.buffer.data, scope=\"global\")\n"
      "        b = x\n"
      "        a = b + c\n"
      "        x = d\n");
  EXPECT_THAT(text, HasSubstr("a = T.alloc_buffer((1,))"));
  EXPECT_THAT(text, HasSubstr("c = T.decl_buffer((1,), data=y.data, elem_offset=3)"));
  EXPECT_THAT(text, HasSubstr("d = T.decl_buffer((1,), data=a.data)"));
  EXPECT_THAT(text, HasSubstr("b = x[0]\n        a[0] = b + c[0]\n        x[0] = d[0]"));
}

}  // namespace
}  // namespace assay
