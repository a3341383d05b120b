// Modules that a pass made by what its options say. Tested by testdata/bind_symbolic_vars, testdata/bind_params and
// testdata/update_param_type.
#pragma once

#include <string_view>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// The module, where it is well-formed: what calls a function may not fit any more, or the function its own body. `what`
// says what does not fit then.
Result<Module> IfItFits(Context& ctx, const Module& module, std::string_view what);

}  // namespace assay
