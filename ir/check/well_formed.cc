#include "ir/check/well_formed.h"

#include <fmt/format.h>

#include "ir/check/reporter.h"

namespace assay {

std::span<const RuleSpec> AllRules() {
  static constexpr RuleSpec kRules[] = {
#define ASSAY_RULE(Name, label, doc) {label, doc},
#include "ir/check/rules.def"
  };
  return kRules;
}

namespace {

void CheckSymbols(const Module& module, RuleReporter& reporter) {
  std::unordered_set<Name> names;
  for (const ModuleEntry& entry : module.entries) {
    if (!names.insert(entry.var->name).second) {
      reporter.Violated(Rule::kRelaxGlobalDefined, entry.func->span,
                        fmt::format("two functions of the module bear the name {}", entry.var->name.text()));
    }
    std::string_view symbol = StringAttr(AttrsOf(entry.func), "global_symbol");
    if (symbol.empty() || entry.var->name == symbol) continue;
    reporter.Violated(Rule::kRelaxGlobalSymbol, entry.func->span,
                      fmt::format("function {} has the global_symbol {}", entry.var->name.text(), symbol));
  }
}

}  // namespace

void CheckWellFormed(Context& ctx, const Module& module, DiagSink& sink) {
  RuleReporter reporter(sink);
  CheckSymbols(module, reporter);
  CheckRelaxFunctions(ctx, module, reporter);
  for (const ModuleEntry& entry : module.entries) {
    if (Is<PrimFunc>(entry.func)) CheckPrimFunc(module, entry, reporter);
  }
}

bool IsWellFormed(Context& ctx, const Module& module) {
  DiagSink sink;
  CheckWellFormed(ctx, module, sink);
  return sink.ok();
}

}  // namespace assay
