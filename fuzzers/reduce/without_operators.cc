// Values of operators handed in instead (without_operators.h).
#include "fuzzers/reduce/without_operators.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "generators/moves/function_edit.h"
#include "ir/builder.h"
#include "ir/check/well_formed.h"
#include "ir/ops/op_spec.h"
#include "ir/walk.h"

namespace assay {
namespace {

using Names = std::span<const std::string>;

// The name, if the node is a call of one of these operators; else empty.
std::string_view CalledOf(Names operators, const Node* node) {
  const auto* call = As<Call>(node);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  if (op == nullptr || op->spec == nullptr) return "";
  bool named = std::ranges::find(operators, op->spec->name) != operators.end();
  return named ? op->spec->name : "";
}

std::set<std::string_view> CallsIn(Names operators, const Node* root) {
  std::set<std::string_view> called;
  WalkOnce(root, [&](const Node* node) {
    if (std::string_view name = CalledOf(operators, node); !name.empty()) called.insert(name);
  });
  return called;
}

}  // namespace

std::optional<Module> WithoutOperators(Context& ctx, const Module& module, std::string_view entry, Names operators) {
  std::optional<Module> changed;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const Expr* func = module.entries[i].func;
    std::set<std::string_view> called = CallsIn(operators, func);
    if (module.entries[i].var->name.text() != entry || !Is<Function>(func)) {
      if (!called.empty()) return std::nullopt;
      continue;
    }
    if (called.size() != operators.size()) return std::nullopt;
    FunctionEdits edits;
    for (const BindingPlace& place : BindingPlaces({ctx, module, entry, true})) {
      const Binding* binding = place.binding;
      if (place.entry != i || !place.outermost || Is<MatchCast>(binding) || CalledOf(operators, binding->value).empty())
        continue;
      const Var* param = MakeVar(ctx, binding->var->name.text(), binding->var->type);
      edits[i].new_params.push_back(param);
      edits[i].instead[binding] = [&ctx, param](const Binding* edited, const RewriteMemo&,
                                                std::vector<const Binding*>& out) {
        out.push_back(MakeBinding(ctx, edited->var, param));
      };
    }
    changed = WithEdits({ctx, module, entry, true}, edits);
    // Calls within branches and local functions stay.
    if (!changed || !CallsIn(operators, changed->entries[i].func).empty()) return std::nullopt;
  }
  if (changed && !IsWellFormed(ctx, *changed)) return std::nullopt;
  return changed;
}

}  // namespace assay
