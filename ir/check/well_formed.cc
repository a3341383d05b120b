#include "ir/check/well_formed.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/check/known_sound.h"
#include "ir/check/reporter.h"
#include "ir/check/scalar_parts.h"

namespace assay {

std::span<const RuleSpec> AllRules() {
  static constexpr RuleSpec kRules[] = {
#define ASSAY_RULE(Name, label, doc) {label, doc},
#include "ir/check/rules.def"
  };
  return kRules;
}

namespace {

// What packed functions call bears the name of that convention (TVM's MakePackedAPI).
bool IsPackedSymbol(const ModuleEntry& entry, std::string_view symbol) {
  constexpr std::string_view kPrefix = "__tvm_ffi_";
  const AttrDict* attrs = AttrsOf(entry.func);
  return Is<PrimFunc>(entry.func) && attrs != nullptr && attrs->Find("calling_conv") != nullptr &&
         symbol.starts_with(kPrefix) && entry.var->name == symbol.substr(kPrefix.size());
}

void CheckSymbols(const Module& module, RuleReporter& reporter) {
  std::unordered_set<Name> names;
  for (const ModuleEntry& entry : module.entries) {
    if (!names.insert(entry.var->name).second) {
      reporter.Violated(Rule::kRelaxGlobalDefined, entry.func->span,
                        fmt::format("two functions of the module bear the name {}", entry.var->name.text()));
    }
    std::string_view symbol = StringAttr(AttrsOf(entry.func), "global_symbol");
    if (symbol.empty() || entry.var->name == symbol || IsPackedSymbol(entry, symbol)) continue;
    reporter.Violated(Rule::kRelaxGlobalSymbol, entry.func->span,
                      fmt::format("function {} has the global_symbol {}", entry.var->name.text(), symbol));
  }
}

// Within a kernel its own check looks (as TVM's tirx.analysis.verify_well_formed, which takes all kernels of a module
// for one scope).
void CheckKernelsParams(const Module& module, RuleReporter& reporter) {
  std::unordered_map<const Var*, const ModuleEntry*> owners;
  for (const ModuleEntry& entry : module.entries) {
    const auto* kernel = As<PrimFunc>(entry.func);
    for (const Var* param : kernel == nullptr ? Nodes<Var>() : kernel->params) {
      auto [at, fresh] = owners.emplace(param, &entry);
      if (fresh || at->second == &entry) continue;
      reporter.Violated(Rule::kTirVarOnce, entry.func->span,
                        fmt::format("parameter {} of {} is also one of {}", param->name.text(), entry.var->name.text(),
                                    at->second->var->name.text()));
    }
  }
}

}  // namespace

void CheckWellFormed(Context& ctx, const Module& module, DiagSink& sink) {
  KnownSound nothing;
  nothing.Check(ctx, module, sink);
}

bool AreSameNodes(const Module& a, const Module& b) {
  auto same = [](const ModuleEntry& x, const ModuleEntry& y) { return x.var == y.var && x.func == y.func; };
  bool infos = a.global_infos.data() == b.global_infos.data() && a.global_infos.size() == b.global_infos.size();
  return infos && a.attrs == b.attrs && std::ranges::equal(a.entries, b.entries, same);
}

bool KnownSound::Knows(const Module& module) const {
  return std::ranges::any_of(modules_, [&](const Module& known) { return AreSameNodes(known, module); });
}

void KnownSound::Check(Context& ctx, const Module& module, DiagSink& sink) {
  if (Knows(module)) return;
  // Behind many reports others are left out.
  auto sound = [&] { return sink.diags().empty(); };
  RuleReporter reporter(sink);
  CheckSymbols(module, reporter);
  CheckRelaxFunctions(ctx, module, reporter);
  CheckKernelsParams(module, reporter);
  CheckScalarsAmong(module.attrs, {}, reporter);
  for (const GlobalInfoList& list : module.global_infos) {
    for (const Node* info : list.infos) CheckScalarsAmong(info, info->span, reporter);
  }
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func) || kernels_.contains(entry.func)) continue;
    bool alone = CheckPrimFunc(module, entry, reporter);
    if (alone && sound()) kernels_.insert(entry.func);
  }
  if (sound()) modules_.push_back(module);
}

bool IsWellFormed(Context& ctx, const Module& module) {
  DiagSink sink;
  CheckWellFormed(ctx, module, sink);
  return sink.ok();
}

}  // namespace assay
