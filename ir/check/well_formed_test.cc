// Each rule by a minimal module that breaks it, and by near ones that do not. What text cannot say is built by hand.
#include "ir/check/well_formed.h"
#include "ir/check/known_sound.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/builder.h"
#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

class WellFormedTest : public testing::Test {
 protected:
  // The label of the first violation, "" when there is none.
  std::string Check(const Module& module) {
    DiagSink sink;
    CheckWellFormed(ctx_, module, sink);
    return sink.diags().empty() ? "" : sink.diags().front().rule;
  }
  std::string Check(std::string_view functions) {
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import tirx as T\nfrom tvm.script import relax as R\n\n"
        "@I.ir_module\nclass Module:\n";
    Result<Module> module = ParseModule(ctx_, "test.py", text + std::string(functions));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    return module.ok() ? Check(*module) : "no module";
  }

  // ---- by hand: main(x: Tensor((2,), "float32")) with these bindings and result

  const Type* Vector() { return MakeTensorType(ctx_, std::vector<const Expr*>{MakeInt(ctx_, 2)}, DType::Float(32)); }
  const Var* Plain(std::string_view name) { return MakeVar(ctx_, name, Vector()); }
  const Var* Dataflow(std::string_view name) { return MakeVar(ctx_, name, Vector(), VarFlavor::kDataflow); }
  const Call* Add(const Expr* a, const Expr* b) {
    return MakeCall(ctx_, OpNode(ctx_, "add"), {a, b}, nullptr, {}, Vector());
  }
  std::string CheckMain(const std::vector<const BindingBlock*>& blocks, const Expr* result,
                        std::vector<const Var*> params = {}) {
    if (params.empty()) params.push_back(x_);
    auto* seq = ctx_.arena.New<SeqExpr>(*MakeSeq(ctx_, blocks, result));
    seq->type = result->type;
    const Function* main = MakeFunction(ctx_, params, seq, Vector(), /*is_pure=*/false);
    return Check(WithFunction(ctx_, Module{}, MakeGlobalVar(ctx_, "main"), main));
  }
  const BindingBlock* Block(const std::vector<const Binding*>& bindings, bool dataflow = false) {
    return MakeBlock(ctx_, bindings, dataflow);
  }

  Context ctx_;
  const Var* x_ = Plain("x");
};

TEST_F(WellFormedTest, VariablesAreDefinedOnceAndBeforeUse) {
  const Var *y = Plain("y"), *z = Plain("z");
  EXPECT_EQ(CheckMain({Block({MakeBinding(ctx_, y, Add(x_, x_))})}, y), "");
  EXPECT_EQ(CheckMain({Block({MakeBinding(ctx_, y, Add(x_, z))})}, y), "relax.wf5");
  const Binding* once = MakeBinding(ctx_, y, Add(x_, x_));
  EXPECT_EQ(CheckMain({Block({once, once})}, y), "relax.wf6");
  EXPECT_EQ(CheckMain({}, x_, {x_, x_}), "relax.wf6");
}

TEST_F(WellFormedTest, DataflowVariablesEndWithTheirBlock) {
  const Var *lv = Dataflow("lv"), *y = Plain("y");
  const BindingBlock* inner = Block({MakeBinding(ctx_, lv, Add(x_, x_))}, true);
  EXPECT_EQ(CheckMain({inner, Block({MakeBinding(ctx_, y, x_)})}, y), "");
  EXPECT_EQ(CheckMain({Block({MakeBinding(ctx_, lv, Add(x_, x_))})}, x_), "relax.wf7");
  EXPECT_EQ(CheckMain({inner, Block({MakeBinding(ctx_, y, Add(lv, x_))})}, y), "relax.wf7");
  EXPECT_EQ(CheckMain({inner, Block({MakeBinding(ctx_, y, Add(lv, x_))}, true)}, y), "relax.wf5");
}

TEST_F(WellFormedTest, NormalForm) {
  const Var* y = Plain("y");
  EXPECT_EQ(CheckMain({Block({MakeBinding(ctx_, y, Add(Add(x_, x_), x_))})}, y), "relax.wf10");
  auto* nested = ctx_.arena.New<SeqExpr>(*MakeSeq(ctx_, {}, x_));
  nested->type = Vector();
  EXPECT_EQ(CheckMain({Block({MakeBinding(ctx_, y, nested)})}, y), "relax.wf9");
  const Call* untyped = MakeCall(ctx_, OpNode(ctx_, "add"), {x_, x_});
  EXPECT_EQ(CheckMain({Block({MakeBinding(ctx_, y, untyped)})}, y), "relax.wf1");
}

TEST_F(WellFormedTest, NamesOfFunctions) {
  EXPECT_EQ(Check(R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.func_attr({"global_symbol": "other"})
        return x
)"),
            "relax.wf3");
  EXPECT_EQ(Check(R"(
    @T.prim_func(s_tir=True)
    def kernel(A: T.Buffer((2,), "float32")):
        T.func_attr({"global_symbol": "other"})
        A[0] = T.float32(1)
)"),
            "relax.wf3");
  auto packed = [&](std::string_view attrs) {
    return Check(
        "    @T.prim_func(s_tir=True)\n    def kernel(A: T.Buffer((2,), \"float32\")):\n        T.func_attr({" +
        std::string(attrs) + "})\n        A[0] = T.float32(1)\n");
  };
  EXPECT_EQ(packed(R"("calling_conv": 1, "global_symbol": "__tvm_ffi_kernel")"), "");
  EXPECT_EQ(packed(R"("calling_conv": 1, "global_symbol": "__tvm_ffi_other")"), "relax.wf3");
  EXPECT_EQ(packed(R"("global_symbol": "__tvm_ffi_kernel")"), "relax.wf3");
  const GlobalVar* nobody = MakeGlobalVar(ctx_, "nobody");
  const Var* y = Plain("y");
  const Call* call = MakeCall(ctx_, nobody, {x_}, nullptr, {}, Vector());
  EXPECT_EQ(CheckMain({Block({MakeBinding(ctx_, y, call)})}, y), "relax.wf2");
}

TEST_F(WellFormedTest, AFunctionOwnsItsVariables) {
  const Function* same = MakeFunction(
      ctx_, {x_},
      [&] {
        auto* seq = ctx_.arena.New<SeqExpr>(*MakeSeq(ctx_, {}, x_));
        seq->type = Vector();
        return seq;
      }(),
      Vector());
  Module module = WithFunction(ctx_, Module{}, MakeGlobalVar(ctx_, "one"), same);
  EXPECT_EQ(Check(module), "");
  const Function* other = ctx_.arena.New<Function>(*same);
  EXPECT_EQ(Check(WithFunction(ctx_, module, MakeGlobalVar(ctx_, "two"), other)), "relax.wf4");
}

TEST_F(WellFormedTest, Purity) {
  std::string_view impure = R"(
        y = R.call_packed("test.identity", x, ty_args=R.Tensor((2,), "float32"))
        return y
)";
  auto function = [&](std::string_view decorator, std::string_view attrs) {
    return fmt::format(
        "    @R.function{}\n    def main(x: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n{}{}",
        decorator, attrs, impure.substr(1));
  };
  std::string_view forced = "        R.func_attr({\"relax.force_pure\": True})\n";
  EXPECT_EQ(Check(function("(pure=False)", "")), "");
  EXPECT_EQ(Check(function("", "")), "relax.wf14");
  EXPECT_EQ(Check(function("", forced)), "");
  EXPECT_EQ(Check(function("(pure=False)", forced)), "relax.wf15");
}

// Calls of kernels: shapes follow from the arguments through the kernel's own variables.
TEST_F(WellFormedTest, CallTIRFitsItsKernel) {
  auto call = [&](std::string_view argument, std::string_view out) {
    return Check(fmt::format(R"(
    @T.prim_func(private=True, s_tir=True)
    def flatten(a: T.handle, b: T.handle):
        m, n = T.int64(), T.int64()
        A = T.match_buffer(a, (m, n), "float16")
        B = T.match_buffer(b, (m * n,), "float16")
        for i in range(m * n):
            B[i] = A[i // n, i % n]

    @R.function
    def main(x: R.Tensor({0})) -> R.Tensor({1}):
        cls = Module
        y = R.call_tir(cls.flatten, (x,), out_ty=R.Tensor({1}))
        return y
)",
                             argument, out));
  };
  EXPECT_EQ(call("(8, 4), \"float16\"", "(32,), \"float16\""), "");
  EXPECT_EQ(call("(8, 4), \"float16\"", "(64,), \"float16\""), "relax.wf17");
  EXPECT_EQ(call("(8, 4), \"float16\"", "(4, 8), \"float16\""), "relax.wf17");
  EXPECT_EQ(call("(8, 4), \"float16\"", "(32,), \"float32\""), "relax.wf17");
  EXPECT_EQ(call("(8, 4), \"float32\"", "(32,), \"float16\""), "relax.wf17");
  EXPECT_EQ(call("(8,), \"float16\"", "(8,), \"float16\""), "relax.wf17");
}

TEST_F(WellFormedTest, Kernels) {
  auto kernel = [&](std::string_view body) {
    return Check(
        fmt::format("    @T.prim_func(s_tir=True)\n    def kernel(A: T.Buffer((2,), \"float32\")):\n{}", body));
  };
  EXPECT_EQ(kernel("        for i in range(2):\n            A[i] = T.float32(1)\n"), "");
  auto* store = ctx_.arena.New<BufferStore>();
  const Buffer* declared = MakeBuffer(ctx_, "A", DType::Float(32), {MakeInt(ctx_, 2)});
  const Buffer* unknown = MakeBuffer(ctx_, "B", DType::Float(32), {MakeInt(ctx_, 2)});
  auto check = [&](const Buffer* buffer, const Expr* value, std::vector<const Expr*> indices) {
    store->buffer = buffer;
    store->value = value;
    store->indices = ctx_.Copy(indices);
    auto* func = ctx_.arena.New<PrimFunc>();
    func->params = ctx_.Copy(std::vector<const Var*>{MakeVar(ctx_, "a", DType::Handle())});
    func->buffers = ctx_.Copy(std::vector<const Buffer*>{declared});
    func->body = store;
    return Check(WithFunction(ctx_, Module{}, MakeGlobalVar(ctx_, "kernel"), func));
  };
  const Expr *zero = MakeInt(ctx_, 0), *one = MakeFloat(ctx_, 1);
  EXPECT_EQ(check(declared, one, {zero}), "");
  EXPECT_EQ(check(declared, one, {MakeVar(ctx_, "i", DType::Int(64))}), "tir.wf1");
  EXPECT_EQ(check(unknown, one, {zero}), "tir.wf3");
  EXPECT_EQ(check(declared, one, {zero, zero}), "tir.wf4");
  EXPECT_EQ(check(declared, zero, {zero}), "tir.wf5");
}

TEST_F(WellFormedTest, AShapeThatIsAVariableIsNotDefinedByTypes) {
  const Var* s = MakeVar(ctx_, "s", MakeShapeTypeOfRank(ctx_, 1));
  const Var* x = MakeVar(ctx_, "x", MakeTensorType(ctx_, s, DType::Float(32)));
  const Var* y = Plain("y");
  const BindingBlock* block = Block({MakeBinding(ctx_, y, Add(x_, x_))});
  EXPECT_EQ(CheckMain({block}, y, {x_, s}), "");
  EXPECT_EQ(CheckMain({block}, y, {x_, x}), "relax.wf5");
}

// The first violation in each of them, one after the other.
std::string CheckAll(Context& ctx, const std::vector<Module>& modules) {
  KnownSound known;
  std::string found;
  for (const Module& module : modules) {
    DiagSink sink;
    known.Check(ctx, module, sink);
    found += found.empty() ? "" : " ";
    found += sink.diags().empty() ? "sound" : sink.diags().front().rule;
  }
  return found;
}

TEST_F(WellFormedTest, WhatIsKnownSoundIsNoLongerSoWithoutWhatItNames) {
  const Function* callee = MakeFunction(ctx_, {}, MakeSeq(ctx_, {}, MakeTuple(ctx_, {})), MakeTuple(ctx_, {})->type);
  auto module = [&](const PrimFunc* kernel, bool with_callee) {
    Module made = WithFunction(ctx_, Module{}, MakeGlobalVar(ctx_, "kernel"), kernel);
    return with_callee ? WithFunction(ctx_, made, MakeGlobalVar(ctx_, "f"), callee) : made;
  };
  auto kernel = [&](const Expr* value) {
    auto* func = ctx_.arena.New<PrimFunc>();
    auto* evaluate = ctx_.arena.New<Evaluate>();
    evaluate->value = value;
    func->body = evaluate;
    return func;
  };
  const PrimFunc* plain = kernel(MakeInt(ctx_, 0));
  const PrimFunc* wrong = kernel(MakeVar(ctx_, "i", DType::Int(64)));
  const PrimFunc* caller = kernel(MakeCall(ctx_, MakeGlobalVar(ctx_, "f"), {}));
  EXPECT_EQ(CheckAll(ctx_, {module(plain, true), module(plain, false), module(plain, false)}), "sound sound sound");
  EXPECT_EQ(CheckAll(ctx_, {module(wrong, true), module(wrong, true)}), "tir.wf1 tir.wf1");
  EXPECT_EQ(CheckAll(ctx_, {module(caller, true), module(caller, true), module(caller, false)}),
            "sound sound tir.wf12");
}

// Text cannot say it, so each kernel reads back with parameters of its own.
TEST_F(WellFormedTest, KernelsShareNoParameters) {
  const Var* shared = MakeVar(ctx_, "n", DType::Int(32));
  auto kernel = [&](std::vector<const Var*> params) {
    auto* func = ctx_.arena.New<PrimFunc>();
    func->params = ctx_.Copy(params);
    auto* evaluate = ctx_.arena.New<Evaluate>();
    evaluate->value = MakeInt(ctx_, 0);
    func->body = evaluate;
    return func;
  };
  Module one = WithFunction(ctx_, Module{}, MakeGlobalVar(ctx_, "one"), kernel({shared}));
  EXPECT_EQ(Check(one), "");
  EXPECT_EQ(Check(WithFunction(ctx_, one, MakeGlobalVar(ctx_, "two"), kernel({MakeVar(ctx_, "n", DType::Int(32))}))),
            "");
  EXPECT_EQ(Check(WithFunction(ctx_, one, MakeGlobalVar(ctx_, "two"), kernel({shared}))), "tir.wf2");
}

// Substitution puts a let wherever its variable is used.
TEST_F(WellFormedTest, ALetMayStandTwiceWithOneValue) {
  auto let = [&](const Var* var, int64_t value) {
    auto* node = ctx_.arena.New<Let>();
    node->var = var;
    node->value = MakeInt(ctx_, value);
    node->body = var;
    node->type = var->type;
    return node;
  };
  auto kernel = [&](const Expr* a, const Expr* b) {
    auto* func = ctx_.arena.New<PrimFunc>();
    auto* evaluate = ctx_.arena.New<Evaluate>();
    evaluate->value = MakeBinary(ctx_, NodeKind::kAdd, a, b);
    func->body = evaluate;
    return WithFunction(ctx_, Module{}, MakeGlobalVar(ctx_, "one"), func);
  };
  const Var *t = MakeVar(ctx_, "t", DType::Int(64)), *u = MakeVar(ctx_, "u", DType::Int(64));
  const Let* once = let(t, 1);
  EXPECT_EQ(Check(kernel(once, let(u, 2))), "");
  EXPECT_EQ(Check(kernel(once, once)), "");
  EXPECT_EQ(Check(kernel(once, let(t, 1))), "");
  EXPECT_EQ(Check(kernel(once, let(t, 2))), "tir.wf2");
  EXPECT_EQ(Check(kernel(MakeBinary(ctx_, NodeKind::kAdd, once, once), let(t, 3))), "tir.wf2");
}

// One that nothing declares is of the sizes that are there where it is used.
TEST_F(WellFormedTest, SizesOfAViewThatNothingDeclares) {
  auto kernel = [](std::string_view view, std::string_view use) {
    return fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), k: T.int32):
        n = T.int32()
        for i in range(4):
            with T.sblock("b"):
                v = T.axis.spatial(4, i)
                T.reads(A[0:4])
                T.writes(A[0:4])
                M = T.Buffer({}, dtype="float32", data=A.data)
                {}
)",
                       view, use);
  };
  for (std::string_view use : {"M[0] = T.float32(1)", "A[v] = M[0]", "A[v] = M[0] + M[0]"}) {
    for (std::string_view form : {"({0},)", "({0} + 1,)", "(4,), strides=[{0}]", "(4,), strides=[{0} * 2]",
                                  "(4,), elem_offset={0}", "(4,), elem_offset={0} * 2"}) {
      SCOPED_TRACE(std::string(form) + ": " + std::string(use));
      auto of = [&](std::string_view size) { return Check(kernel(fmt::format(fmt::runtime(form), size), use)); };
      EXPECT_EQ(of("v"), "");
      EXPECT_EQ(of("k"), "");
      EXPECT_EQ(of("i"), "tir.wf8");
      EXPECT_EQ(of("n"), "tir.wf1");
    }
  }
}

// Whatever shows memory from outside is named by the regions of the block, as what it shows.
TEST_F(WellFormedTest, RegionsNameWhatViewsShow) {
  auto kernel = [](std::string_view reads, std::string_view writes, std::string_view views, std::string_view use) {
    return fmt::format(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("b"):
                v = T.axis.spatial(4, i)
                T.reads({})
                T.writes({})
                own = T.sblock_alloc_buffer((4,))
                {}
                {}
)",
                       reads, writes, views, use);
  };
  // Of A, or of the block's own memory.
  constexpr std::string_view kViews[] = {
      "M = T.Buffer((4,), data={0}.data)",
      "M = T.decl_buffer((4,), data={0}.data)",
      "M = T.match_buffer({0}[0:4], (4,))",
      "N = T.match_buffer({0}[0:4], (4,))\n                M = T.Buffer((4,), data=N.data)",
      "N = T.match_buffer({0}[0:4], (4,))\n                M = T.decl_buffer((4,), data=N.data)",
      "N = T.decl_buffer((4,), data={0}.data)\n                M = T.decl_buffer((4,), data=N.data)",
  };
  for (std::string_view view : kViews) {
    SCOPED_TRACE(view);
    auto of = [&](std::string_view reads, std::string_view writes, std::string_view use) {
      return Check(kernel(reads, writes, fmt::format(fmt::runtime(view), "A"), use));
    };
    constexpr std::string_view kStore = "M[v] = T.float32(1)", kLoad = "B[v] = M[v]";
    EXPECT_EQ(of("", "A[0:4]", kStore), "");
    EXPECT_EQ(of("A[0:4]", "B[v]", kStore), "tir.wf9");
    EXPECT_EQ(of("", "B[v]", kStore), "tir.wf9");
    EXPECT_EQ(of("A[0:4]", "", kStore), "tir.wf9");
    EXPECT_EQ(of("A[0:4]", "B[v]", kLoad), "");
    EXPECT_EQ(of("", "A[0:4], B[v]", kLoad), "");
    EXPECT_EQ(of("", "B[v]", kLoad), "tir.wf9");
    for (std::string_view use : {kStore, kLoad})
      EXPECT_EQ(Check(kernel("", "B[v]", fmt::format(fmt::runtime(view), "own"), use)), "");
  }
}

TEST_F(WellFormedTest, LabelsAreUnique) {
  std::set<std::string_view> labels;
  for (const RuleSpec& rule : AllRules()) EXPECT_TRUE(labels.insert(rule.label).second) << rule.label;
}

}  // namespace
}  // namespace assay
