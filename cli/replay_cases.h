// The cases that paths on the command line of `replay` stand for. Tested by cli_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/support/result.h"

namespace assay {

// Folders with a case.json are cases, and so are lone modules; other folders are searched for both. Diag kIo.
Result<std::vector<std::string>> CasePaths(const std::vector<std::string>& given);

}  // namespace assay
