#include "ir/check/well_formed.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/check/known_sound.h"
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

bool SameEntries(std::span<const ModuleEntry> a, std::span<const ModuleEntry> b) {
  return std::ranges::equal(a, b, [](const ModuleEntry& x, const ModuleEntry& y) { return x.var == y.var && x.func == y.func; });
}
bool SameInfos(std::span<const GlobalInfoList> a, std::span<const GlobalInfoList> b) {
  return a.data() == b.data() && a.size() == b.size();
}

}  // namespace

void CheckWellFormed(Context& ctx, const Module& module, DiagSink& sink) {
  KnownSound nothing;
  nothing.Check(ctx, module, sink);
}

bool KnownSound::Knows(const Module& module) const {
  return std::ranges::any_of(modules_, [&](const Module& known) {
    return SameEntries(known.entries, module.entries) && known.attrs == module.attrs && SameInfos(known.global_infos, module.global_infos);
  });
}

void KnownSound::Check(Context& ctx, const Module& module, DiagSink& sink) {
  if (Knows(module)) return;
  // Behind many reports others are left out.
  auto sound = [&] { return sink.diags().empty(); };
  RuleReporter reporter(sink);
  CheckSymbols(module, reporter);
  CheckRelaxFunctions(ctx, module, reporter);
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
