// AllocateWorkspace: functions for external code generators that ask for a workspace (attribute WorkspaceSize) take it
// as a last parameter, as large as the largest wish; their callers allocate it. Tested by testdata/allocate_workspace.
#include <algorithm>
#include <tuple>

#include "ir/ops/op_spec.h"
#include "ir/relax/signature.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr std::string_view kSize = "WorkspaceSize";

int64_t WorkspaceOf(const Expr* func) {
  const AttrDict* attrs = AttrsOf(func);
  const auto* size = As<AttrInt>(attrs == nullptr ? nullptr : attrs->Find(kSize));
  return size == nullptr ? 0 : size->value;
}
bool IsFor(const Function* func, std::string_view attr) { return !StringAttr(func->attrs, attr).empty(); }

// A function for an external code generator, or a composite one in it, that asks for a workspace.
bool TakesWorkspace(const Function* func) {
  return (IsFor(func, "Codegen") || IsFor(func, "Composite")) && WorkspaceOf(func) != 0;
}

const Type* WorkspaceType(Context& ctx, int64_t size) {
  return MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, size)}, DType::UInt(8));
}

// Gives external functions, and the composite ones in them, a workspace parameter.
class WorkspaceTaker : public RelaxMutator {
 public:
  WorkspaceTaker(Context& context, const Module* module, int64_t size) : RelaxMutator(context, module), size_(size) {}

  const Function* VisitFunction(const Function* func) override {
    bool external = IsFor(func, "Codegen");
    if (!TakesWorkspace(func)) return RelaxMutator::VisitFunction(func);
    const Var* workspace = MakeVar(ctx, "workspace", WorkspaceType(ctx, size_));
    if (external) workspace_ = workspace;
    Function* wider = ctx.arena.New<Function>(*func);
    std::vector<const Var*> params(func->params.begin(), func->params.end());
    params.push_back(workspace);
    wider->params = ctx.Copy(params);
    wider->attrs = WithAttr(ctx, func->attrs, kSize, nullptr);
    wider->type = MakeSignature(ctx, wider->params, func->ret_type, func->is_pure);
    return RelaxMutator::VisitFunction(wider);
  }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    const auto* func = As<Function>(binding->value);
    if (func != nullptr && IsFor(func, "Composite") && WorkspaceOf(func) != 0) composites_.insert(binding->var);
    const auto* call = As<Call>(binding->value);
    const auto* callee = call == nullptr ? nullptr : As<Var>(call->op);
    if (callee == nullptr || !composites_.contains(callee) || workspace_ == nullptr) {
      return RelaxMutator::VisitVarBinding(binding);
    }
    std::vector<const Expr*> args;
    for (const Expr* arg : call->args) args.push_back(AsArgument(VisitExpr(arg)));
    args.push_back(workspace_);
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->op = VisitVar(callee);
    fresh->args = ctx.Copy(args);
    ReEmit(binding, Typed(fresh));
  }

 private:
  int64_t size_;
  const Var* workspace_ = nullptr;
  std::unordered_set<const Var*> composites_;
};

// Allocates the workspace in the first dataflow block of each caller.
class WorkspaceGiver : public RelaxMutator {
 public:
  // Functions that ask for a workspace get other names, as in TVM; those for no code generator keep their parameters,
  // where TVM's calls no longer fit them.
  struct Callee {
    const GlobalVar* var = nullptr;
    bool takes = false;
  };
  using Renamed = std::unordered_map<std::string_view, Callee>;
  // `wanted`: allocate in the first dataflow block in any case, as TVM does where the module has workspaces.
  WorkspaceGiver(Context& context, const Module* module, const Renamed& renamed, int64_t size, bool wanted)
      : RelaxMutator(context, module), renamed_(renamed), size_(size), wanted_(wanted) {}

  // A local function captures the workspace of the function around it, as in TVM; one within a dataflow block, whose
  // variables it does not see, has one of its own.
  const Function* VisitFunction(const Function* func) override {
    bool needs = depth_ == 1 && Needs(func);
    if (needs && InDataflow()) return WithItsOwn(func);
    if (needs) Workspace();
    ++depth_;
    const Function* visited = RelaxMutator::VisitFunction(func);
    --depth_;
    return visited;
  }

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    auto found = callee == nullptr ? renamed_.end() : renamed_.find(callee->name.text());
    if (found == renamed_.end()) return call;
    std::vector<const Expr*> args(call->args.begin(), call->args.end());
    if (found->second.takes) args.push_back(Workspace());
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->op = found->second.var;
    fresh->args = ctx.Copy(args);
    return Typed(fresh);
  }
  void FinishBindings(const BindingBlock* block) override {
    if (!block->is_dataflow || depth_ > 1) return;
    if (allocated_ == nullptr && wanted_) Workspace();
    if (pending_ == nullptr) return;
    std::vector<const Binding*>& bindings = CurrentBindings();
    bindings.insert(bindings.begin(), pending_);
    pending_ = nullptr;
    // The next block does not see what this one defines.
    allocated_ = nullptr;
    wanted_ = false;
  }

 private:
  // recursion: local functions nest as deep as the parser lets them
  const Function* WithItsOwn(const Function* func) {
    auto around = std::tuple(allocated_, pending_, wanted_, depth_);
    std::tie(allocated_, pending_, wanted_, depth_) = std::tuple(nullptr, nullptr, false, 0);
    const Function* visited = VisitFunction(func);
    std::tie(allocated_, pending_, wanted_, depth_) = around;
    return visited;
  }
  bool Needs(const Function* func) const {
    bool found = false;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      auto wanted = callee == nullptr ? renamed_.end() : renamed_.find(callee->name.text());
      found |= wanted != renamed_.end() && wanted->second.takes;
      return !found && !IsTypeKind(node->kind);
    });
    return found;
  }
  const Expr* Workspace() {
    if (allocated_ != nullptr && (InDataflow() || depth_ > 1 || allocated_->flavor == VarFlavor::kPlain))
      return allocated_;
    std::vector<const Expr*> args{MakeShape(ctx, {MakeInt(ctx, size_)}), MakeDataType(ctx, DType::UInt(8)),
                                  MakeInt(ctx, 0), MakeString(ctx, "global")};
    const Call* alloc = Typed(MakeCall(ctx, OpNode(ctx, "relax.builtin.alloc_tensor"), args));
    if (!InDataflow()) return Emit(alloc, "workspace_main");
    allocated_ = MakeVar(ctx, "workspace_main", alloc->type, VarFlavor::kDataflow);
    pending_ = MakeBinding(ctx, allocated_, alloc);
    return allocated_;
  }

  const Renamed& renamed_;
  int64_t size_;
  bool wanted_;
  // How many functions are open.
  int depth_ = 0;
  const Var* allocated_ = nullptr;
  const Binding* pending_ = nullptr;
};

Result<Module> RunAllocateWorkspace(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  int64_t size = 0;
  for (const ModuleEntry& entry : module.entries) size = std::max(size, WorkspaceOf(entry.func));
  if (size == 0) return module;
  ModuleEditor names(ctx, module);
  WorkspaceGiver::Renamed renamed;
  // Nobody who calls a closure gives it a workspace, so what closures are made of stays as it is.
  std::unordered_set<std::string_view> values = FunctionsUsedAsValues(module);
  std::unordered_set<std::string_view> called = MentionedFunctions(module);
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (ModuleEntry& entry : entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr || WorkspaceOf(func) == 0 || values.contains(entry.var->name.text())) continue;
    // Whoever calls a function of the module from outside goes on doing so.
    bool external = TakesWorkspace(func) && called.contains(entry.var->name.text());
    if (IsPublic(func) && !external) continue;
    WorkspaceTaker taker(ctx, &module, size);
    Function* wider = ctx.arena.New<Function>(*taker.VisitFunction(func));
    ASSAY_RETURN_IF_ERROR(taker.status());
    std::string name = names.FreshName(entry.var->name.text());
    wider->attrs = WithAttr(ctx, wider->attrs, "global_symbol", MakeAttrString(ctx, name));
    const GlobalVar* var = MakeGlobalVar(ctx, name);
    renamed.emplace(entry.var->name.text(), WorkspaceGiver::Callee{var, TakesWorkspace(func)});
    entry = {var, wider};
  }
  Module wider = WithEntries(ctx, module, entries);
  return MapRelaxFunctions(ctx, wider, [&](const Function* func) -> Result<const Function*> {
    bool external = IsFor(func, "Codegen") || IsFor(func, "Composite");
    WorkspaceGiver giver(ctx, &wider, renamed, size, !external);
    const Function* visited = giver.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(giver.status());
    return visited;
  });
}

}  // namespace

const PassSpec kAllocateWorkspace = {
    .name = "AllocateWorkspace",
    .doc = "external functions take their workspace from their callers",
    .idempotent = false,
    .why_not_idempotent = "functions that need a workspace get another name each time",
    .signatures = Signatures::kRefined,
    .changes = Adds({Facet::kPublicFunctions, Facet::kMemory}) |
               Drops({Facet::kPublicFunctions, Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunAllocateWorkspace,
};

}  // namespace assay
