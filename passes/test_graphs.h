// Makers of small Relax functions for tests and benchmarks: typed calls bound one after the other.
#pragma once

#include <string_view>
#include <vector>

#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "passes/pass.h"

namespace assay {

class GraphMaker {
 public:
  explicit GraphMaker(Context& context, bool dataflow = true) : ctx(context), dataflow_(dataflow) {}

  const Var* Param(std::string_view name, const std::vector<const Expr*>& dims, DType dtype = DType::Float(32)) {
    params_.push_back(MakeVar(ctx, name, MakeTensorType(ctx, dims, dtype)));
    return params_.back();
  }
  const Var* ParamOfType(std::string_view name, const Type* type) {
    params_.push_back(MakeVar(ctx, name, type));
    return params_.back();
  }
  // A call of an operator of the table, with its inferred type.
  const Var* Op(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs = {}) {
    const OpSpec* row = FindOp(op);
    ASSAY_CHECK(row != nullptr, op);
    auto typed = WithInferredType(ctx, nullptr, MakeOpCall(ctx, *row, args, attrs));
    return Bind(*typed);
  }
  const Var* Bind(const Expr* value, VarFlavor flavor = VarFlavor::kPlain) {
    bool local = dataflow_ && flavor == VarFlavor::kPlain;
    const Var* var = MakeVar(ctx, local ? "lv" : "gv", value->type, local ? VarFlavor::kDataflow : VarFlavor::kPlain);
    bindings_.push_back(MakeBinding(ctx, var, value));
    return var;
  }
  // Binds the result to a variable that is visible outside the block, and closes the function.
  const Function* Return(const Expr* result, const AttrDict* attrs = nullptr) {
    const Expr* body = result;
    if (dataflow_ && Is<Var>(result) && static_cast<const Var*>(result)->flavor == VarFlavor::kDataflow) {
      const Var* output = MakeVar(ctx, "gv", result->type);
      bindings_.push_back(MakeBinding(ctx, output, result));
      body = output;
    }
    std::vector<const BindingBlock*> blocks;
    if (!bindings_.empty()) blocks.push_back(MakeBlock(ctx, bindings_, dataflow_));
    return MakeFunction(ctx, params_, MakeSeq(ctx, blocks, body), body->type, true, attrs);
  }
  const Function* ReturnAs(const Expr* result, std::string_view symbol) {
    return Return(result, MakeSortedDict(ctx, {{"global_symbol", MakeAttrString(ctx, symbol)}}));
  }

  Context& ctx;

 private:
  bool dataflow_;
  std::vector<const Var*> params_;
  std::vector<const Binding*> bindings_;
};

inline Module ModuleOf(Context& ctx, const std::vector<std::pair<std::string_view, const Expr*>>& functions) {
  std::vector<ModuleEntry> entries;
  for (auto [name, func] : functions) entries.push_back({MakeGlobalVar(ctx, name), func});
  return WithEntries(ctx, {}, entries);
}

// A chain of `count` elementwise operators over a rows × 8 float32 tensor; `rows` may be symbolic.
inline Module ChainModule(Context& ctx, int count, const Expr* rows) {
  GraphMaker graph(ctx);
  const Var* x = graph.Param("x", {rows, MakeInt(ctx, 8)});
  const Var* y = graph.Param("y", {rows, MakeInt(ctx, 8)});
  const Var* last = x;
  constexpr std::string_view kOps[] = {"add", "multiply", "subtract"};
  for (int i = 0; i < count; ++i) {
    last = i % 2 == 0 ? graph.Op(kOps[i / 2 % 3], {last, y}) : graph.Op("nn.relu", {last});
  }
  return ModuleOf(ctx, {{"main", graph.ReturnAs(last, "main")}});
}

// The same with no two kernels alike: concat with `y` and relu by turns, so that every operator sees another shape.
inline Module VariedChainModule(Context& ctx, int count) {
  GraphMaker graph(ctx);
  const Var* last = graph.Param("x", {MakeInt(ctx, 8), MakeInt(ctx, 8)});
  const Var* y = graph.Param("y", {MakeInt(ctx, 8), MakeInt(ctx, 8)});
  AttrItems axis{{"axis", MakeAttrInt(ctx, 0)}};
  for (int i = 0; i < count; ++i) {
    last = i % 2 == 0 ? graph.Op("concat", {MakeTuple(ctx, {last, y})}, axis) : graph.Op("nn.relu", {last});
  }
  return ModuleOf(ctx, {{"main", graph.ReturnAs(last, "main")}});
}

}  // namespace assay
