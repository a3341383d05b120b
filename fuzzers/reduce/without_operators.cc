// Values of operators handed in instead (without_operators.h).
#include "fuzzers/reduce/without_operators.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "fuzzers/reduce/relax_body.h"
#include "fuzzers/reduce/shrinks.h"
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
    RelaxBody body = RelaxBody::Of(*As<Function>(func));
    for (RelaxBody::Item& item : body.items) {
      if (Is<MatchCast>(item.binding) || CalledOf(operators, item.binding->value).empty()) continue;
      const Var* var = item.binding->var;
      body.params.push_back(MakeVar(ctx, var->name.text(), var->type));
      item.binding = MakeBinding(ctx, var, body.params.back());
    }
    const Function* built = body.Build(ctx);
    // Calls within branches and local functions stay.
    if (!CallsIn(operators, built).empty()) return std::nullopt;
    changed = WithEntryFunction(ctx, module, i, built);
  }
  if (changed && !IsWellFormed(ctx, *changed)) return std::nullopt;
  return changed;
}

}  // namespace assay
