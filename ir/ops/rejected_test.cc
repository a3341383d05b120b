// Each labelled precondition of the table is broken by one case, in testdata/rejected.txt or here, and the diagnostic
// bears its label.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "ir/ops/infer.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

struct Case {
  std::string label;
  // "name: type"
  std::vector<std::string> vars;
  std::string call;
};

std::string Trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return std::string(text);
}

std::vector<Case> ReadCases() {
  std::ifstream in("ir/ops/testdata/rejected.txt");
  std::vector<Case> cases;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string> columns;
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = line.find('|', begin);
      columns.push_back(Trimmed(std::string_view(line).substr(begin, end - begin)));
    }
    cases.push_back({columns.front(), {columns.begin() + 1, columns.end() - 1}, columns.back()});
  }
  return cases;
}

// The label under which the case is refused; empty when it is accepted.
std::string RuleOf(const Case& one) {
  Context ctx;
  NamedVars vars;
  for (const std::string& var : one.vars) {
    size_t colon = var.find(':');
    Result<const Type*> type = ParseType(ctx, Trimmed(var.substr(colon + 1)), vars);
    if (!type.ok()) return "type: " + type.error().message;
    vars[var.substr(0, colon)] = MakeVar(ctx, var.substr(0, colon), *type);
  }
  Result<const Expr*> call = ParseExpr(ctx, one.call, vars);
  if (!call.ok()) return call.error().rule.empty() ? "call: " + call.error().message : call.error().rule;
  Result<const Expr*> typed = WithInferredTypes(ctx, nullptr, *call);
  return typed.ok() ? "" : typed.error().rule;
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
    {"call_tir_local_view.r1",
     [](Context& c) { return KernelCall(c, "dist.call_tir_local_view", true, false, {}); }},
    {"call_tir_local_view.r2",
     [](Context& c) { return KernelCall(c, "dist.call_tir_local_view", false, true, {}); }},
    {"call_tir_local_view.r3",
     [](Context& c) { return KernelCall(c, "dist.call_tir_local_view", true, true, {}); }},
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
  std::vector<Case> cases = ReadCases();
  EXPECT_FALSE(cases.empty());
  for (const Case& one : cases) EXPECT_EQ(RuleOf(one), one.label) << one.call;
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
  for (const Case& one : ReadCases()) covered.insert(one.label);
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
