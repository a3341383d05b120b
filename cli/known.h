// Options by which subcommands are told of bugs on file: --known, its old name --baseline where that means the same,
// and --no-known.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace assay {

void AddKnownFlags(Command sub, std::vector<std::string>& known, bool& no_known);
// Where --baseline is an earlier run of the same subcommand, which --known takes, too.
void AddKnownFlagsOfRuns(Command sub, std::vector<std::string>& known, bool& no_known);
// What is read: the paths that are given; unless `no_known`, what is on file for the subject (SubjectSpec), too.
std::vector<std::string> KnownPaths(const std::vector<std::string>& given, bool no_known, const std::string& subject);

// Folders hold bugs, files are what an earlier run printed.
struct KnownOnFile {
  std::vector<std::string> bugs = {};
  std::vector<std::string> runs = {};
};
KnownOnFile SortedOut(const std::vector<std::string>& given);

}  // namespace assay
