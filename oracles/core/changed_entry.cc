#include "oracles/core/changed_entry.h"

#include <set>
#include <string_view>

#include "generators/modules/generate.h"
#include "ir/entries.h"
#include "ir/equal.h"
#include "passes/analysis/unused_functions.h"

namespace assay {
namespace {

// Of what the function is, and of what it calls.
bool ChangedBehind(std::string_view entry, const Module& before, const Module& after, Callees& callees) {
  std::set<std::string_view> seen{entry};
  std::vector<std::string_view> next{entry};
  while (!next.empty()) {
    const Expr* func = before.Find(next.back());
    const Expr* made = after.Find(next.back());
    next.pop_back();
    if (func == nullptr) continue;
    if (made == nullptr || (made != func && !Equal(made, func))) return true;
    for (std::string_view callee : callees.Of(func)) {
      if (seen.insert(callee).second) next.push_back(callee);
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> EntriesChanged(const ModuleRef& output, OracleContext& oc) {
  const Module* made = oc.subject.Native(output);
  std::vector<std::string> entries = EntriesOf(oc.c.module), changed;
  if (made == nullptr || oc.c.inputs.empty() || entries.size() < 2) return changed;
  Callees callees;
  if (ChangedBehind(oc.c.entry, oc.c.module, *made, callees)) return changed;
  for (const std::string& entry : entries) {
    bool other = entry != oc.c.entry && made->Find(entry) != nullptr;
    if (other && ChangedBehind(entry, oc.c.module, *made, callees)) changed.push_back(entry);
  }
  return changed;
}

Verdict JudgeWhereChanged(const PassCall& pass, const ModuleRef& output, OracleContext& oc,
                          FunctionRef<Verdict(OracleContext&)> judge) {
  bool alike = pass.pass->signatures != Signatures::kChanged;
  std::vector<std::string> others;
  if (alike) others = EntriesChanged(output, oc);
  if (others.empty()) return judge(oc);
  Verdict verdict = Agree{};
  for (size_t i = 0; i < others.size() && !std::holds_alternative<Finding>(verdict); ++i) {
    if (!oc.settings.Asks(i, others.size())) continue;
    Case other = oc.c;
    other.entry = others[i];
    other.inputs.clear();
    for (uint64_t seed : {1, 2}) other.inputs.push_back(MakeInputs(oc.c.module, other.entry, seed));
    OracleContext at_entry(oc.ctx, oc.subject, other, oc.settings);
    verdict = judge(at_entry);
  }
  return verdict;
}

}  // namespace assay
