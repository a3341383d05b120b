// The options that gen and fuzz share: what generated modules consist of.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "generators/modules/generate.h"
#include "ir/support/result.h"

namespace assay {

struct GenerationFlags {
  std::string profile = "mixed";
  std::vector<std::string> ops;
  std::vector<std::string> dtypes;
  int bindings = 10;
};

void AddGenerationFlags(Command sub, GenerationFlags& flags);
// Diag kUnknownName for a profile, operator or dtype that does not exist.
Result<GenOptions> GenerationOf(const GenerationFlags& flags);

}  // namespace assay
