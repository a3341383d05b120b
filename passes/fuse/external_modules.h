// What an external compiler made of functions: the module attribute "external_mods" of RunCodegen, as in TVM. Where
// TVM's holds binaries, assay's stand-in compiler keeps the functions as text, one module for each compiler, and
// engines evaluate them (vm/external_functions.h). Tested by testdata/run_codegen.
#pragma once

#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

inline constexpr std::string_view kExternalMods = "external_mods";

// Texts of the module's external modules; strings that are none fail when they are read.
std::vector<std::string_view> ExternalModules(const Module& module);
// The functions under `names` with all that they call, as the text of a module that reads back as it was written; Diag
// kUnsupported when it would not (devices inside nested functions have no text).
Result<std::string> CompileExternally(Context& ctx, const Module& module, const std::vector<std::string_view>& names);

}  // namespace assay
