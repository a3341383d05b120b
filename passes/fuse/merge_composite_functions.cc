// MergeCompositeFunctions: calls of composite functions ("Composite": "dnnl.conv2d_relu") that one external compiler
// can take together become one function for it ("Codegen": "dnnl"), which contains the composite ones. Tested by
// testdata/merge_composite_functions.
#include "ir/support/fault.h"
#include "passes/fuse/composite_groups.h"
#include "passes/fuse/group_functions.h"
#include "passes/pass_names.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/plain_mutator.h"

namespace assay {
namespace {

// Makes a function self-contained: dataflow blocks become plain ones, and composite functions local ones.
class Inliner : public PlainMutator {
 public:
  using PlainMutator::PlainMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    const auto* func = callee == nullptr ? nullptr : As<Function>(module_->Find(callee->name.text()));
    if (func == nullptr || StringAttr(func->attrs, "Composite").empty()) return call;
    Call* inlined = ctx.arena.New<Call>(*call);
    inlined->op = LocalOf(func);
    return inlined;
  }

 private:
  // Bound before the first call: later ones use the same.
  const Var* LocalOf(const Function* func) {
    const Var*& local = locals_[func];
    if (local != nullptr) return local;
    Function* copy = ctx.arena.New<Function>(*WithFreshVars(ctx, func));
    copy->attrs = LocalAttrs(ctx, func->attrs);
    return local = Emit(copy, "gv");
  }
  std::unordered_map<const Function*, const Var*> locals_;
};

class Annotator : public RelaxMutator {
 public:
  Annotator(Context& context, const Module* module, ModuleEditor& editor)
      : RelaxMutator(context, module), editor_(editor) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    const auto* func = callee == nullptr ? nullptr : As<Function>(module_->Find(callee->name.text()));
    std::string_view compiler = func == nullptr ? std::string_view() : StringAttr(func->attrs, "Codegen");
    // One that has a symbol has been given away before.
    if (compiler.empty() || !StringAttr(func->attrs, "global_symbol").empty()) return call;
    const GlobalVar*& renamed = renamed_[callee->name.str()];
    if (renamed == nullptr) renamed = Add(callee->name.str() + "_" + std::string(compiler), func);
    Call* made = ctx.arena.New<Call>(*call);
    made->op = renamed;
    return made;
  }

 private:
  const GlobalVar* Add(const std::string& name, const Function* func) {
    Inliner inliner(ctx, module_);
    const Function* inlined = inliner.VisitFunction(func);
    if (Status status = inliner.status(); !status.ok()) Fail(std::move(status).error());
    // The function itself stays where others call it.
    Function* made = ctx.arena.New<Function>(*WithFreshVars(ctx, inlined));
    const AttrDict* no_kernel = WithAttr(ctx, func->attrs, "Primitive", nullptr);
    made->attrs = WithAttr(ctx, no_kernel, "global_symbol", MakeAttrString(ctx, name));
    return editor_.AddFunction(name, made);
  }

  ModuleEditor& editor_;
  std::unordered_map<std::string, const GlobalVar*> renamed_;
};

// Both phases look at the same functions: those that are not made for a compiler already (TVM: main alone, #17210).
bool TakesPart(const Expr* func) {
  const auto* relax = As<Function>(func);
  return relax != nullptr && IsFusable(relax) && StringAttr(relax->attrs, "Composite").empty();
}

Result<Module> GroupComposites(Context& ctx, Module module) {
  const auto* main = FaultOn(Fault::merge_composite_only_main) ? As<Function>(module.Find("main")) : nullptr;
  for (const ModuleEntry& entry : std::vector(module.entries.begin(), module.entries.end())) {
    if (!TakesPart(entry.func)) continue;
    const auto* func = static_cast<const Function*>(entry.func);
    // Of this function alone: functions may share nodes.
    Partition partition = CompositeGroups(ctx, module, main == nullptr ? func : main);
    GroupingOptions options{.entry_functions = {entry.var->name.str()}, .complete = true};
    ASSAY_TRY(module, MakeGroupedFunctions(ctx, module, partition, options));
  }
  return module;
}

Result<Module> RunMergeComposites(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(Module grouped, GroupComposites(ctx, module));
  ModuleEditor editor(ctx, grouped);
  for (size_t i = 0; i < grouped.entries.size(); ++i) {
    if (!TakesPart(grouped.entries[i].func)) continue;
    Annotator annotator(ctx, &grouped, editor);
    editor.Replace(i, annotator.VisitFunction(static_cast<const Function*>(grouped.entries[i].func)));
    if (Status status = annotator.status(); !status.ok()) return std::move(status).error();
  }
  PassOptions entries;
  if (grouped.Find("main") != nullptr) {
    entries.emplace("entry_functions", MakeAttrList(ctx, {MakeAttrString(ctx, "main")}));
  }
  return kDeadCodeElimination.run(pass_ctx, editor.Finish(), entries);
}

}  // namespace

const PassSpec kMergeCompositeFunctions = {
    .name = "MergeCompositeFunctions",
    .doc = "calls of composite functions that one external compiler takes together become one function for it",
    .needs = kNormal,
    .idempotent = false,
    .why_not_idempotent =
        "as TVM's: functions for other compilers that are there already get a name of their own again",
    .changes = Adds({Facet::kPublicFunctions}) | Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) |
               Alters({Facet::kGraphs}),
    .run = RunMergeComposites,
};

}  // namespace assay
