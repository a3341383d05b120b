#include "oracles/core/relations.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/support/hash.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/global_names.h"

namespace assay {
namespace {

// The first function gets the last place in order of name.
GlobalRenaming Reversed(Context& ctx, const Module& module) {
  GlobalRenaming renaming;
  size_t place = module.entries.size();
  for (const ModuleEntry& entry : module.entries) {
    std::string name = fmt::format("f{:04}_{}", --place, entry.var->name.text());
    renaming.emplace(entry.var->name, RenamedGlobal(ctx, entry.var, name));
  }
  return renaming;
}

// A function's symbol follows its name.
const Expr* WithSymbol(Context& ctx, const Expr* func, std::string_view from, std::string_view to) {
  return StringAttr(AttrsOf(func), "global_symbol") == from ? WithGlobalSymbol(ctx, func, to) : func;
}

Module Renamed(Context& ctx, const Module& module, const GlobalRenaming& renaming) {
  std::vector<ModuleEntry> entries = RenamedEntries(ctx, module, renaming);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (Is<ExternFunc>(entries[i].func)) continue;
    entries[i].func = WithSymbol(ctx, entries[i].func, module.entries[i].var->name.text(), entries[i].var->name.text());
  }
  return WithEntries(ctx, module, entries);
}

// The name that a function's double has. What passes tell by the end of a name, that a function transforms weights,
// stays true of it.
std::string DoubleName(std::string_view name) {
  constexpr std::string_view kTransform = "transform_params";
  if (!name.ends_with(kTransform)) return fmt::format("{}_double", name);
  return fmt::format("{}double_{}", name.substr(0, name.size() - kTransform.size()), kTransform);
}

Module WithDoubles(Context& ctx, const Module& module, std::string_view entry_name) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    std::string_view name = entry.var->name.text();
    if (func == nullptr || name == entry_name) continue;
    GlobalVar* var = ctx.arena.New<GlobalVar>(*entry.var);
    var->name = ctx.Intern(DoubleName(name));
    if (module.Find(var->name.text()) != nullptr) continue;
    entries.push_back({var, WithSymbol(ctx, WithFreshVars(ctx, func), name, var->name.text())});
  }
  return WithEntries(ctx, module, entries);
}

Module InOrder(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  std::ranges::sort(entries, {}, [](const ModuleEntry& entry) { return entry.var->name.text(); });
  return WithEntries(ctx, module, entries);
}

// The extents of a value that stands for a parameter of this type, where the type has dimensions.
std::vector<int64_t> ExtentsOf(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>())
    return {tensor->tensor.shape().begin(), tensor->tensor.shape().end()};
  if (const auto* shape = value.As<ShapeValue>()) return shape->dims;
  return {};
}
Nodes<Expr> DimsOf(const Type* type) {
  if (const auto* shape = As<ShapeType>(type)) return shape->values;
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  return shape == nullptr ? Nodes<Expr>() : shape->values;
}

// Variables that are a whole dimension of the type take the value's extent, as when the function is called.
// recursion: types nest no deeper than the reader lets them
void BindSymbols(Context& ctx, const Type* type, const Value& value, VarMap& map) {
  if (const auto* tuple = As<TupleType>(type)) {
    const auto* fields = value.As<TupleValue>();
    for (size_t i = 0; fields != nullptr && i < std::min(tuple->fields.size(), fields->fields.size()); ++i) {
      BindSymbols(ctx, tuple->fields[i], fields->fields[i], map);
    }
    return;
  }
  Nodes<Expr> dims = DimsOf(type);
  std::vector<int64_t> extents = ExtentsOf(value);
  for (size_t i = 0; i < std::min(dims.size(), extents.size()); ++i) {
    if (const auto* var = As<Var>(dims[i])) map.emplace(var, MakeInt(ctx, extents[i], DTypeOf(var)));
  }
}

}  // namespace

Case RenamedVariant(Context& ctx, const Case& c, const PassCall* pass) {
  Case disguised{c.module, c.entry, c.inputs, {}, c.config};
  if (pass != nullptr) disguised.passes = {*pass};
  if (pass == nullptr || pass->options.empty()) {
    GlobalRenaming renaming = Reversed(ctx, c.module);
    disguised.module = Renamed(ctx, c.module, renaming);
    for (const auto& [name, var] : renaming) {
      if (name.text() == c.entry) disguised.entry = var->name.str();
    }
  }
  disguised.module = InOrder(ctx, WithDoubles(ctx, disguised.module, disguised.entry));
  return disguised;
}

std::vector<const MoveSpec*> KeepingMoves() {
  std::vector<const MoveSpec*> moves;
  for (const MoveSpec* move : AllMoves()) {
    if (move->family == MoveFamily::kMetamorphic) moves.push_back(move);
  }
  return moves;
}

std::optional<Module> Rewritten(Context& ctx, const Case& c, std::span<const MoveSpec* const> moves) {
  std::optional<Module> rewritten;
  for (const MoveSpec* move : moves) {
    ByteSource bytes = ByteSource::FromSeed(HashText(move->name));
    MoveSite site{ctx, rewritten ? *rewritten : c.module, bytes, c.entry, nullptr};
    if (std::optional<Module> moved = ApplyMove(site, *move)) rewritten = std::move(moved);
  }
  return rewritten;
}

std::optional<Result<Module>> Substituted(Context& ctx, const Case& c, std::span<const Value> args) {
  const auto* func = As<Function>(c.module.Find(c.entry));
  if (func == nullptr || func->params.size() != args.size()) return std::nullopt;
  VarMap map;
  for (size_t i = 0; i < args.size(); ++i) BindSymbols(ctx, func->params[i]->type, args[i], map);
  // A size that is handed in by itself stays a parameter, for which the inputs have a value.
  for (const Var* param : func->params) map.erase(param);
  if (map.empty()) return std::nullopt;
  Result<const Function*> bound = BindVars(ctx, c.module, func, map);
  if (!bound.ok()) return Result<Module>(bound.error());
  // What is declared is a check when the module runs; a pass that knows better would put the body's type in its place.
  const Type* declared = SubstituteDimsIn(ctx, func->ret_type, map);
  if (declared != nullptr && IsSubtype(ctx, declared, (*bound)->ret_type) == SubtypeAnswer::kNever) {
    return Result<Module>(Diag{
        DiagKind::kTypeMismatch, func->span, "with its sizes put in, the result contradicts what is declared", "", {}});
  }
  for (const ModuleEntry& entry : c.module.entries) {
    if (entry.func == func) return Result<Module>(WithFunction(ctx, c.module, entry.var, *bound));
  }
  return std::nullopt;
}

}  // namespace assay
