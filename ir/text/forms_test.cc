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

// A call as Python's function of the operator takes it, and as it is written.
struct PythonCall {
  std::string_view written, read;
};

TEST(Forms, OperatorsAsPythonCallsThem) {
  constexpr PythonCall kCalls[] = {
      {"R.arange(10)", "R.arange(0, 10, 1, dtype=\"int64\")"},
      {"R.arange(1, end=7, step=2, dtype=\"int32\")", "R.arange(1, 7, 2, dtype=\"int32\")"},
      {"R.arange(0.5, 2.0)", "R.arange(T.float64(0.5), T.float64(2.0), 1, dtype=\"float32\")"},
      {"R.eye(3)", "R.eye(3, 3, 0, dtype=\"float32\")"},
      {"R.eye(3, 4, dtype=\"int32\")", "R.eye(3, 4, 0, dtype=\"int32\")"},
      {"R.eye_like(x)", "R.eye_like(x, 0, dtype=None)"},
      {"R.tril(x)", "R.tril(x, 0)"},
      {"R.unique(x, return_index=True)", "R.unique(x, True, True, False, False)"},
      {"R.memory.view(data=x, shape=(8,))", "R.memory.view(x, R.shape([8]), R.tuple(), R.tuple())"},
      {"R.memory.view(x, dtype=\"int32\")", "R.memory.view(x, R.tuple(), R.dtype(\"int32\"), R.tuple())"},
      {"R.sort(x=x)", "R.sort(x, axis=-1, descending=False)"},
      {"R.builtin.alloc_tensor((4,), \"float32\", 0)",
       "R.builtin.alloc_tensor(R.shape([4]), R.dtype(\"float32\"), 0, R.str(\"global\"))"},
      {"R.nn.attention(q, q, q, b, 0.5)",
       "R.nn.attention_bias(q, q, q, b, scale=T.float32(0.5), causal_mask=None, window_size=None)"},
      {"R.nn.attention(q, q, q, None)", "R.nn.attention(q, q, q, scale=None, causal_mask=None, window_size=None)"},
      {"R.nn.max_pool2d(q, (2, 2), (1, 1), (0, 1))",
       "pool_size=[2, 2], strides=[1, 1], dilation=[1, 1], padding=[0, 1, 0, 1]"},
      {"R.nn.pad(x, (0, 0, 1, 1), \"reflect\", 2.0)", "pad_width=[0, 0, 1, 1], pad_value=2.0, pad_mode=\"reflect\""},
      {"R.image.resize2d(q, 8)", "R.image.resize2d(q, R.shape([8, 8]), roi=[T.float32(0.0), "},
      {"R.hint_on_device(x, R.cuda(1))", "R.hint_on_device(x, R.device(device_type=2, index=1), \"global\")"},
  };
  for (const PythonCall& call : kCalls) {
    std::string text = Read(
        "    @R.function(pure=False)\n    def main(x: R.Tensor((4, 4), \"float32\"), q: R.Tensor((1, 4, 2, 8), "
        "\"float32\"), "
        "b: R.Tensor((1, 2, 4, 4), \"float32\")):\n        gv = " +
        std::string(call.written) + "\n        return gv\n");
    EXPECT_THAT(text, HasSubstr(std::string(call.read))) << call.written;
  }
  EXPECT_THAT(Graph("        y = R.arange()\n"), HasSubstr("R.arange needs 'stop'"));
  EXPECT_THAT(Graph("        y = R.hint_on_device(x, R.gpu(0))\n"), HasSubstr("expected R.device"));
}

TEST(Forms, KernelsAsPeopleWriteThem) {
  EXPECT_THAT(Kernel("        for i in range(64):\n            if 0 <= i < 4:\n                A[i] = 1.0\n"),
              HasSubstr("if 0 <= i and i < 4:"));
  EXPECT_THAT(Kernel("        A[T.ramp(0, 1, 4)] = T.broadcast(T.float32(1), 4)\n"),
              HasSubstr("A[0:4] = T.Broadcast(T.float32(1.0), 4)"));
  EXPECT_THAT(Kernel("        with T.Assert(A[0] > 0.0, \"bad\"):\n            A[0] = 1.0\n"),
              HasSubstr("assert A[0] > T.float32(0.0), (\"RuntimeError\", [\"bad\"])\n        A[0] = T.float32(1.0)"));
  EXPECT_THAT(
      Kernel("        for i in range(T.ceildiv(63, 4)):\n            A[i] = T.Cast(\"float32\", T.ceildiv(i, 3))\n"),
      HasSubstr("for i in range(16):\n            A[i] = T.Cast(\"float32\", (i + 3 - 1) // 3)"));
  std::string nested = "T.Cast(\"int32\", A[0])";
  for (int i = 0; i < 40; ++i) nested = (i % 2 == 0 ? "T.abs(" : "T.ceildiv(9, ") + nested + ")";
  EXPECT_THAT(Kernel("        A[0] = T.Cast(\"float32\", " + nested + ")\n"), HasSubstr("nest too deep"));
  EXPECT_THAT(Kernel("        A[0] = T.ceildiv(A[0], 2.0)\n"), HasSubstr("expected two integers"));
}

TEST(Forms, UnpackingAndAsType) {
  std::string text = Graph(
      "        with R.dataflow():\n            t = R.split(x, 2)\n            a, b = t\n            y = "
      "b.astype(\"float16\")\n"
      "            R.output(a, y)\n");
  EXPECT_THAT(text, HasSubstr("a: R.Tensor((1,), dtype=\"float32\") = t[0]\n"));
  EXPECT_THAT(text, HasSubstr("b: R.Tensor((1,), dtype=\"float32\") = t[1]\n"));
  EXPECT_THAT(
      text,
      HasSubstr("y: R.Tensor((1,), dtype=\"float16\") = R.astype(b, dtype=\"float16\")\n            R.output(a, y)"));
  EXPECT_THAT(Graph("        t = R.split(x, 2)\n        a, b, y = t\n"),
              HasSubstr("expected a tuple of 3 fields, got Tuple("));
  EXPECT_THAT(Graph("        a, y = x\n"), HasSubstr("expected a tuple of 2 fields, got Tensor("));
  EXPECT_THAT(Graph("        y = x.astype()\n"), HasSubstr("astype needs 'dtype'"));
}

TEST(Forms, AVoidValueThatABlockGivesOutKeepsItsName) {
  std::string text = Read(
      "    @R.function\n    def main(x: R.Tuple) -> R.Tuple:\n        with R.dataflow():\n            y: R.Tuple = x\n"
      "            R.output(y)\n        return x\n");
  EXPECT_THAT(text, HasSubstr("y: R.Tuple = x\n            R.output(y)"));
}

}  // namespace
}  // namespace assay
