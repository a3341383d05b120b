// FuseOps: kernels that can run in one loop nest become one function ("Primitive"), as their op_pattern allows; FuseTIR
// makes one kernel of each. As TVM's src/relax/transform/fuse_ops.cc. Tested by testdata/fuse_ops.
#include "ir/walk.h"
#include "passes/analysis/private_function.h"
#include "passes/fuse/group_functions.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr int64_t kMaxDepth = 256;

// The graph of a module's functions: parameters, bindings, and what else stands as an argument.
class GraphCreator {
 public:
  GraphCreator(const Module& module, FusionGraph& graph) : module_(module), graph_(graph) {}

  // recursion: none, it calls another overload
  void Add(const Function* func) {
    for (const Var* param : func->params) AddNode(param, OpPattern::kOpaque, true);
    int64_t inputs = NumInputAttr(func);
    for (size_t i = 0; inputs >= 0 && i < func->params.size(); ++i) {
      if (static_cast<int64_t>(i) >= inputs) weights_.insert(func->params[i]);
    }
    definers_ = SymbolDefiners(func);
    for (const auto& [symbol, cast] : definers_) defining_.insert(cast);
    for (const BindingBlock* block : func->body->blocks) {
      for (const Binding* binding : block->bindings) Add(binding);
    }
  }

 private:
  size_t AddNode(const Expr* ref, OpPattern pattern, bool external) {
    size_t number = graph_.nodes.size();
    graph_.nodes.push_back({ref, external, pattern, {}});
    graph_.numbers.emplace(ref, number);
    return number;
  }
  // Leaves come before the binding that uses them.
  void Add(const Binding* binding) {
    leaves_.clear();
    OpPattern pattern = OpPattern::kOpaque;
    if (Is<VarBinding>(binding) || defining_.contains(binding->var)) pattern = AddOperands(binding->value);
    if (Is<MatchCast>(binding)) pattern = OpPattern::kOpaque;
    AddSymbols(binding);
    bool external = Is<VarBinding>(binding) && binding->var->flavor != VarFlavor::kDataflow;
    size_t number = AddNode(binding->var, pattern, external);
    for (size_t leaf : leaves_) graph_.nodes[leaf].outputs.push_back({number, pattern});
  }
  // What mentions a symbolic variable, if only in a type, needs the match_cast that defines it.
  void AddSymbols(const Binding* binding) {
    if (definers_.empty()) return;
    for (const Var* var : VarsIn(binding->value)) {
      auto definer = definers_.find(var);
      auto number = definer == definers_.end() ? graph_.numbers.end() : graph_.numbers.find(definer->second);
      if (number != graph_.numbers.end()) leaves_.push_back(number->second);
    }
  }
  OpPattern AddOperands(const Expr* value) {
    if (const auto* call = As<Call>(value)) return AddCall(call);
    if (const auto* item = As<TupleGetItem>(value)) {
      AddLeaf(item->tuple);
      // Weights that are fetched from a tuple at the start would else change the order of everything.
      return weights_.contains(item->tuple) ? OpPattern::kOpaque : OpPattern::kInjective;
    }
    WalkBeforeChildren(value, [&](const Node* node) {
      if (Is<Var>(node) || Is<Constant>(node)) AddLeaf(static_cast<const Expr*>(node));
      return true;
    });
    return OpPattern::kOpaque;
  }
  OpPattern AddCall(const Call* call) {
    std::string_view op = OpNameOf(call);
    const Tuple* kernel_args = nullptr;
    OpPattern pattern = OpPattern::kOpaque;
    if ((op == "relax.call_tir" || op == "relax.call_tir_inplace") && call->args.size() > 1) {
      const auto* callee = As<GlobalVar>(call->args[0]);
      const auto* kernel = callee == nullptr ? nullptr : As<PrimFunc>(module_.Find(callee->name.text()));
      kernel_args = As<Tuple>(call->args[1]);
      // Arguments that are no tuple in place cannot be told apart.
      if (kernel != nullptr && kernel_args != nullptr) pattern = AnnotatedOpPattern(kernel);
    }
    if (kernel_args != nullptr) {
      AddLeaf(kernel_args);
    } else {
      for (const Expr* arg : call->args) AddLeaf(arg);
    }
    return pattern;
  }
  // recursion: tuples nest as deep as the parser lets them
  void AddLeaf(const Expr* e) {
    if (const auto* tuple = As<Tuple>(e)) {
      for (const Expr* field : tuple->fields) AddLeaf(field);
      return;
    }
    if (Is<GlobalVar>(e) || Is<ExternFunc>(e) || Is<Op>(e)) return;
    auto found = graph_.numbers.find(e);
    leaves_.push_back(found != graph_.numbers.end() ? found->second : AddNode(e, OpPattern::kOpaque, false));
  }

  const Module& module_;
  FusionGraph& graph_;
  std::unordered_set<const Expr*> weights_;
  std::unordered_map<const Var*, const Var*> definers_;
  // The match_casts among them.
  std::unordered_set<const Var*> defining_;
  // Numbers of what the binding at hand uses.
  std::vector<size_t> leaves_;
};

Result<Module> RunFuseOps(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Result<int64_t> level = IntOption(options, "fuse_opt_level", -1);
  Result<int64_t> depth = IntOption(pass_ctx.config, "relax.FuseOps.max_depth", kMaxDepth);
  if (!level.ok()) return std::move(level).error();
  if (!depth.ok()) return std::move(depth).error();
  FusionGraph graph;
  GraphCreator creator(module, graph);
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr && IsFusable(func)) creator.Add(func);
  }
  int64_t opt_level = *level == -1 ? pass_ctx.opt_level : *level;
  auto max_depth = static_cast<size_t>(std::max<int64_t>(*depth, 0));
  return MakeGroupedFunctions(pass_ctx.ctx, module, PartitionGraph(graph, opt_level, max_depth),
                              {.entry_functions = {}, .leaves_cycles = true});
}

constexpr std::string_view kOptions[] = {"fuse_opt_level"};

}  // namespace

constexpr ConfigKey kDepth[] = {
    {.name = "relax.FuseOps.max_depth", .is_bool = false, .low = 1, .high = 4, .percent = 20}};

const PassSpec kFuseOps = {
    .name = "FuseOps",
    .doc = "calls of kernels that can run in one loop nest move into functions with the attribute Primitive",
    .options = kOptions,
    .needs = kNormal,
    .idempotent = false,
    .why_not_idempotent =
        "groups that nothing needs are left out, which can make what they needed a group that nothing "
        "needs; TVM asks for DeadCodeElimination before",
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunFuseOps,
    .config = kDepth,
};

}  // namespace assay
