// Readers of pass options: each gives the default when the option is absent or null. The manager has checked the names.
#pragma once

#include <string>
#include <vector>

#include "passes/pass.h"

namespace assay {

// Diag kUnknownName when an option is none of the pass's.
Status CheckOptionNames(const PassCall& call);

// Draws options for a call that has none: those that the pass cannot run without, and now and then others
// (option_choices.h). False when none fit the module.
bool DrawOptions(Context& ctx, const Module& module, ByteSource& bytes, PassCall& call);

// Whether a name means this parameter of the function alone.
bool IsNamedAlone(const Function& func, const Var& param);

// Diag kBadArgument that says what the option takes and what it has: "invalid option 'func_name': expected a string,
// got 3".
Diag InvalidOption(const PassOptions& options, std::string_view name, std::string_view expected);

// Diag kBadArgument when the option has another kind of value.
Result<bool> BoolOption(const PassOptions& options, std::string_view name, bool fallback);
Result<int64_t> IntOption(const PassOptions& options, std::string_view name, int64_t fallback);
Result<std::string> StringOption(const PassOptions& options, std::string_view name, std::string fallback);
// A list of strings, or one string.
Result<std::vector<std::string>> StringsOption(const PassOptions& options, std::string_view name);
// nullptr when absent or null.
const Attr* FindOption(const PassOptions& options, std::string_view name);

}  // namespace assay
