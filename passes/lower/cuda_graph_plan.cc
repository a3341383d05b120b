#include "passes/lower/cuda_graph_plan.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "ir/walk.h"
#include "passes/analysis/callees.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

void AddOnce(std::vector<const Var*>& vars, const Var* var) {
  if (std::ranges::find(vars, var) == vars.end()) vars.push_back(var);
}

// What sequences give back, and all that it may lie in: by another name, in a tuple, as a view, or because some call
// was given it. Such storage outlives the function, and so is not shared.
class OutputVars {
 public:
  explicit OutputVars(const Function* func) { VisitSeq(func->body); }
  std::unordered_set<const Var*> Take() { return std::move(outputs_); }

 private:
  // recursion: functions and branches nest as deep as the parser lets them
  void VisitSeq(const SeqExpr* seq) {
    for (const Var* var : VarsIn(seq->body, Types::kSkip)) outputs_.insert(var);
    for (size_t i = seq->blocks.size(); i-- > 0;) {
      Nodes<Binding> bindings = seq->blocks[i]->bindings;
      for (size_t k = bindings.size(); k-- > 0;) VisitBinding(bindings[k]);
    }
  }
  void VisitBinding(const Binding* binding) {
    const Expr* value = binding->value;
    if (const auto* branch = As<If>(value)) {
      VisitSeq(branch->true_branch);
      VisitSeq(branch->false_branch);
    } else if (const auto* func = As<Function>(value)) {
      VisitSeq(func->body);
    }
    // The branches' results are outputs already.
    if (Is<If>(value) || !outputs_.contains(binding->var)) return;
    for (const Var* var : VarsIn(value, Types::kSkip)) outputs_.insert(var);
  }

  std::unordered_set<const Var*> outputs_;
};

// What a value needs, collected while it is asked whether it is static.
struct Needs {
  std::vector<const Var*> vars;
  std::vector<const Var*> symbols;
};

class GraphPlanner {
 public:
  explicit GraphPlanner(const Module& module) : module_(module) {}

  GraphPlan Plan() {
    std::unordered_set<std::string_view> mentioned = MentionedFunctions(module_);
    for (const ModuleEntry& entry : module_.entries) {
      const auto* func = As<Function>(entry.func);
      // What a function keeps is of one call alone: none may begin while another waits (TVM keeps it for both).
      if (func == nullptr || IsRecursive(module_, entry.var->name.text())) continue;
      FindStaticParams(func, mentioned.contains(entry.var->name.text()));
      VisitFunction(func);
    }
    return std::move(plan_);
  }

 private:
  void VisitFunction(const Function* func);
  void FindStaticParams(const Function* func, bool is_called);
  void VisitSeq(const SeqExpr* seq);
  void VisitBinding(const Binding* binding);
  void VisitCall(const VarBinding* binding, const Call* call);
  // A binding of values that are there: static when they are.
  void VisitPlain(const VarBinding* binding);
  bool MayBeLifted(const Call* call) const;
  bool IsLaunch(const Call* call) const;
  bool CallsKernel(const Call* call) const {
    const auto* callee = As<GlobalVar>(call->op);
    return callee != nullptr && Is<PrimFunc>(module_.Find(callee->name.text()));
  }
  bool IsStatic(const Expr* e, Needs& needs) const;
  bool IsStaticType(const Type* type, Needs& needs) const;
  // Whether captures may depend on all of these.
  bool AreStatic(const std::vector<const Var*>& symbols, Needs& needs) const;
  template <class T, class F>
  static bool All(Nodes<T> items, F&& is_static) {
    bool all = true;
    for (const T* item : items) all &= is_static(item);
    return all;
  }
  void EndRegion() {
    if (capture_ != nullptr && !capture_->bindings.empty()) plan_.captures.push_back(std::move(capture_));
    capture_ = nullptr;
  }
  void AddStatic(const VarBinding* binding, GraphRegion* region) {
    if (region != nullptr) {
      region->bindings.push_back(binding);
      region_of_[binding->var] = region;
    }
    static_vars_.insert(binding->var);
  }
  void MarkInputs(const Needs& needs) {
    if (capture_ == nullptr) return;
    for (const Var* var : needs.vars) {
      auto region = region_of_.find(var);
      if (region == region_of_.end() || region->second != capture_.get()) AddOnce(capture_->inputs, var);
    }
    for (const Var* var : needs.symbols) AddOnce(capture_->symbols, var);
  }
  void MarkOutputs(const std::vector<const Var*>& vars) {
    for (const Var* var : vars) {
      auto region = region_of_.find(var);
      if (region != region_of_.end() && region->second != capture_.get()) AddOnce(region->second->outputs, var);
    }
  }

  const Module& module_;
  GraphPlan plan_;
  std::unique_ptr<GraphRegion> alloc_;
  std::unique_ptr<GraphRegion> capture_;
  // Variables whose memory is the same in each run, and symbolic variables that captures may depend on.
  std::unordered_set<const Var*> static_vars_;
  std::unordered_set<const Var*> static_symbols_;
  std::unordered_set<const Var*> escaping_;
  // Variables of the function that shapes speak of: they are defined outside of graphs, whose outputs define no sizes.
  std::unordered_set<const Var*> sizes_;
  std::unordered_map<const Var*, GraphRegion*> region_of_;
};

// Weights are the same in each run of the module, but calls within it may give others (TVM keeps the first ones for
// all).
void GraphPlanner::FindStaticParams(const Function* func, bool is_called) {
  int64_t num_input = is_called ? -1 : NumInputAttr(func);
  size_t inputs = num_input < 0 ? func->params.size() : static_cast<size_t>(num_input);
  const Attr* hints =
      func->attrs == nullptr ? nullptr : func->attrs->Find("relax.rewrite_cuda_graph.capture_symbolic_vars");
  auto hinted = [&](const Var* var) {
    const auto* names = As<AttrList>(hints);
    if (names == nullptr) return false;
    return std::ranges::any_of(names->items, [&](const Attr* name) {
      const auto* text = As<AttrString>(name);
      return text != nullptr && text->value == var->name;
    });
  };
  for (size_t i = 0; i < func->params.size(); ++i) {
    if (i >= inputs) static_vars_.insert(func->params[i]);
    for (const Var* var : DefinableSymbols({func->params[i]->type})) {
      if (i >= inputs || hinted(var)) static_symbols_.insert(var);
    }
  }
}

void GraphPlanner::VisitFunction(const Function* func) {
  escaping_ = OutputVars(func).Take();
  sizes_.clear();
  WalkOnce(
      func,
      [&](const Node* node) {
        const auto* tensor = As<TensorType>(node);
        if (tensor != nullptr && Is<Var>(tensor->shape)) sizes_.insert(As<Var>(tensor->shape));
        if (!Is<ShapeExpr>(node)) return;
        for (const Var* var : VarsIn(As<ShapeExpr>(node), Types::kSkip)) sizes_.insert(var);
      },
      Types::kInclude);
  alloc_ = std::make_unique<GraphRegion>();
  alloc_->is_alloc = true;
  VisitSeq(func->body);
  if (!alloc_->outputs.empty()) plan_.allocs.push_back(std::move(alloc_));
  alloc_ = nullptr;
}

// Sequences nest as deep as the parser lets them.
void GraphPlanner::VisitSeq(const SeqExpr* seq) {
  for (const BindingBlock* block : seq->blocks) {
    std::unique_ptr<GraphRegion> outer = std::move(capture_);
    for (const Binding* binding : block->bindings) VisitBinding(binding);
    EndRegion();
    capture_ = std::move(outer);
  }
  std::unique_ptr<GraphRegion> none = std::move(capture_);
  MarkOutputs(VarsIn(seq->body, Types::kSkip));
  capture_ = std::move(none);
}

void GraphPlanner::VisitBinding(const Binding* binding) {
  const auto* bound = As<VarBinding>(binding);
  const Expr* value = binding->value;
  if (bound != nullptr && Is<Call>(value) && !IsScalarCall(value)) return VisitCall(bound, As<Call>(value));
  if (bound != nullptr && (Is<Var>(value) || Is<Constant>(value) || Is<Tuple>(value) || Is<TupleGetItem>(value))) {
    return VisitPlain(bound);
  }
  // Whatever else uses a lifted variable does so outside of the region.
  if (const auto* branch = As<If>(value)) {
    EndRegion();
    MarkOutputs(VarsIn(branch->cond, Types::kSkip));
    VisitSeq(branch->true_branch);
    VisitSeq(branch->false_branch);
  } else if (!Is<PrimType>(value->type) && !Is<ShapeExpr>(value)) {
    EndRegion();
    MarkOutputs(VarsIn(value, Types::kSkip));
  }
}

void GraphPlanner::VisitPlain(const VarBinding* binding) {
  Needs needs;
  const auto* item = As<TupleGetItem>(binding->value);
  if (IsStatic(item == nullptr ? binding->value : item->tuple, needs) && !sizes_.contains(binding->var)) {
    AddStatic(binding, capture_.get());
    MarkInputs(needs);
  } else {
    EndRegion();
  }
  MarkOutputs(needs.vars);
}

void GraphPlanner::VisitCall(const VarBinding* binding, const Call* call) {
  if (IsCallOf(call, "relax.memory.alloc_storage")) {
    const auto* shape = As<ShapeExpr>(call->args[0]);
    bool constant =
        shape != nullptr && std::ranges::all_of(shape->values, [](const Expr* dim) { return AsInt(dim) != nullptr; });
    if (constant && !escaping_.contains(binding->var)) AddStatic(binding, alloc_.get());
    return;
  }
  if (IsCallOf(call, "relax.builtin.alloc_tensor")) return;
  Needs needs;
  bool is_static = All<Expr>(call->args, [&](const Expr* arg) { return IsStatic(arg, needs); });
  is_static &= All<Type>(call->ty_args, [&](const Type* type) { return AreStatic(VarsIn(type), needs); });
  if (is_static && MayBeLifted(call) && !sizes_.contains(binding->var)) {
    if (capture_ == nullptr && IsLaunch(call)) capture_ = std::make_unique<GraphRegion>();
    AddStatic(binding, capture_.get());
    MarkInputs(needs);
  } else {
    EndRegion();
  }
  MarkOutputs(needs.vars);
}

bool GraphPlanner::MayBeLifted(const Call* call) const {
  if (Is<GlobalVar>(call->op)) return CallsKernel(call);
  // What a variable stands for may do anything.
  if (Is<Var>(call->op)) return false;
  // Memory that is explicit already, and what else the machine does itself: a graph would give the same each time.
  if (OpNameOf(call).starts_with("relax.vm.")) return false;
  const auto* packed = As<ExternFunc>(call->op);
  return packed == nullptr || !packed->global_symbol.text().starts_with("vm.builtin");
}

bool GraphPlanner::IsLaunch(const Call* call) const {
  if (CallsKernel(call) || Is<ExternFunc>(call->op)) return true;
  std::string_view op = OpNameOf(call);
  return !op.empty() && !op.starts_with("relax.memory") && !op.starts_with("relax.builtin") && op != "relax.reshape" &&
         op != "relax.null_value" && op != "relax.call_builtin_with_ctx";
}

// recursion: tuples nest as deep as the parser lets them
bool GraphPlanner::IsStatic(const Expr* e, Needs& needs) const {
  if (Is<Constant>(e) || Is<DataTypeImm>(e) || Is<StringImm>(e) || Is<GlobalVar>(e)) return true;
  const auto* var = As<Var>(e);
  if (var != nullptr &&
      (!Is<PrimType>(var->type) || static_vars_.contains(var) || var->flavor == VarFlavor::kDataflow)) {
    needs.vars.push_back(var);
    return static_vars_.contains(var) && IsStaticType(var->type, needs);
  }
  if (const auto* shape = As<ShapeExpr>(e)) {
    return All<Expr>(shape->values, [&](const Expr* dim) { return IsStatic(dim, needs); });
  }
  if (const auto* tuple = As<Tuple>(e)) {
    return All<Expr>(tuple->fields, [&](const Expr* field) { return IsStatic(field, needs); });
  }
  if (!Is<PrimType>(e->type)) return false;
  return AreStatic(VarsIn(e), needs);
}

bool GraphPlanner::AreStatic(const std::vector<const Var*>& symbols, Needs& needs) const {
  bool all = true;
  for (const Var* symbol : symbols) {
    if (static_symbols_.contains(symbol)) {
      needs.symbols.push_back(symbol);
    } else {
      all = false;
    }
  }
  return all;
}

bool GraphPlanner::IsStaticType(const Type* type, Needs& needs) const {
  if (const auto* tensor = As<TensorType>(type)) {
    const auto* shape = As<ShapeExpr>(tensor->shape);
    return shape != nullptr && IsStatic(shape, needs);
  }
  if (const auto* shape = As<ShapeType>(type)) {
    return shape->has_values && All<Expr>(shape->values, [&](const Expr* dim) { return IsStatic(dim, needs); });
  }
  if (const auto* tuple = As<TupleType>(type)) {
    return All<Type>(tuple->fields, [&](const Type* field) { return IsStaticType(field, needs); });
  }
  return Is<ObjectType>(type) || Is<PrimType>(type);
}

}  // namespace

GraphPlan PlanCudaGraphs(const Module& module) { return GraphPlanner(module).Plan(); }

GraphRegion MergeAllocations(const std::vector<std::unique_ptr<GraphRegion>>& allocs, bool shared) {
  struct Wish {
    int64_t size;
    // Its place in its function.
    size_t order;
    const VarBinding* binding;
    GraphRegion* region;
  };
  // Per storage scope and function, the largest first.
  std::map<std::string, std::vector<std::vector<Wish>>> scopes;
  for (size_t i = 0; i < allocs.size(); ++i) {
    for (const VarBinding* binding : allocs[i]->bindings) {
      const auto* call = As<Call>(binding->value);
      const auto* scope = As<StringImm>(call->args[2]);
      auto [wishes, fresh] = scopes.try_emplace(scope == nullptr ? "" : scope->value.str(), shared ? allocs.size() : 1);
      int64_t size = AsInt(As<ShapeExpr>(call->args[0])->values[0])->value;
      std::vector<Wish>& own = wishes->second[shared ? i : 0];
      own.push_back({size, own.size(), binding, allocs[i].get()});
    }
  }
  GraphRegion merged;
  merged.is_alloc = true;
  for (auto& [scope, functions] : scopes) {
    size_t places = 0;
    for (std::vector<Wish>& wishes : functions) {
      std::ranges::sort(wishes, {}, [](const Wish& wish) { return std::pair(-wish.size, wish.order); });
      places = std::max(places, wishes.size());
    }
    for (size_t place = 0; place < places; ++place) {
      const Wish* largest = nullptr;
      for (const std::vector<Wish>& wishes : functions) {
        if (place >= wishes.size()) continue;
        const Wish& wish = wishes[place];
        wish.region->fields[wish.binding->var] = static_cast<int64_t>(merged.bindings.size());
        if (largest == nullptr || largest->size < wish.size) largest = &wish;
      }
      merged.bindings.push_back(largest->binding);
      merged.outputs.push_back(largest->binding->var);
    }
  }
  return merged;
}

}  // namespace assay
