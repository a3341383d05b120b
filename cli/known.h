// Options by which subcommands are told of bugs on file: --known, its old name --baseline, and --no-known.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace assay {

void AddKnownFlags(CLI::App& sub, std::vector<std::string>& known, bool& no_known);
// What is read: the paths that are given; for a real TVM, unless `no_known`, its regressions that travel with assay, too.
std::vector<std::string> KnownPaths(const std::vector<std::string>& given, bool no_known, const std::string& subject);

}  // namespace assay
