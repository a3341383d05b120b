// Which values of a dataflow block may be overwritten, and which variables kernels write to.
#include "passes/analysis/block_storage.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/text/parse.h"
#include "passes/analysis/overwritten.h"

namespace assay {
namespace {

// Of a function of x and y (4 float32) that binds what the lines say, beside two kernels.
class BlockStorageTest : public testing::Test {
 protected:
  const Function* FunctionOf(std::string_view lines, std::string_view result, bool dataflow) {
    std::string text = R"(from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reads(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i]

    @T.prim_func(private=True, s_tir=True)
    def points(A: T.Buffer((4,), "float32")):
        T.evaluate(T.call_extern("int32", "f", A.data))

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")) -> R.Object:
        cls = Module
)";
    std::string indent = dataflow ? "            " : "        ";
    if (dataflow) text += "        with R.dataflow():\n";
    for (size_t at = 0; at < lines.size();) {
      size_t end = std::min(lines.find('\n', at), lines.size());
      text += indent + std::string(lines.substr(at, end - at)) + "\n";
      at = end + 1;
    }
    if (dataflow) text += fmt::format("{}R.output({})\n", indent, result);
    text += fmt::format("        return {}\n", result);
    Result<Module> parsed = ParseModule(ctx_, "test.py", text);
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : Render(parsed.error(), ctx_.sources)) << text;
    if (!parsed.ok()) return nullptr;
    module_ = *parsed;
    return As<Function>(module_.Find("main"));
  }

  Context ctx_;
  Module module_;
};

TEST_F(BlockStorageTest, WhatTheLastBindingMayOverwrite) {
  struct Case {
    const char* name;
    // The last one calls an operator of `a`.
    const char* lines;
    bool may;
  };
  const Case cases[] = {
      {"what the block made", "a = R.add(x, y)\nz = R.exp(a)", true},
      {"a parameter", "a = x\nz = R.exp(a)", false},
      {"a view of what the block made", "b = R.add(x, y)\na = R.reshape(b, R.shape([4]))\nz = R.exp(a)", true},
      {"a view of a parameter", "a = R.reshape(x, R.shape([4]))\nz = R.exp(a)", false},
      {"beside another view of it", "a = R.add(x, y)\nb = R.reshape(a, R.shape([4]))\nz = R.add(a, b)", false},
      {"beside itself", "a = R.add(x, y)\nz = R.add(a, a)", true},
      {"what is made of nothing", "a = R.zeros(R.shape([4]), dtype=\"float32\")\nz = R.exp(a)", false},
      {"a field of what the block made", "b = R.add(x, y)\nt = (b, x)\na = t[0]\nz = R.exp(a)", true},
      {"a field that is a parameter", "b = R.add(x, y)\nt = (b, x)\na = t[1]\nz = R.exp(a)", false},
      {"what a call may have given back",
       "a = R.call_pure_packed(\"f\", x, ty_args=R.Tensor((4,), \"float32\"))\nz = "
       "R.exp(a)",
       false},
  };
  for (const Case& one : cases) {
    const Function* func = FunctionOf(one.lines, "z", true);
    ASSERT_NE(func, nullptr);
    const BindingBlock* block = nullptr;
    for (const BindingBlock* each : func->body->blocks) block = each->is_dataflow ? each : block;
    ASSERT_NE(block, nullptr) << one.name;
    BlockStorage storage(block);
    size_t last = block->bindings.size() - 1;
    const Var* a = nullptr;
    for (const Binding* binding : block->bindings) a = binding->var->name == "a" ? binding->var : a;
    EXPECT_EQ(storage.MayOverwrite(a, As<Call>(block->bindings[last]->value), last), one.may) << one.name;
  }
}

TEST_F(BlockStorageTest, WhatIsReadLaterStays) {
  const Function* func = FunctionOf("a = R.add(x, y)\nb = R.exp(a)\nz = R.add(a, b)", "z", true);
  ASSERT_NE(func, nullptr);
  const BindingBlock* block = func->body->blocks.back();
  BlockStorage storage(block);
  const Var *a = block->bindings[0]->var, *b = block->bindings[1]->var, *z = block->bindings[2]->var;
  EXPECT_FALSE(storage.MayOverwrite(a, As<Call>(block->bindings[1]->value), 1));
  EXPECT_TRUE(storage.MayOverwrite(a, As<Call>(block->bindings[2]->value), 2));
  EXPECT_TRUE(storage.MayOverwrite(b, As<Call>(block->bindings[2]->value), 2));
  // A result of the block is read behind it.
  EXPECT_FALSE(storage.MayOverwrite(z, As<Call>(block->bindings[2]->value), 2));
}

TEST_F(BlockStorageTest, WhatKernelsWriteTo) {
  struct Case {
    const char* name;
    const char* lines;
    const char* overwritten;
  };
  const Case cases[] = {
      {"nothing", "a = R.add(x, y)", ""},
      {"the output", "a = R.add(x, x)\ncls.reads(x, a)", "a"},
      {"what it points to", "a = R.add(x, x)\ncls.points(a)", "a"},
      {"what shares storage, in either direction",
       "a = R.add(x, x)\nb = R.reshape(a, R.shape([4]))\nc = b\ncls.reads(x, b)", "abc"},
      {"a copy shares none", "a = R.add(x, x)\nb = R.exp(a)\ncls.reads(x, b)", "b"},
  };
  for (const Case& one : cases) {
    const Function* func = FunctionOf(one.lines, "x", false);
    ASSERT_NE(func, nullptr);
    std::set<std::string> names;
    for (const Var* var : OverwrittenByKernels(module_, func)) names.insert(var->name.str());
    EXPECT_EQ(fmt::format("{}", fmt::join(names, "")), one.overwritten) << one.name;
  }
}

TEST_F(BlockStorageTest, CallsInPlace) {
  struct Case {
    const char* name;
    const char* lines;
    bool by_themselves, with_kernels;
  };
  const Case cases[] = {
      {"none", "a = R.add(x, y)", false, false},
      {"an operator's",
       "a = R.add(x, y)\nb = R.call_tir_inplace(cls.reads, (x, a), inplace_indices=[1], "
       "out_ty=R.Tensor((4,), \"float32\"))",
       true, true},
      {"a kernel's", "a = R.add(x, x)\ncls.reads(x, a)", false, true},
  };
  for (const Case& one : cases) {
    const Function* func = FunctionOf(one.lines, "x", false);
    ASSERT_NE(func, nullptr);
    EXPECT_EQ(HasInplaceCalls(func), one.by_themselves) << one.name;
    EXPECT_EQ(HasInplaceCalls(module_, func), one.with_kernels) << one.name;
  }
}

}  // namespace
}  // namespace assay
