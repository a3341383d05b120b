// symbolic_equals_substituted: a module whose symbolic sizes are replaced by those of its inputs gives the same results.
#include "oracles/results.h"
#include "passes/relax/symbols.h"

namespace assay {
extern const OracleSpec kSymbolicEqualsSubstituted;
namespace {

// The extents of a value that stands for a parameter of this type, where the type has dimensions.
std::vector<int64_t> ExtentsOf(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) return {tensor->tensor.shape().begin(), tensor->tensor.shape().end()};
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

// The entry with its symbols replaced by what they are for these arguments; nothing when it has none.
std::optional<Result<Module>> Substituted(Context& ctx, const Case& c, std::span<const Value> args) {
  const auto* func = As<Function>(c.module.Find(c.entry));
  if (func == nullptr || func->params.size() != args.size()) return std::nullopt;
  VarMap map;
  for (size_t i = 0; i < args.size(); ++i) BindSymbols(ctx, func->params[i]->type, args[i], map);
  if (map.empty()) return std::nullopt;
  Result<const Function*> bound = BindVars(ctx, c.module, func, map);
  if (!bound.ok()) return Result<Module>(bound.error());
  for (const ModuleEntry& entry : c.module.entries) {
    if (entry.func == func) return Result<Module>(WithFunction(ctx, c.module, entry.var, *bound));
  }
  return std::nullopt;
}

// Sizes that do not fit, here or where they are handed on, have no type once they are known; while they are not, only a run traps.
bool SizesDoNotFit(const Case& c, OracleContext& oc) {
  const std::vector<ReferenceOutcome>& reference = oc.ReferenceOf(c);
  if (!reference.empty() && std::holds_alternative<Trap>(reference[0].outcome)) return true;
  // Nor does a run tell of a branch that it does not take.
  return std::ranges::count(OperatorsOf(c.module), "If") != 0;
}

Verdict Judge(const Case& c, const PassCall*, OracleContext& oc) {
  if (c.inputs.empty()) return Skip{"no inputs for the entry function"};
  // One that others call keeps its sizes open for them.
  if (MentionedFunctions(c.module).contains(c.entry)) return Skip{"the entry function is called by others"};
  std::optional<Result<Module>> module = Substituted(oc.ctx, c, c.inputs.front());
  if (!module) return Skip{"the entry function has no symbolic sizes"};
  if (!module->ok()) {
    if (SizesDoNotFit(c, oc)) return Skip{"the module has no meaning for these sizes"};
    return MakeFinding(kSymbolicEqualsSubstituted, nullptr, "refused", module->error().message);
  }
  Case fixed = c;
  fixed.inputs.resize(1);
  Answer<ModuleRef> imported = oc.subject.Import(**module);
  if (!imported.ok()) return FromRefusal(kSymbolicEqualsSubstituted, nullptr, imported.refusal());
  if (std::vector<std::string> violations = oc.subject.Violations(*imported); !violations.empty()) {
    if (SizesDoNotFit(c, oc)) return Skip{"the module has no meaning for these sizes"};
    return MakeFinding(kSymbolicEqualsSubstituted, nullptr, "ill_formed",
                       fmt::format("with its sizes put in: {}\n{}", violations.front(), oc.subject.Print(*imported)));
  }
  return CompareRunsWithReference(kSymbolicEqualsSubstituted, nullptr, fixed, *imported, Compiled(oc, /*lowered=*/false), oc);
}

}  // namespace

const OracleSpec kSymbolicEqualsSubstituted = {
    .name = "symbolic_equals_substituted",
    .doc = "The module with the sizes of its first inputs in place of its symbolic variables is well-formed, and, built and run, agrees "
           "with relax-reference on the module as written. Cannot see variables that match_cast defines, nor those of other functions.",
    .scope = OracleScope::kModule,
    .one_in = 4,
    .one_in_elsewhere = 8,
    .judge = Judge,
};

}  // namespace assay
