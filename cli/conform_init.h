// assay conform init, a subcommand of conform.
#pragma once

#include "cli/command.h"

namespace assay {

void AddConformInit(Command conform, Job& job);

}  // namespace assay
