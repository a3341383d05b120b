// AnnotateEntryFunc: the one function of a module, or the one that others can call, is marked as where a program
// begins, if it is a kernel. Tested by testdata/annotate_entry_func.
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kEntry = "tirx.is_entry_func";

// Its place in the module; nothing where there is none, or more than one.
std::optional<size_t> EntryOf(const Module& module) {
  if (module.entries.size() == 1) return 0;
  std::optional<size_t> found;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    bool is_public = !StringAttr(AttrsOf(module.entries[i].func), "global_symbol").empty();
    if (!is_public) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

Result<Module> RunAnnotateEntryFunc(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  ModuleEditor editor(pass_ctx.ctx, module);
  std::optional<size_t> entry = EntryOf(module);
  if (!entry || !Is<PrimFunc>(module.entries[*entry].func)) return editor.Finish();
  const Expr* func = module.entries[*entry].func;
  editor.Replace(*entry, WithFunctionAttr(pass_ctx.ctx, func, kEntry, MakeAttrBool(pass_ctx.ctx, true)));
  return editor.Finish();
}

constexpr std::string_view kAttrs[] = {kEntry};

}  // namespace

const PassSpec tir_pass::kAnnotateEntryFunc = {
    .name = "AnnotateEntryFunc",
    .doc = "marks the one kernel at which a program begins",
    .attrs = kAttrs,
    .run = RunAnnotateEntryFunc,
};

}  // namespace assay
