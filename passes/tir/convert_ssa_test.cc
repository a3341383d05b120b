// ConvertSSA on what text cannot say: one variable with two definitions, in one kernel and in two.
#include <set>

#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/walk.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/test_graphs.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kKernel = R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        T.func_attr({"global_symbol": "main"})
        for i in range(8):
            x: T.let[T.int32] = i * 2
            B = T.alloc_buffer((1,), "int32")
            B[0] = x
            A[i] = B[0] + x
)";

class ConvertSSATest : public testing::Test {
 protected:
  const PrimFunc* Kernel() {
    Result<Module> module = ParseModule(ctx_, "kernel.py", std::string(kKernel));
    EXPECT_TRUE(module.ok()) << module.error().message;
    return As<PrimFunc>(module->Find("main"));
  }
  Module Converted(const Module& module) {
    PassContext pass_ctx(ctx_);
    Result<Module> made = RunPass(pass_ctx, {&tir_pass::kConvertSSA, {}}, module);
    EXPECT_TRUE(made.ok()) << made.error().message;
    return *made;
  }

  Context ctx_;
};

constexpr std::string_view kMatched = R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "int32"), first: T.int32):
        T.func_attr({"global_symbol": "main"})
        for i in range(8):
            with T.sblock("row"):
                v = T.axis.spatial(8, i)
                T.reads(A[v, 0:8])
                T.writes(A[v, 0:8])
                B = T.match_buffer(A[v, 0:8], (1, 8), "int32", offset_factor=1)
                B[0, 1] = B[0, 0] + first
)";

// What a block matches is its own: the pointer, and where it lies.
TEST_F(ConvertSSATest, ABlockThatMatchesAndStandsTwice) {
  Result<Module> module = ParseModule(ctx_, "kernel.py", std::string(kMatched));
  ASSERT_TRUE(module.ok()) << module.error().message;
  const auto* func = As<PrimFunc>(module->Find("main"));
  Module twice = ModuleOf(ctx_, {{"main", WithBody(ctx_, func, MakeSeqStmt(ctx_, {func->body, func->body}))}});
  Module made = Converted(twice);
  EXPECT_TRUE(IsWellFormed(ctx_, made));
  std::vector<const Buffer*> views;
  WalkOnce(made.Find("main"), [&](const Node* node) {
    if (const auto* match = As<MatchBufferRegion>(node)) views.push_back(match->buffer);
  });
  ASSERT_EQ(views.size(), 2);
  EXPECT_NE(views[0]->data, views[1]->data);
  ASSERT_TRUE(Is<Var>(views[0]->elem_offset));
  EXPECT_NE(views[0]->elem_offset, views[1]->elem_offset);
  EXPECT_TRUE(Equal(Converted(made), made));
}

TEST_F(ConvertSSATest, AStatementThatStandsTwice) {
  const PrimFunc* func = Kernel();
  Module module = ModuleOf(ctx_, {{"main", WithBody(ctx_, func, MakeSeqStmt(ctx_, {func->body, func->body}))}});
  ASSERT_FALSE(IsWellFormed(ctx_, module));
  Module made = Converted(module);
  EXPECT_TRUE(IsWellFormed(ctx_, made));
  const auto* seq = As<SeqStmt>(As<PrimFunc>(made.Find("main"))->body);
  ASSERT_NE(seq, nullptr);
  EXPECT_TRUE(Equal(seq->seq[0], func->body));
  EXPECT_NE(seq->seq[1], seq->seq[0]);
  EXPECT_TRUE(Equal(Converted(made), made));
}

// A loop of threads defines a variable of its own, and one of its binding.
TEST_F(ConvertSSATest, ALoopOfThreadsThatStandsTwice) {
  Result<Module> parsed = ParseModule(ctx_, "threads.py", R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in T.thread_binding(8, thread="threadIdx.x"):
            A[i] = A[i] + 1
)");
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  const auto* func = As<PrimFunc>(parsed->Find("main"));
  Module made =
      Converted(ModuleOf(ctx_, {{"main", WithBody(ctx_, func, MakeSeqStmt(ctx_, {func->body, func->body}))}}));
  EXPECT_TRUE(IsWellFormed(ctx_, made));
}

TEST_F(ConvertSSATest, KernelsThatShareVariables) {
  const PrimFunc* func = Kernel();
  PrimFunc* other = ctx_.arena.New<PrimFunc>(*func);
  other->attrs = WithAttr(ctx_, func->attrs, "global_symbol", MakeAttrString(ctx_, "other"));
  Module made = Converted(ModuleOf(ctx_, {{"main", func}, {"other", other}}));
  std::vector<const Var*> first = VarsIn(made.Find("main"));
  for (const Var* var : VarsIn(made.Find("other")))
    EXPECT_EQ(std::ranges::find(first, var), first.end()) << var->name.text();
}

TEST_F(ConvertSSATest, WhatHasOneDefinitionStays) {
  Module module = ModuleOf(ctx_, {{"main", Kernel()}});
  EXPECT_EQ(Converted(module).Find("main"), module.Find("main"));
}

TEST_F(ConvertSSATest, LetsOfOneNodeGetVariablesOfTheirOwn) {
  const Var* n = MakeVar(ctx_, "n", DType::Int(32));
  Let* let = ctx_.arena.New<Let>();
  let->var = MakeVar(ctx_, "x", DType::Int(32));
  let->value = n;
  let->body = MakeBinary(ctx_, NodeKind::kMul, let->var, let->var);
  let->type = let->body->type;
  const Expr* twice = MakeBinary(ctx_, NodeKind::kAdd, MakeBinary(ctx_, NodeKind::kMul, let, n), let);
  std::set<const Var*> vars;
  WalkBeforeChildren(WithOwnLets(ctx_, twice), [&](const Node* node) {
    if (const auto* found = As<Let>(node)) vars.insert(found->var);
    return true;
  });
  EXPECT_EQ(vars.size(), 2u);
}

}  // namespace
}  // namespace assay
