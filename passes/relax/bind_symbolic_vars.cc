// BindSymbolicVars: symbolic variables, named by "binding_map", become the integers that it gives. Tested by
// testdata/bind_symbolic_vars.
#include <unordered_set>

#include <fmt/format.h>

#include "ir/ops/describe.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/symbols.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/if_it_fits.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"

namespace assay {
namespace {

Diag BadName(std::string message) { return {DiagKind::kUnknownName, {}, std::move(message), "", {}}; }

// The function's symbolic variables of these names, with their values. `used` gets the names that it has.
Result<VarMap> BindingsOf(Context& ctx, const Function* func, const AttrDict* values,
                          std::unordered_set<std::string_view>& used) {
  VarMap map;
  std::unordered_set<std::string_view> bound;
  for (const Var* var : DefinedSymbols(func)) {
    const Attr* value = values->Find(var->name.text());
    // Scalar parameters of other kinds are no sizes.
    if (value == nullptr || !DTypeOf(var).IsInteger()) continue;
    const auto* number = As<AttrInt>(value);
    if (number == nullptr) {
      return Diag{DiagKind::kBadArgument,
                  {},
                  fmt::format("invalid option 'binding_map': expected an integer for '{}', got {}", var->name.text(),
                              AttrText(value)),
                  "",
                  {}};
    }
    if (!bound.insert(var->name.text()).second) {
      return BadName("binding_map: a function has several symbolic variables '" + var->name.str() + "'");
    }
    used.insert(var->name.text());
    map[var] = MakeInt(ctx, number->value, DTypeOf(var));
  }
  return map;
}

Result<Module> RunBindSymbolicVars(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  const auto* values = As<AttrDict>(FindOption(options, "binding_map"));
  if (values == nullptr) return InvalidOption(options, "binding_map", "an object");
  ASSAY_TRY(std::string only, StringOption(options, "func_name", ""));
  if (!only.empty() && As<Function>(module.Find(only)) == nullptr) {
    return BadName("func_name: the module has no Relax function '" + only + "'");
  }
  std::unordered_set<std::string_view> used;
  auto mentioned = MentionedFunctions(module);
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr || (!only.empty() && module.entries[i].var->name.text() != only)) continue;
    ASSAY_TRY(VarMap map, BindingsOf(ctx, func, values, used));
    ASSAY_TRY(const Function* bound, BindVars(ctx, module, func, map));
    ASSAY_RETURN_IF_ERROR(CheckCallersFit(module.entries[i], bound, mentioned));
    editor.Replace(i, bound);
  }
  for (Name key : values->keys) {
    if (!used.contains(key.text())) return BadName("binding_map: there is no symbolic variable '" + key.str() + "'");
  }
  return IfItFits(ctx, editor.Finish(), "sizes");
}

// One symbolic variable of one function that nothing else calls gets a small size.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  auto mentioned = MentionedFunctions(module);
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr || mentioned.contains(entry.var->name.text())) continue;
    for (const Var* var : DefinedSymbols(func)) {
      if (!DTypeOf(var).IsInteger()) continue;
      auto size = static_cast<int64_t>(bytes.Below(5));
      options["binding_map"] = MakeDict(ctx, {{var->name.text(), MakeAttrInt(ctx, size)}});
      options["func_name"] = MakeAttrString(ctx, entry.var->name.text());
      return true;
    }
  }
  return false;
}

constexpr std::string_view kOptions[] = {"binding_map", "func_name"};

}  // namespace

const PassSpec kBindSymbolicVars = {
    .name = "BindSymbolicVars",
    .doc = "replaces symbolic variables by given integers",
    .options = kOptions,
    .opt_level = 1,
    .idempotent = false,
    .why_not_idempotent = "a variable that is bound is none to bind again",
    .signatures = Signatures::kChanged,
    .changes = Changes({Facet::kParameters, Facet::kPrivateParameters, Facet::kParameterTypes, Facet::kResultTypes,
                        Facet::kPrivateParameterTypes, Facet::kPrivateResultTypes, Facet::kParameterDevices,
                        Facet::kResultDevices}) |
               Alters({Facet::kGraphs, Facet::kVariableTypes}),
    .run = RunBindSymbolicVars,
    .sample_options = SampleOptions,
};

}  // namespace assay
