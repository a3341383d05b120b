// Runs the assay binary that was built beside the tests, and gathers what it says. For tests alone: defined in
// subprocess_test.cc.
#pragma once

#include <string>
#include <vector>

namespace assay {

struct ProgramRun {
  int code = -1;
  std::string out;
  std::string err;
};

// Arguments as the program sees them; `input` is its standard input. Killed after a minute (code -1).
ProgramRun RunAssay(const std::vector<std::string>& args, const std::string& input = "");

// Its standard output, and its errors among it, on a terminal that says to have so many columns.
ProgramRun RunAssayOnTerminal(const std::vector<std::string>& args, int columns);

// The same, sent `signal` once the program catches that and has worked for a moment.
ProgramRun InterruptAssay(const std::vector<std::string>& args, int signal);

// A fresh folder that is removed at the end of the test program.
std::string FreshFolder();

}  // namespace assay
