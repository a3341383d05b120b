#include "oracles/core/norm_mode.h"

#include "ir/ops/op_spec.h"
#include "passes/options.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class ModeSetter : public RelaxMutator {
 public:
  ModeSetter(Context& context, const Module* module, NormMode mode)
      : RelaxMutator(context, module), training_(mode == NormMode::kTraining) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call* original) override {
    const Expr* visited = RelaxMutator::VisitCall(call, original);
    const auto* mutated = As<Call>(visited);
    const OpSpec* row = mutated == nullptr ? nullptr : SpecOf(mutated);
    if (row == nullptr || row->name != "nn.batch_norm" || BoolAttr(*mutated, "training") == training_) return visited;
    AttrItems items;
    for (size_t i = 0; i < mutated->attrs->keys.size(); ++i) {
      std::string_view key = mutated->attrs->keys[i].text();
      items.emplace_back(key, key == "training" ? MakeAttrBool(ctx, training_) : mutated->attrs->values[i]);
    }
    Call* moded = ctx.arena.New<Call>(*mutated);
    moded->attrs = MakeDict(ctx, items);
    return moded;
  }

 private:
  bool training_;
};

}  // namespace

std::optional<NormMode> NormModeOf(Exactness exact) {
  if (exact == Exactness::kInference) return NormMode::kInference;
  if (exact == Exactness::kTraining) return NormMode::kTraining;
  return std::nullopt;
}

Module WithNormsIn(NormMode mode, Context& ctx, const Module& module, const PassCall& pass) {
  Result<std::string> only = StringOption(pass.options, "func_name", "");
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    bool meant = !only.ok() || only->empty() || module.entries[i].var->name.text() == *only;
    if (func != nullptr && meant) editor.Replace(i, ModeSetter(ctx, &module, mode).VisitFunction(func));
  }
  Result<Module> moded = editor.Finish();
  return moded.ok() ? *moded : module;
}

}  // namespace assay
