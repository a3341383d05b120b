// The smallest violation of each rule: a module that keeps all rules, changed in one place where text cannot say it.
// Each is rejected by that rule, at the place that breaks it; a rule without a violation here fails the test.
#include <set>

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/check/well_formed.h"
#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"
#include "ir/walk.h"

namespace assay {
namespace {

struct Violation {
  Rule rule;
  // Of the class body.
  std::string text;
  // Changes the module that was read; may be null.
  void (*change)(Context&, Module&);
  // What the report points at begins so.
  std::string_view place;
};

// ---- finding and changing nodes: they are const for everyone else

template <class T>
T* Find(const Module& module, std::string_view function, size_t index = 0) {
  const T* found = nullptr;
  WalkBeforeChildren(module.Find(function), [&](const Node* node) {
    if (const auto* one = As<T>(node); one != nullptr && index-- == 0) found = one;
    return found == nullptr;
  });
  return const_cast<T*>(found);
}
template <class T>
void Replace(Context& ctx, Nodes<T>& list, size_t index, const T* item) {
  std::vector<const T*> items(list.begin(), list.end());
  items[index] = item;
  list = ctx.Copy(items);
}
VarBinding* BindingAt(const Module& module, size_t index) { return Find<VarBinding>(module, "main", index); }
Var* VarAt(const Module& module, size_t binding) { return const_cast<Var*>(BindingAt(module, binding)->var); }

// ---- the modules that are changed

constexpr const char* kPlain = R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y: R.Tensor((2,), "float32") = R.add(x, x)
        z: R.Tensor((2,), "float32") = R.multiply(y, y)
        return z
)";
constexpr const char* kBranches = R"(
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        if c:
            a: R.Tensor((2,), "float32") = R.add(x, x)
            y: R.Tensor((2,), "float32") = R.add(a, a)
        else:
            y: R.Tensor((2,), "float32") = R.multiply(x, x)
        z: R.Tensor((2,), "float32") = R.multiply(y, y)
        return z
)";
constexpr const char* kKernel = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2, 2), "float32"), B: T.Buffer((2, 2), "float32")):
        for i in range(2):
            for j in range(2):
                B[i, j] = A[i, j]
)";
std::string Impure(std::string_view decorator, std::string_view body) {
  return "\n    @R.function" + std::string(decorator) +
         "\n    def main(x: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n" + std::string(body) +
         "        return y\n";
}
constexpr std::string_view kPacked = "        y = R.call_packed(\"f\", x, ty_args=R.Tensor((2,), \"float32\"))\n";

std::string KernelCall(std::string_view out) {
  return std::string(R"(
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        for i in range(2):
            B[i] = A[i]

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor()") +
         std::string(out) + R"(, "float32"))
        return y
)";
}
std::string Block(std::string_view reads, std::string_view value) {
  return std::string(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        for i in range(2):
            with T.sblock("b"):
                v = T.axis.spatial(2, i)
                T.reads()") +
         std::string(reads) + R"()
                T.writes(B[v])
                B[v] = )" +
         std::string(value) + "\n";
}

using C = Context;
using M = Module;

class Violations {
 public:
  void operator()(Rule rule, std::string text, std::string_view place, void (*change)(C&, M&) = nullptr) {
    all.push_back({rule, std::move(text), change, place});
  }
  std::vector<Violation> all;
};

void AddVariables(Violations& add) {
  add(Rule::kRelaxTyped, kPlain, "R.add", [](C&, M& m) { Find<Call>(m, "main")->type = nullptr; });
  add(Rule::kRelaxKnownOp, R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y: R.Tensor((2,), "float32") = R.ad(x, x)
        return y
)",
      "R.ad");
  add(Rule::kRelaxGlobalDefined, KernelCall("(2,)"), "y = R.call_tir",
      [](C& ctx, M& m) { Replace<Expr>(ctx, Find<Call>(m, "main")->args, 0, MakeGlobalVar(ctx, "nobody")); });
  add(Rule::kRelaxGlobalSymbol, R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.func_attr({"global_symbol": "other"})
        return x
)",
      "def main");
  add(Rule::kRelaxGlobalSymbol, R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32")):
        T.func_attr({"global_symbol": "other"})
        A[0] = T.float32(1)
)",
      "def main");
  add(Rule::kRelaxParamUnique, std::string(kPlain) + R"(
    @R.function
    def second(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x
)",
      "x: R.Tensor", [](C& ctx, M& m) {
        auto* second = const_cast<Function*>(As<Function>(m.Find("second")));
        second->params = As<Function>(m.Find("main"))->params;
        const_cast<SeqExpr*>(second->body)->body = second->params[0];
        (void)ctx;
      });
  add(Rule::kRelaxVarDefined, R"(
    @R.function
    def main() -> R.Shape(ndim=1):
        n = T.int64()
        s: R.Shape(ndim=1) = R.shape([n])
        return s
)",
      "s: R.Shape");
  add(Rule::kRelaxVarOnce, kPlain, "y: R.Tensor", [](C&, M& m) { BindingAt(m, 1)->var = BindingAt(m, 0)->var; });
  add(Rule::kRelaxDataflowVar, kPlain, "y: R.Tensor", [](C&, M& m) { VarAt(m, 0)->flavor = VarFlavor::kDataflow; });
  add(Rule::kRelaxDataflowVar, R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        with R.dataflow():
            y = R.add(x, x)
            R.output()
        return y
)",
      "return y");
  add(Rule::kRelaxBranchScope, kBranches, "z: R.Tensor", [](C& ctx, M& m) {
    const Var* inner = Find<If>(m, "main")->true_branch->blocks[0]->bindings[0]->var;
    auto* outer = Find<Call>(m, "main", 3);
    Replace<Expr>(ctx, outer->args, 0, inner);
  });
}

void AddForms(Violations& add) {
  add(Rule::kRelaxSeqPlace, kPlain, "z: R.Tensor", [](C& ctx, M& m) {
    auto* seq = ctx.arena.New<SeqExpr>(*MakeSeq(ctx, {}, BindingAt(m, 0)->var));
    seq->type = BindingAt(m, 0)->var->type;
    BindingAt(m, 1)->value = seq;
  });
  add(Rule::kRelaxNormal, kPlain, "R.add", [](C& ctx, M& m) {
    auto* outer = Find<Call>(m, "main", 1);
    Replace<Expr>(ctx, outer->args, 0, BindingAt(m, 0)->value);
  });
  add(Rule::kRelaxNormal, R"(
    @R.function
    def main(n: T.int64) -> T.int64:
        y = T.Let(n + 3, where={n: T.int64(3)})
        return y
)",
      "T.Let(");
  add(Rule::kRelaxNormal, R"(
    @R.function
    def main(s: R.Shape(["n"])) -> R.Shape(ndim=1):
        n = T.int64()
        y: R.Shape([T.Let(n, where={n: T.int64(3)})]) = s
        return y
)",
      "T.Let(");
  add(Rule::kRelaxTypeCorrect, R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((3,), "float32"):
        y: R.Tensor((3,), "float32") = R.add(x, x)
        return y
)",
      "R.add");
  add(Rule::kRelaxDataflowIf, kBranches, "if c", [](C&, M& m) {
    auto* block = const_cast<BindingBlock*>(As<Function>(m.Find("main"))->body->blocks[0]);
    block->is_dataflow = true;
  });
  add(Rule::kRelaxDataflowPure,
      Impure("(pure=False)", "        with R.dataflow():\n    " + std::string(kPacked) + "            R.output(y)\n"),
      "R.call_packed");
  add(Rule::kRelaxFunctionPure, Impure("", kPacked), "R.call_packed");
  add(Rule::kRelaxForcePure,
      Impure("(pure=False)", "        R.func_attr({\"relax.force_pure\": True})\n" + std::string(kPacked)), "def main");
  add(Rule::kRelaxInlinePrimFunc, std::string(kPlain) + R"(
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((2,), "float32")):
        A[0] = T.float32(1)
)",
      "y: R.Tensor", [](C&, M& m) { BindingAt(m, 0)->value = m.Find("kernel"); });
  add(Rule::kRelaxCallTIR, KernelCall("(3,)"), "R.call_tir");
  add(Rule::kRelaxDimension, R"(
    @R.function
    def main() -> R.Shape(ndim=1):
        s: R.Shape(ndim=1) = R.shape([2])
        return s
)",
      "s: R.Shape", [](C& ctx, M& m) { Replace<Expr>(ctx, Find<ShapeExpr>(m, "main")->values, 0, MakeFloat(ctx, 2)); });
}

void AddKernels(Violations& add) {
  add(Rule::kTirVarDefined, R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32")):
        n = T.int32()
        A[n] = T.float32(1)
)",
      "A[n]");
  add(Rule::kTirVarOnce, kKernel, "i",
      [](C&, M& m) { Find<For>(m, "main", 1)->loop_var = Find<For>(m, "main")->loop_var; });
  add(Rule::kTirBufferDeclared, R"(
    @T.prim_func
    def main(A: T.Buffer((2,), "float32"), n: T.int32):
        if n > 0:
            B = T.alloc_buffer((2,), "float32")
            B[0] = T.float32(1)
        A[0] = T.float32(1)
)",
      "A[0]", [](C&, M& m) { Find<BufferStore>(m, "main", 1)->buffer = Find<BufferStore>(m, "main")->buffer; });
  add(Rule::kTirIndexCount, kKernel, "A[i, j]", [](C&, M& m) {
    auto* load = Find<BufferLoad>(m, "main");
    load->indices = load->indices.first(1);
  });
  add(Rule::kTirStoreType, kKernel, "B[i, j]",
      [](C& ctx, M& m) { Find<BufferStore>(m, "main")->value = MakeInt(ctx, 1); });
  add(Rule::kTirBlockBinding, Block("A[v]", "A[v]"), "with T.sblock",
      [](C&, M& m) { Find<SBlockRealize>(m, "main", 1)->iter_values = {}; });
  add(Rule::kTirCondition, R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32"), n: T.int32):
        if n:
            A[0] = T.float32(1)
)",
      "if n");
  constexpr const char* kPredicated = R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        A.vstore([T.Ramp(0, 1, 4)], A.vload([T.Ramp(4, 1, 4)], predicate=T.Ramp(4, 1, 4) < T.Broadcast(6, 4)), predicate=T.Broadcast(T.bool(True), 4))
)";
  add(Rule::kTirCondition, kPredicated, "A.vload",
      [](C& ctx, M& m) { Find<BufferLoad>(m, "main")->predicate = MakeBool(ctx, true); });
  add(Rule::kTirCondition, kPredicated, "A.vload",
      [](C&, M& m) { Find<BufferStore>(m, "main")->predicate = Find<BufferStore>(m, "main")->value; });
  add(Rule::kTirBlockLoops, Block("A[i]", "A[i]"), "A[i]");
  add(Rule::kTirRegions, Block("", "A[v]"), "A[v]");
  add(Rule::kTirIndexType, R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32")):
        A[T.float32(0)] = T.float32(1)
)",
      "T.float32(0)");
  add(Rule::kTirGlobalDefined, R"(
    @T.prim_func(private=True)
    def inner(A: T.Buffer((2,), "float32")):
        A[0] = T.float32(1)

    @T.prim_func(private=True)
    def main(A: T.Buffer((2,), "float32")):
        Module.inner(A.data)
)",
      "Module.inner", [](C& ctx, M& m) { Find<Call>(m, "main")->op = MakeGlobalVar(ctx, "nobody"); });
  add(Rule::kTirThread, kKernel, "for i", [](C&, M& m) { Find<For>(m, "main")->for_kind = ForKind::kThreadBinding; });
}

void AddScalars(Violations& add) {
  add(Rule::kTirScalar, kKernel, "B[i, j]",
      [](C& ctx, M& m) { Find<BufferStore>(m, "main")->value = MakeTuple(ctx, {}); });
  add(Rule::kTirScalar, R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32")):
        n: T.let[T.float32] = A[0]
        A[1] = n
)",
      "n", [](C& ctx, M& m) {
        const_cast<Var*>(Find<Bind>(m, "main")->var)->type =
            MakeTensorType(ctx, std::vector<const Expr*>{}, DType::Float(32));
      });
  add(Rule::kTirScalar, R"(
    @R.function
    def main(n: T.int64, x: R.Tensor(("n",), "float32")) -> R.Shape(ndim=1):
        y: R.Shape(ndim=1) = R.shape([n + 1])
        return y
)",
      "y: R.Shape", [](C& ctx, M& m) { Find<Add>(m, "main")->b = MakeTuple(ctx, {}); });
}

void AddLogic(Violations& add) {
  auto kernel = [](const std::string& line) {
    return R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 4), "int32"), B: T.Buffer((8,), "bool"), n: T.int32):
        )" +
           line + "\n";
  };
  add(Rule::kTirCondition, kernel("A[0, 0] = T.Select(n + 1, 1, 2)"), "T.Select(n + 1");
  add(Rule::kTirCondition, kernel("A[0, 0] = T.if_then_else(n + 1, 1, 2)"), "T.if_then_else(n + 1");
  add(Rule::kTirCondition, kernel("B[0] = T.Not(n + 1)"), "T.Not(n + 1");
  add(Rule::kTirCondition, kernel("B[0] = T.And(n + 1, n + 1)"), "T.And(n + 1");
  add(Rule::kTirCondition, kernel("A[0, 0:4] = T.Select(B[0:2], A[0, 0:4], A[1, 0:4])"), "B[0:2]");
  add(Rule::kTirIndexType, kernel("A[0, 0:4] = A[T.Ramp(0, 1, 4), 0]"), "T.Ramp(0, 1, 4)");
}

std::vector<Violation> AllViolations() {
  Violations add;
  AddVariables(add);
  AddForms(add);
  AddKernels(add);
  AddScalars(add);
  AddLogic(add);
  return add.all;
}

constexpr const char* kHead =
    "from tvm.script import ir as I\nfrom tvm.script import tirx as T\nfrom tvm.script import relax as R\n\n"
    "@I.ir_module\nclass Module:\n";

std::string Reports(const Context& ctx, const DiagSink& sink) {
  std::string all;
  for (const Diag& diag : sink.diags()) all += Render(diag, ctx.sources);
  return all;
}

TEST(ViolationTable, EachIsRejectedByItsRuleAtItsPlace) {
  for (const Violation& violation : AllViolations()) {
    std::string_view label = AllRules()[static_cast<size_t>(violation.rule)].label;
    SCOPED_TRACE(std::string(label) + violation.text);
    Context ctx;
    Result<Module> read = ParseModule(ctx, "test.py", kHead + violation.text);
    ASSERT_TRUE(read.ok()) << Render(read.error(), ctx.sources);
    Module module = *read;
    DiagSink before, after;
    if (violation.change != nullptr) {
      CheckWellFormed(ctx, module, before);
      EXPECT_TRUE(before.ok()) << Reports(ctx, before);
      violation.change(ctx, module);
    }
    CheckWellFormed(ctx, module, after);
    ASSERT_FALSE(after.ok());
    const Diag& diag = after.diags().front();
    EXPECT_EQ(diag.rule, label) << Reports(ctx, after);
    ASSERT_NE(diag.span.file, 0u) << "it names no place: " << diag.message;
    std::string_view at = ctx.sources.TextOf(diag.span.file).substr(diag.span.begin);
    EXPECT_TRUE(at.starts_with(violation.place)) << Reports(ctx, after);
  }
}

TEST(ViolationTable, EveryRuleHasOne) {
  std::set<Rule> broken;
  for (const Violation& violation : AllViolations()) broken.insert(violation.rule);
  for (size_t i = 0; i < AllRules().size(); ++i)
    EXPECT_TRUE(broken.contains(static_cast<Rule>(i))) << AllRules()[i].label;
}

// The shape is the binding's value, its type and that of its variable.
TEST(ViolationTable, WhatIsMetMoreThanOnceIsSaidOnce) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", std::string(kHead) + R"(
    @R.function
    def main(n: T.int64) -> R.Shape(ndim=1):
        y: R.Shape(ndim=1) = R.shape([T.Let(n, where={n: T.int64(3)})])
        return y
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  DiagSink sink;
  CheckWellFormed(ctx, *module, sink);
  EXPECT_EQ(sink.diags().size(), 1u) << Reports(ctx, sink);
}

// One run reports all violations, each under its own rule.
TEST(ViolationTable, AllAreReportedInOneRun) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", std::string(kHead) + R"(
    @R.function
    def one(x: R.Tensor((2,), "float32")) -> R.Tensor((3,), "float32"):
        R.func_attr({"global_symbol": "other"})
        y: R.Tensor((3,), "float32") = R.add(x, x)
        _ = R.call_packed("f", x)
        return y

    @T.prim_func(s_tir=True)
    def two(A: T.Buffer((2,), "float32"), n: T.int32):
        m = T.int32()
        if n:
            A[m] = T.float32(1)
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  DiagSink sink;
  CheckWellFormed(ctx, *module, sink);
  std::set<std::string> rules;
  for (const Diag& diag : sink.diags()) rules.insert(diag.rule);
  for (const char* rule : {"relax.wf3", "relax.wf11", "relax.wf14", "tir.wf1", "tir.wf7"}) {
    EXPECT_TRUE(rules.contains(rule)) << rule << "\n" << Reports(ctx, sink);
  }
}

}  // namespace
}  // namespace assay
