// Renaming of module functions: the GlobalVar, every reference to it, and the symbol. Tested through
// AttachGlobalSymbol, NormalizeGlobalVar and the metamorphic oracle.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/builder.h"
#include "ir/module.h"

namespace assay {

// From the names of functions to the GlobalVars that stand for them from then on; a name that is missing stays.
using GlobalRenaming = std::unordered_map<Name, const GlobalVar*>;

// `var` under another name.
const GlobalVar* RenamedGlobal(Context& ctx, const GlobalVar* var, std::string_view name);
// The module's entries with all references renamed; symbols (`global_symbol`) stay what they are.
std::vector<ModuleEntry> RenamedEntries(Context& ctx, const Module& module, const GlobalRenaming& renaming);
// The Relax or TIR function with an attribute set, or without it where `value` is null.
const Expr* WithFunctionAttr(Context& ctx, const Expr* func, std::string_view key, const Attr* value);
// The Relax or TIR function with this `global_symbol`; an ExternFunc stays as it is.
const Expr* WithGlobalSymbol(Context& ctx, const Expr* func, std::string_view symbol);

}  // namespace assay
