// Commands: one file and one line in commands.def each. A command adds itself to the parser and leaves a job to run after
// parsing. Exit codes are the contract of the command line. Tested by cli_test.cc, which runs the binary.
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
};

// For numbers of things or seconds, of which there must be some.
inline CLI::Validator AboveZero() {
  auto check = [](const std::string& given) {
    double number = 0;
    return CLI::detail::lexical_cast(given, number) && number > 0 ? "" : "Value " + given + " is not above 0";
  };
  return {std::function<std::string(std::string&)>(check), "POSITIVE"};
}

// Runs after the whole command line has been parsed; returns the exit code.
using Job = std::function<int()>;

#define ASSAY_COMMAND(Name) void Add##Name(CLI::App& app, Job& job);
#include "cli/commands.def"

}  // namespace assay
