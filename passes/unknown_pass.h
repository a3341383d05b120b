// What is said of a name that no pass and no pipeline has. Tested by pass_list_test.cc.
#pragma once

#include <string_view>

#include "ir/support/diag.h"

namespace assay {

// Diag kUnknownName with the nearest names.
Diag UnknownPass(std::string_view name);

}  // namespace assay
