// KernelMutator: a RelaxMutator that lowers calls by kernels, which it adds to the module. Tested through the passes.
#pragma once

#include "ir/ops/op_spec.h"
#include "passes/rewrite/checked_shape.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {

class KernelMutator : public RelaxMutator, protected LowerSite {
 public:
  KernelMutator(Context& context, const Module* module, ModuleEditor& editor)
      : RelaxMutator(context, module), editor_(editor) {}

 protected:
  Context& ctx() override { return RelaxMutator::ctx; }
  const GlobalVar* AddKernel(std::string_view hint, const PrimFunc* kernel) override {
    return editor_.AddFunction(hint, kernel);
  }
  const Var* Emit(const Expr* value) override {
    const MatchCast* cast = AsCheckedShape(RelaxMutator::ctx, value, InDataflow());
    if (cast == nullptr) return RelaxMutator::Emit(value);
    EmitBinding(cast);
    return cast->var;
  }
  // What the rule gave, or the call itself where it refused.
  static const Expr* OrItself(const Lowered& lowered, const Call* call) {
    const auto* value = std::get_if<const Expr*>(&lowered);
    return value == nullptr ? call : *value;
  }

  ModuleEditor& editor_;
};

// Applies Mutator(ctx, &module, editor, args…) to each Relax function of the module.
template <class Mutator, class... A>
Result<Module> MutateWithKernels(Context& ctx, const Module& module, A&&... args) {
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    Mutator mutator(ctx, &module, editor, args...);
    editor.Replace(i, mutator.VisitFunction(func));
    Status status = mutator.status();
    if (!status.ok()) return std::move(status).error();
  }
  return editor.Finish();
}

}  // namespace assay
