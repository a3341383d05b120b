// Modules that the commands are given as files of TVMScript.
#pragma once

#include <string>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// The one module of a file. All diagnostics but the last are printed here; the last comes back.
Result<Module> LoadModule(Context& ctx, const std::string& path);

}  // namespace assay
