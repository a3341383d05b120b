#include "passes/fuse/annotate_codegen.h"

#include <algorithm>

#include "passes/analysis/function_uses.h"
#include "passes/analysis/symbols.h"
#include "passes/fuse/composite_groups.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

std::string_view Composite(const Expr* func) { return StringAttr(AttrsOf(func), "Composite"); }
bool IsAnnotated(const Function* func) {
  return !Composite(func).empty() || !StringAttr(func->attrs, "Codegen").empty();
}

class Annotator : public RelaxMutator {
 public:
  Annotator(Context& context, const Module* module, ModuleEditor& editor,
            std::unordered_map<std::string_view, const GlobalVar*>& renamed)
      : RelaxMutator(context, module), editor_(editor), renamed_(renamed) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    const auto* func = callee == nullptr ? nullptr : As<Function>(module_->Find(callee->name.text()));
    if (func == nullptr || Composite(func).empty()) return call;
    const GlobalVar*& around = renamed_[callee->name.text()];
    if (around == nullptr) around = Wrapped(callee->name.str(), func);
    Call* made = ctx.arena.New<Call>(*call);
    made->op = around;
    return made;
  }

 private:
  const GlobalVar* Wrapped(const std::string& callee, const Function* func) {
    std::string compiler(CodegenName(Composite(func)));
    std::string symbol = callee + "_" + compiler;
    for (int i = 1; editor_.Find(symbol) != nullptr; ++i) symbol = callee + "_" + compiler + std::to_string(i);
    const AttrDict* attrs = MakeSortedDict(
        ctx, {{"Codegen", MakeAttrString(ctx, compiler)}, {"global_symbol", MakeAttrString(ctx, symbol)}});
    return editor_.AddFunction(symbol, Around(func, attrs));
  }
  // The function inside: variables of its own, but the symbols that the parameters bring are those of the one around.
  const Function* Inside(const Function* func, const VarMap& around) {
    VarMap own, symbols;
    const Function* fresh = WithFreshVars(ctx, func, &own);
    std::vector<const Type*> types;
    for (const Var* param : func->params) types.push_back(param->type);
    for (const Var* symbol : DefinableSymbols(types)) {
      if (std::ranges::find(func->params, symbol) != func->params.end() || !own.contains(symbol)) continue;
      symbols.emplace(static_cast<const Var*>(own.at(symbol)), around.at(symbol));
    }
    return symbols.empty() ? fresh : SubstituteIn(ctx, fresh, symbols);
  }
  // A function of the same parameters whose body is one call of the function inside.
  const Function* Around(const Function* func, const AttrDict* attrs) {
    VarMap renamed;
    const Function* fresh = WithFreshVars(ctx, func, &renamed);
    Function* inner = ctx.arena.New<Function>(*Inside(func, renamed));
    inner->attrs = LocalAttrs(ctx, func->attrs);
    std::vector<const Expr*> args(fresh->params.begin(), fresh->params.end());
    const Var* local = MakeVar(ctx, "local_func", inner->type);
    const Var* output = MakeVar(ctx, "output", fresh->ret_type);
    const Call* call = MakeCall(ctx, local, args, nullptr, {}, fresh->ret_type);
    const BindingBlock* block = MakeBlock(ctx, {MakeBinding(ctx, local, inner), MakeBinding(ctx, output, call)}, false);
    Function* made = ctx.arena.New<Function>(*fresh);
    made->attrs = attrs;
    made->body = MakeSeq(ctx, {block}, output);
    return made;
  }

  ModuleEditor& editor_;
  std::unordered_map<std::string_view, const GlobalVar*>& renamed_;
};

}  // namespace

Result<Module> AnnotateCodegen(Context& ctx, const Module& module) {
  ModuleEditor editor(ctx, module);
  std::unordered_map<std::string_view, const GlobalVar*> renamed;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr || IsAnnotated(func)) continue;
    Annotator annotator(ctx, &module, editor, renamed);
    const Function* rewritten = annotator.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(annotator.status());
    editor.Replace(i, rewritten);
  }
  Module annotated = editor.Finish();
  if (renamed.empty()) return annotated;
  // Those that nobody calls any more go.
  std::unordered_set<std::string_view> mentioned = MentionedFunctions(annotated);
  std::vector<ModuleEntry> entries(annotated.entries.begin(), annotated.entries.end());
  std::erase_if(entries, [&](const ModuleEntry& entry) {
    std::string_view name = entry.var->name.text();
    return renamed.contains(name) && !mentioned.contains(name) && !IsPublic(entry.func);
  });
  return WithEntries(ctx, annotated, entries);
}

}  // namespace assay
