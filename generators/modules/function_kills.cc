#include "generators/modules/function_kills.h"

#include <algorithm>

#include "generators/modules/call_binder.h"
#include "ir/mentions.h"
#include "passes/op_names.h"

namespace assay {

std::vector<const Var*> FunctionKills::NamesOf(const Var* var) const {
  const Frame& frame = scope_.frames.back();
  auto binding_of = [&](const Var* name) {
    auto found = std::ranges::find(frame.bindings, name, &Binding::var);
    return found == frame.bindings.end() ? nullptr : *found;
  };
  const Binding* first = binding_of(var);
  while (first != nullptr && Is<Var>(first->value)) first = binding_of(As<Var>(first->value));
  if (first == nullptr || scope_.laid != nullptr) return {};
  std::vector<const Var*> names{first->var};
  for (const Binding* binding : frame.bindings) {
    auto is_name = [&](const Expr* e) { return std::ranges::find(names, e) != names.end(); };
    if (is_name(binding->value)) names.push_back(binding->var);
    // What a call overwrites is its result, too.
    bool overwrites = OpNameOf(binding->value).find("inplace") != std::string_view::npos;
    if (overwrites && (is_name(binding->var) || MentionsAny(binding->value, names))) return {};
    if (MentionsAny(binding->var->type, names)) return {};
  }
  bool held = std::ranges::any_of(
      names, [&](const Var* name) { return std::ranges::find(scope_.captured, name) != scope_.captured.end(); });
  return held ? std::vector<const Var*>() : names;
}

bool FunctionKills::KillStep() {
  const Entry* entry = scope_.PickEntry([](const Entry& e) {
    const auto* tuple = As<TupleType>(e.type);
    return Is<Var>(e.value) && (Is<TensorType>(e.type) || (tuple != nullptr && !tuple->fields.empty()));
  });
  if (!scope_.MayHaveEffects() || !scope_.module.plan.options->ops.empty() || entry == nullptr) return false;
  std::vector<const Var*> names = NamesOf(static_cast<const Var*>(entry->value));
  const OpSpec* row =
      FindOp(Is<TensorType>(entry->type) && bytes().Chance(1, 2) ? "memory.kill_tensor" : "vm.kill_object");
  if (names.empty() || row == nullptr) return false;
  const Var* killed = bytes().Pick(names);
  std::erase_if(scope_.entries, [&](const Entry& e) { return std::ranges::find(names, e.value) != names.end(); });
  return CallBinder(scope_).EmitCall(MakeOpCall(ctx(), *row, {killed}), row);
}

}  // namespace assay
