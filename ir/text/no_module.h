// What is said of a text that is read without an error and holds no module, or several where one is wanted. Tested by
// mistakes_test.cc and cli/cli_test.cc.
#pragma once

#include <string_view>

#include "ir/context.h"
#include "ir/support/diag.h"

namespace assay {

// Diag kSyntax at the beginning of the text that was read last under this name, which holds so many modules.
Diag NoModule(const Context& ctx, std::string_view name, size_t modules = 0);

}  // namespace assay
