// Commands: one file and one line in commands.def each. A command adds itself to the parser and leaves a job to run
// after parsing. Exit codes are the contract of the command line. Tested by cli_test.cc, which runs the binary.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace assay {

enum ExitCode : int {
  kClean = 0,
  // A finding or mismatch: the command worked and has bad news.
  kMismatch = 1,
  kUsage = 2,
  kBadInput = 3,
  // Set-up or environment: a full disk, a missing tool.
  kEnvironment = 4,
  // And the number of a signal that ended the work (ir/support/interrupt.h): 130 for Ctrl-C, 143 for SIGTERM.
  kSignalled = 128,
};

// Runs after the whole command line has been parsed; returns the exit code.
using Job = std::function<int()>;

#define ASSAY_COMMAND(Name) void Add##Name(CLI::App& app, Job& job);
#include "cli/commands.def"

// All of them, with what all of them have. Defined in cli.cc.
void AddCommands(CLI::App& app, Job& job);

}  // namespace assay
