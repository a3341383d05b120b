// RewriteCUDAGraph: with relax.backend.use_cuda_graph set, static storage is allocated once and kept, and runs of
// kernel launches on static tensors are captured and replayed. Tested by testdata/rewrite_cuda_graph.
#include <algorithm>
#include <unordered_set>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/lower/cuda_graph_plan.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// The region as a function: its inputs are parameters, symbolic variables come in by a last one, its outputs are a
// tuple.
const Function* BuildRegion(Context& ctx, const GraphRegion& region) {
  VarMap map;
  std::vector<const Expr*> symbols;
  for (const Var* var : region.symbols) {
    map[var] = MakeVar(ctx, var->name.text(), var->type);
    symbols.push_back(map[var]);
  }
  std::vector<const Var*> params;
  auto fresh = [&](const Var* var) {
    const Var* made = MakeVar(ctx, var->name.text(), SubstituteIn(ctx, var->type, map));
    map[var] = made;
    return made;
  };
  for (const Var* input : region.inputs) params.push_back(fresh(input));
  if (!symbols.empty()) params.push_back(MakeVar(ctx, "shape_expr", MakeShapeType(ctx, symbols)));
  std::vector<const Binding*> bindings;
  for (const VarBinding* binding : region.bindings) {
    const auto* value = SubstituteIn(ctx, binding->value, map);
    bindings.push_back(MakeBinding(ctx, fresh(binding->var), value));
  }
  std::vector<const Expr*> outputs;
  for (const Var* output : region.outputs) outputs.push_back(map.at(output));
  const Expr* tuple = MakeTuple(ctx, outputs);
  const Var* result = MakeVar(ctx, "gv", tuple->type);
  bindings.push_back(MakeBinding(ctx, result, tuple));
  const AttrDict* attrs = MakeSortedDict(ctx, {{"relax.force_pure", MakeAttrBool(ctx, true)}});
  // The empty tuple stands for itself, as everywhere in A-normal form.
  const Expr* body = outputs.empty() ? tuple : result;
  return MakeFunction(ctx, params, MakeSeq(ctx, {MakeBlock(ctx, bindings, false)}, body), tuple->type, true, attrs);
}

class GraphRewriter : public RelaxMutator {
 public:
  GraphRewriter(Context& context, const Module* module, ModuleEditor& editor, const GraphPlan& plan,
                const Function* merged_alloc)
      : RelaxMutator(context, module), editor_(editor), merged_alloc_(merged_alloc) {
    if (merged_alloc != nullptr) alloc_var_ = Named("cuda_graph_alloc", merged_alloc);
    for (const auto& region : plan.allocs) {
      for (const VarBinding* binding : region->bindings) allocs_[binding->var] = region.get();
    }
    for (const auto& region : plan.captures) regions_[region->bindings.front()->var] = region.get();
  }
  const Function* Rewrite(std::string_view name, const Function* func) {
    name_ = name;
    return VisitFunction(func);
  }

 protected:
  // What is allocated in one branch is not there in the other: each asks for the storage that is kept.
  void EnterSeq(const SeqExpr*) override { launched_.emplace_back(); }
  void LeaveSeq() override { launched_.pop_back(); }
  void VisitVarBinding(const VarBinding* binding) override {
    auto region = regions_.find(binding->var);
    if (region != regions_.end()) Launch(*region->second);
    AskForStorage(binding->var);
    if (outputs_.contains(binding->var)) {
      VisitVar(binding->var);
    } else if (!lifted_.contains(binding->var)) {
      RelaxMutator::VisitVarBinding(binding);
    }
  }
  // The first use of a region's output, or the place where it stood, takes it out of the result.
  const Expr* VisitVar(const Var* var) override {
    auto output = outputs_.find(var);
    if (output != outputs_.end() && !remap_.contains(var)) remap_[var] = Emit(output->second, var->name.text());
    return RelaxMutator::VisitVar(var);
  }

 private:
  // Storage that is kept must be there from its first use on, be it of a region that began before its binding.
  // recursion: once, for the inputs of a capture; a region that allocates has none
  void AskForStorage(const Var* var) {
    auto alloc = allocs_.find(var);
    if (alloc == allocs_.end()) return;
    const GraphRegion* region = alloc->second;
    if (std::ranges::any_of(launched_, [&](const auto& seq) { return seq.contains(region); })) return;
    launched_.back().insert(region);
    Launch(*region);
  }
  // A function of the module; its name carries its type, since it becomes an argument.
  const GlobalVar* Named(std::string_view hint, const Function* func) {
    GlobalVar* var = ctx.arena.New<GlobalVar>(*editor_.AddFunction(hint, func));
    var->type = SignatureOf(ctx, func);
    return var;
  }
  const Call* Builtin(std::string_view name, const std::vector<const Expr*>& args, const Type* type) {
    const Expr* builtin = MakePackedFunc(ctx, name);
    return MakeCall(ctx, OpNode(ctx, "relax.call_builtin_with_ctx"), {builtin, MakeTuple(ctx, args)}, nullptr, {type},
                    type);
  }
  const Call* Capture(const GraphRegion& region) {
    const Function* func = BuildRegion(ctx, region);
    std::vector<const Expr*> args;
    for (const Var* input : region.inputs) {
      AskForStorage(input);
      args.push_back(VisitVar(input));
    }
    const Type* type = func->ret_type;
    const ShapeExpr* symbols = nullptr;
    if (!region.symbols.empty()) {
      symbols = MakeShape(ctx, {region.symbols.begin(), region.symbols.end()});
      args.push_back(symbols);
      VarMap bound;
      Nodes<Expr> inner = As<ShapeType>(func->params.back()->type)->values;
      for (size_t i = 0; i < inner.size(); ++i) bound[As<Var>(inner[i])] = region.symbols[i];
      type = SubstituteDimsIn(ctx, type, bound);
    }
    const GlobalVar* callee = Named(std::string(name_) + "_cuda_graph_capture", func);
    std::vector<const Expr*> fields{callee, MakeTuple(ctx, args), MakeInt(ctx, captures_++)};
    // Again as the key under which the capture is kept.
    if (symbols != nullptr) fields.push_back(symbols);
    return Builtin("vm.builtin.cuda_graph.run_or_capture", fields, type);
  }
  void Launch(const GraphRegion& region) {
    const Call* call = region.is_alloc ? Builtin("vm.builtin.cuda_graph.get_cached_alloc",
                                                 {alloc_var_, MakeInt(ctx, 0)}, merged_alloc_->ret_type)
                                       : Capture(region);
    const Var* result = Emit(call);
    for (size_t i = 0; i < region.outputs.size(); ++i) {
      const Var* output = region.outputs[i];
      int64_t field = region.is_alloc ? region.fields.at(output) : static_cast<int64_t>(i);
      outputs_[output] = MakeTupleGetItem(ctx, result, field);
    }
    for (const VarBinding* binding : region.bindings) lifted_.insert(binding->var);
  }

  ModuleEditor& editor_;
  const Function* merged_alloc_;
  const GlobalVar* alloc_var_ = nullptr;
  std::string_view name_;
  int64_t captures_ = 0;
  // Captures by the variable of the first binding, allocations by those of all.
  std::unordered_map<const Var*, const GraphRegion*> regions_, allocs_;
  // Which allocations can be seen, by the sequence where they were asked for.
  std::vector<std::unordered_set<const GraphRegion*>> launched_;
  std::unordered_map<const Var*, const Expr*> outputs_;
  std::unordered_set<const Var*> lifted_;
};

// A second run would take the functions that the first one made apart, and number its captures like theirs.
bool IsRewritten(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    WalkOnce(func->body, [&](const Node* node) {
      const auto* packed = As<ExternFunc>(node);
      found |= packed != nullptr && packed->global_symbol.text().starts_with("vm.builtin.cuda_graph.");
    });
  }
  return found;
}

// A function that runs while another one waits for it must not write to what that one keeps; TVM shares the storage all
// the same.
bool FunctionsCallEachOther(const Module& module) {
  return std::ranges::any_of(MentionedFunctions(module),
                             [&](std::string_view name) { return Is<Function>(module.Find(name)); });
}

Result<Module> RunRewriteCUDAGraph(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(bool enabled, BoolOption(pass_ctx.config, "relax.backend.use_cuda_graph", false));
  if (!enabled || IsRewritten(module)) return module;
  GraphPlan plan = PlanCudaGraphs(module);
  if (plan.allocs.empty() && plan.captures.empty()) return module;
  bool shared = !FunctionsCallEachOther(module);
  const Function* merged = plan.allocs.empty() ? nullptr : BuildRegion(ctx, MergeAllocations(plan.allocs, shared));
  ModuleEditor editor(ctx, module);
  GraphRewriter rewriter(ctx, &module, editor, plan, merged);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func != nullptr) editor.Replace(i, rewriter.Rewrite(module.entries[i].var->name.text(), func));
  }
  ASSAY_RETURN_IF_ERROR(rewriter.status());
  return editor.Finish();
}

}  // namespace

constexpr ConfigKey kUseCudaGraph[] = {{.name = "relax.backend.use_cuda_graph", .percent = 80}};

const PassSpec kRewriteCUDAGraph = {
    .name = "RewriteCUDAGraph",
    .doc = "keeps static storage and captures kernel launches on it, when relax.backend.use_cuda_graph is set",
    .needs = kDataflowFree | kPurityForced,
    .changes = Adds({Facet::kPrivateFunctions, Facet::kExternals}) | Drops({Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunRewriteCUDAGraph,
    .config = kUseCudaGraph,
};

}  // namespace assay
