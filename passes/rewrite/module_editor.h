// ModuleEditor: collects the changes that a pass makes to a module: functions replaced, functions added under fresh
// names (equal ones once, as TVM's builder does), functions removed. The input module is never touched.
// Tested by module_editor_test.cc.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/builder.h"
#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

class ModuleEditor {
 public:
  ModuleEditor(Context& context, const Module& module);

  // Replaces the function at `index` of the input's entries.
  void Replace(size_t index, const Expr* func);
  // Adds a private function, or finds an equal one that is there already (its GlobalVar is returned).
  const GlobalVar* AddFunction(std::string_view hint, const Expr* func);
  // `hint`, or hint1, hint2, … when that name is taken; reserves it.
  std::string FreshName(std::string_view hint);
  // The function of that name as it now stands; nullptr when there is none.
  const Expr* Find(std::string_view name) const;
  // The input itself when nothing changed.
  Module Finish();

 private:
  // Functions that may be equal, as indices into entries_. Hashes are taken once there are two.
  struct Alike {
    std::vector<size_t> unhashed;
    std::unordered_multimap<uint64_t, size_t> by_hash;
  };
  void IndexForDedup(NodeKind kind);
  const GlobalVar* FindEqual(Alike& alike, const Expr* func);
  void FillNames();

  Context& ctx_;
  const Module& module_;
  std::vector<ModuleEntry> entries_;
  bool changed_ = false;
  std::unordered_set<std::string> names_;
  // From a hint to the first number behind it that may be free: names are never given back.
  std::unordered_map<std::string, int> next_numbers_;
  // By outline, for the kinds of function that are indexed.
  std::unordered_map<uint64_t, Alike> alike_;
  std::set<NodeKind> indexed_;
};

// Applies `rewrite(entry) → Result<const Function*>` to each Relax function of the module.
template <class F>
Result<Module> MapRelaxFunctions(Context& ctx, const Module& module, F&& rewrite) {
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    Result<const Function*> rewritten = rewrite(func);
    if (!rewritten.ok()) return std::move(rewritten).error();
    editor.Replace(i, *rewritten);
  }
  return editor.Finish();
}

// The same for a mutator class that is constructed afresh, with (ctx, &module, args…), for each function.
template <class Mutator, class... A>
Result<Module> MutateRelaxFunctions(Context& ctx, const Module& module, A&&... args) {
  return MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    Mutator mutator(ctx, &module, args...);
    const Function* rewritten = mutator.VisitFunction(func);
    Status status = mutator.status();
    if (!status.ok()) return std::move(status).error();
    return rewritten;
  });
}

}  // namespace assay
