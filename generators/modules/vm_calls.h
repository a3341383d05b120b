// Engine forms: calls that passes make and graphs do not hold (explicit memory, closures, in-place and Python calls,
// builtins of the VM), so that passes, text and saving meet every operator of the table.
#pragma once

#include <string>

#include "generators/modules/module_gen.h"

namespace assay {

// TVMScript of a module with a function of some of these forms, on a tensor of a drawn shape and dtype, and of what it
// calls. Nobody calls it, so that results do not depend on it. Names are fresh in `gen`.
std::string EngineFormsText(ModuleGen& gen);

}  // namespace assay
