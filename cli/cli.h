// The command line as a whole: parsing, help, version, and the exit code. Tested by cli_test.cc.
#pragma once

namespace assay {

// Returns the exit code (command.h).
int RunCli(int argc, char** argv);

}  // namespace assay
