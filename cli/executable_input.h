// Executables that the commands are given as files. Tested by executable_cli_test.cc.
#pragma once

#include <string>

#include "vm/bytecode/executable.h"

namespace assay {

// Whether the file starts as an executable does.
bool IsExecutable(const std::string& path);
// Diag kCorrupt, with the file's name, for what is none or does not pass verification.
Result<LoadedImage> ReadExecutable(Context& ctx, const std::string& path);

}  // namespace assay
