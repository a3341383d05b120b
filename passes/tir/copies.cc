#include "passes/tir/copies.h"

#include "ir/walk.h"

namespace assay {
namespace {

// A declaration over memory that has a name already defines no variable for it.
bool IsView(const Node* node) {
  const auto* decl = As<DeclBuffer>(node);
  return decl != nullptr && (decl->data == nullptr || decl->data == decl->buffer->data);
}

void AddDefined(const Node* node, FieldRole role, std::vector<const Var*>& vars) {
  if (role != FieldRole::kDef && role != FieldRole::kDefDeep) return;
  if (const auto* var = As<Var>(node)) vars.push_back(var);
  const auto* buffer = As<Buffer>(node);
  if (buffer != nullptr) vars.push_back(buffer->data);
}

}  // namespace

std::vector<const Var*> DefinedIn(const Stmt* s) {
  std::vector<const Var*> vars;
  WalkOnce(s, [&](const Node* node) {
    if (IsView(node) || Is<Buffer>(node)) return;
    Visit(node, [&](const auto& n) {
      ForEachField(n, [&](const auto& value, const auto& field) {
        using V = std::remove_cvref_t<decltype(value)>;
        if constexpr (NodePointer<V>) {
          if (value != nullptr) AddDefined(value, field.role, vars);
        } else if constexpr (kIsNodeSpan<V>) {
          for (const Node* child : value) AddDefined(child, field.role, vars);
        }
      });
    });
  });
  return vars;
}

const Stmt* FreshCopy(Context& ctx, const Stmt* s, VarMap values) {
  for (const Var* var : DefinedIn(s)) values.emplace(var, MakeVar(ctx, var->name.text(), var->type, var->flavor));
  return SubstituteIn(ctx, s, values);
}

bool JumpsOut(const Stmt* s) {
  bool jumps = false;
  WalkBeforeChildren(s, [&](const Node* node) {
    jumps |= Is<Break>(node) || Is<Continue>(node);
    return !jumps && !Is<For>(node) && !Is<While>(node) && AsExpr(node) == nullptr;
  });
  return jumps;
}

}  // namespace assay
