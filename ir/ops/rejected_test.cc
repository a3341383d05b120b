// Each labelled precondition of the table is broken by one case, in testdata/rejected.txt or here, and the diagnostic
// bears its label.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "ir/ops/infer.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/op_spec.h"
#include "ir/ops/rejected_cases.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

// Why the case is refused; empty when it is accepted.
Diag RefusalOf(const RejectedCase& one) {
  Context ctx;
  NamedVars vars;
  for (const std::string& var : one.vars) {
    size_t colon = var.find(':');
    Result<const Type*> type = ParseType(ctx, Trimmed(var.substr(colon + 1)), vars);
    if (!type.ok()) return std::move(type).error();
    vars[var.substr(0, colon)] = MakeVar(ctx, var.substr(0, colon), *type);
  }
  Result<const Expr*> call = ParseExpr(ctx, one.call, vars);
  if (!call.ok()) return std::move(call).error();
  Result<const Expr*> typed = WithInferredTypes(ctx, nullptr, *call);
  return typed.ok() ? Diag{} : std::move(typed).error();
}
std::string RuleOf(const RejectedCase& one) { return RefusalOf(one).rule; }

// The row that a message begins with.
const OpSpec* RowOf(std::string_view message) { return FindOp(message.substr(0, message.find(':'))); }

// What a message lacks that says which operator, what was expected of what, and what was found; empty when nothing.
std::string LackOf(std::string_view message, const std::vector<std::string>& vars) {
  if (RowOf(message) == nullptr) return "the operator";
  const OpSpec& row = *RowOf(message);
  static const std::regex kForm("[a-z0-9_.]+: (expected .+, got .+|.+ differ: .+)");
  static const std::regex kFact(
      "(: (Tensor|DTensor|Shape|Tuple|Callable|Object|[a-z]+[0-9]+|bool)|=|: nothing| has .+ \\(axis [0-9]+\\))");
  std::string text(message);
  if (!std::regex_match(text, kForm)) return "what was expected and found";
  size_t found = text.find(" differ: ");
  std::string facts = text.substr(found != std::string::npos ? found + 7 : text.rfind(", got ") + 5);
  if (!std::regex_search(facts, kFact)) return "a value";
  auto names = [&](std::string_view name) { return facts.find(name) != std::string::npos; };
  bool named = names("out_ty") ||
               std::ranges::any_of(row.operands, [&](const Operand& operand) { return names(operand.name); }) ||
               std::ranges::any_of(row.attrs, [&](const AttrSpec& attr) { return names(attr.name); }) ||
               std::ranges::any_of(vars, [&](const std::string& var) { return names(var.substr(0, var.find(':'))); });
  return named ? "" : "what it is about";
}

// ---- calls that TVMScript has no words for, or that need a module

const Call* KernelCall(Context& ctx, std::string_view op, bool by_name, bool with_type, const AttrItems& attrs) {
  const TensorType* type = MakeTensorType(ctx, Dims{MakeInt(ctx, 2)}, DType::Float(32));
  const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, Dims{MakeInt(ctx, 3)}, DType::Float(32)));
  const Type* function = MakeFuncType(ctx, {}, ctx.Object(), true);
  const Expr* callee = by_name ? static_cast<const Expr*>(MakeGlobalVar(ctx, "f")) : MakeVar(ctx, "f", function);
  std::vector<const Type*> ty_args;
  if (with_type) ty_args.push_back(type);
  return MakeOpCall(ctx, *FindOp(op), {callee, MakeTuple(ctx, {x})}, attrs, ty_args);
}
const Call* PackedCall(Context& ctx, bool opaque, int64_t index) {
  const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, Dims{MakeInt(ctx, 3)}, DType::Float(32)));
  const Expr* callee = MakeVar(ctx, "f", MakeFuncType(ctx, {}, ctx.Object(), true));
  if (opaque) callee = MakeExternFunc(ctx, "f");
  AttrItems attrs{{"inplace_indices", MakeAttrList(ctx, {MakeAttrInt(ctx, index)})}};
  return MakeOpCall(ctx, *FindOp("call_inplace_packed"), {callee, x}, attrs,
                    {MakeTensorType(ctx, Dims{MakeInt(ctx, 2)}, DType::Float(32))});
}

using Maker = const Call* (*)(Context&);
struct BuiltCase {
  std::string_view label;
  Maker make;
};
AttrItems Indices(Context& ctx, int64_t index) {
  return {{"inplace_indices", MakeAttrList(ctx, {MakeAttrInt(ctx, index)})}};
}
AttrItems Gradient(Context& ctx) { return {{"te_grad_name", MakeAttrString(ctx, "g")}}; }
const BuiltCase kBuilt[] = {
    {"call_tir.r1", [](Context& c) { return KernelCall(c, "call_tir", true, false, {}); }},
    {"call_tir.r2", [](Context& c) { return KernelCall(c, "call_tir", false, true, {}); }},
    {"call_tir_with_grad.r1", [](Context& c) { return KernelCall(c, "call_tir_with_grad", true, false, Gradient(c)); }},
    {"call_tir_with_grad.r2", [](Context& c) { return KernelCall(c, "call_tir_with_grad", false, true, Gradient(c)); }},
    {"call_tir_inplace.r1", [](Context& c) { return KernelCall(c, "call_tir_inplace", true, false, Indices(c, 0)); }},
    {"call_tir_inplace.r2", [](Context& c) { return KernelCall(c, "call_tir_inplace", false, true, Indices(c, 0)); }},
    {"call_tir_inplace.r3", [](Context& c) { return KernelCall(c, "call_tir_inplace", true, true, Indices(c, 1)); }},
    {"call_tir_inplace.r4", [](Context& c) { return KernelCall(c, "call_tir_inplace", true, true, Indices(c, 0)); }},
    {"call_dps_packed.r1", [](Context& c) { return KernelCall(c, "call_dps_packed", true, false, {}); }},
    {"call_inplace_packed.r1", [](Context& c) { return PackedCall(c, false, 0); }},
    {"call_inplace_packed.r2", [](Context& c) { return PackedCall(c, true, -1); }},
    {"call_inplace_packed.r3", [](Context& c) { return PackedCall(c, true, 0); }},
    {"call_pure_packed.r1",
     [](Context& c) {
       return MakeOpCall(c, *FindOp("call_pure_packed"), {MakeVar(c, "f", MakeFuncType(c, {}, c.Object(), true))});
     }},
    {"call_py_func.r1",
     [](Context& c) { return MakeOpCall(c, *FindOp("call_py_func"), {MakeString(c, "f"), MakeTuple(c, {})}); }},
    {"call_tir_local_view.r1", [](Context& c) { return KernelCall(c, "dist.call_tir_local_view", true, false, {}); }},
    {"call_tir_local_view.r2", [](Context& c) { return KernelCall(c, "dist.call_tir_local_view", false, true, {}); }},
    {"call_tir_local_view.r3", [](Context& c) { return KernelCall(c, "dist.call_tir_local_view", true, true, {}); }},
    {"to_vdevice.r1",
     [](Context& c) {
       const Var* x = MakeVar(c, "x", MakeTensorTypeOfRank(c, 1, DType::Float(32)));
       return MakeOpCall(c, *FindOp("to_vdevice"), {x}, {{"dst_vdevice", MakeAttrInt(c, 0)}});
     }},
    {"reshape.r2",
     [](Context& c) {
       const Var* x = MakeVar(c, "x", MakeTensorTypeOfRank(c, 2, DType::Float(32)));
       return MakeOpCall(c, *FindOp("reshape"), {x, MakeShape(c, {MakeInt(c, -1)})});
     }},
};

TEST(Rejected, TextCasesBreakTheirPrecondition) {
  std::vector<RejectedCase> cases = RejectedCases();
  EXPECT_FALSE(cases.empty());
  for (const RejectedCase& one : cases) EXPECT_EQ(RuleOf(one), one.label) << one.call << "\n" << RefusalOf(one).message;
}

TEST(Rejected, MessagesSayWhatWasExpectedAndFound) {
  for (const RejectedCase& one : RejectedCases()) {
    std::string message = RefusalOf(one).message;
    EXPECT_EQ(LackOf(message, one.vars), "") << one.label << ": " << message;
  }
  for (const BuiltCase& one : kBuilt) {
    Context ctx;
    Result<const Type*> type = InferType(ctx, nullptr, one.make(ctx));
    ASSERT_FALSE(type.ok()) << one.label;
    EXPECT_EQ(LackOf(type.error().message, {}), "") << one.label << ": " << type.error().message;
  }
}

TEST(Rejected, Wording) {
  auto said = [](std::vector<std::string> vars, std::string call) {
    return RefusalOf({"", std::move(vars), std::move(call)}).message;
  };
  EXPECT_EQ(
      said({"x: R.Tensor((2, 3), dtype=\"float32\")", "w: R.Tensor((4, 5), dtype=\"float32\")"}, "R.matmul(x, w)"),
      "matmul: inner dimensions differ: x has 3 (axis 1), w has 4 (axis 0)");
  EXPECT_EQ(said({"x: R.Tensor((2, \"n\"), dtype=\"float32\")"}, "R.nn.softmax(x, axis=5)"),
            "nn.softmax: expected axis in [-2, 2), got axis=5, x (data): Tensor((2, n), float32)");
  EXPECT_EQ(said({"x: R.Tensor((2, 3), dtype=\"int32\")"}, "R.exp(x)"),
            "exp: expected a float dtype, got x: Tensor((2, 3), int32)");
  EXPECT_EQ(said({"x: R.Tensor((2, 3), dtype=\"float32\")"}, "R.exp(R.shape([2]))"),
            "exp: expected a tensor, got x: Shape([2])");
  EXPECT_EQ(said({"x: R.Tensor((2,), dtype=\"float32\")"}, "R.astype(x, dtype=\"flaot16\")"),
            "astype: attribute dtype: expected a dtype, got \"flaot16\"; did you mean 'float16'?");
  EXPECT_EQ(said({"x: R.Tensor((2,), dtype=\"float32\")"}, "R.nn.softmax(x, axsi=1)"),
            "nn.softmax: attribute axsi: unknown attribute; did you mean 'axis'?");
}

TEST(Rejected, BuiltCasesBreakTheirPrecondition) {
  for (const BuiltCase& one : kBuilt) {
    Context ctx;
    Result<const Type*> type = InferType(ctx, nullptr, one.make(ctx));
    EXPECT_EQ(type.ok() ? "" : type.error().rule, one.label);
  }
}

TEST(Rejected, EveryLabelHasACase) {
  std::set<std::string> covered;
  for (const RejectedCase& one : RejectedCases()) covered.insert(one.label);
  for (const BuiltCase& one : kBuilt) covered.insert(std::string(one.label));
  for (const OpSpec* row : AllOps()) {
    for (const Precondition& rule : row->preconditions) {
      EXPECT_TRUE(covered.contains(std::string(rule.label))) << rule.label << " has no case in rejected.txt";
    }
  }
}

TEST(Rejected, ArityAndKindsOfOperands) {
  Context ctx;
  const Var* x = MakeVar(ctx, "x", MakeTensorTypeOfRank(ctx, 1, DType::Float(32)));
  Result<const Type*> type = InferType(ctx, nullptr, MakeOpCall(ctx, *FindOp("add"), {x}));
  EXPECT_EQ(type.ok() ? "" : type.error().rule, "op.arity");
  auto rule = [](std::string call) { return RuleOf({"", {"x: R.Tensor((2, 3), dtype=\"float32\")"}, call}); };
  EXPECT_EQ(rule("R.exp(R.shape([2]))"), "op.operand");
  EXPECT_EQ(rule("R.zeros(x, dtype=\"float32\")"), "op.operand");
}

}  // namespace
}  // namespace assay
