#include "passes/fuse/external_modules.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/analysis/unused_functions.h"

namespace assay {

std::vector<std::string_view> ExternalModules(const Module& module) {
  std::vector<std::string_view> texts;
  const auto* list = module.attrs == nullptr ? nullptr : As<AttrList>(module.attrs->Find(kExternalMods));
  if (list == nullptr) return texts;
  for (const Attr* item : list->items) {
    if (const auto* text = As<AttrString>(item)) texts.push_back(text->value.text());
  }
  return texts;
}

Result<std::string> CompileExternally(Context& ctx, const Module& module, const std::vector<std::string_view>& names) {
  std::vector<ModuleEntry> entries;
  for (ModuleEntry entry : module.entries) {
    bool wanted = std::ranges::find(names, entry.var->name.text()) != names.end();
    const AttrDict* attrs = AttrsOf(entry.func);
    // Only these are to be called from outside, those that have no symbol by their names.
    bool nameless = wanted && StringAttr(attrs, "global_symbol").empty();
    if ((!wanted || nameless) && Is<Function>(entry.func)) {
      Function* own = ctx.arena.New<Function>(*static_cast<const Function*>(entry.func));
      const Attr* symbol = wanted ? MakeAttrString(ctx, entry.var->name.text()) : nullptr;
      own->attrs = WithAttr(ctx, attrs, "global_symbol", symbol);
      entry.func = own;
    } else if (!wanted && Is<PrimFunc>(entry.func)) {
      PrimFunc* own = ctx.arena.New<PrimFunc>(*static_cast<const PrimFunc*>(entry.func));
      own->attrs = WithAttr(ctx, attrs, "global_symbol", nullptr);
      entry.func = own;
    }
    entries.push_back(entry);
  }
  Module alone = WithEntries(ctx, module, entries);
  alone.attrs = nullptr;
  Callees callees;
  alone = WithoutUnusedFunctions(ctx, alone, {}, callees);
  std::string text = PrintModule(alone);
  Result<Module> again = ParseModule(ctx, "external.py", text);
  if (again.ok() && Equal(alone, *again)) return text;
  return Diag{DiagKind::kUnsupported, {}, "the external functions have no text that reads back as it was", "", {}};
}

}  // namespace assay
