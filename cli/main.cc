// The assay program.
#include "cli/cli.h"

int main(int argc, char** argv) { return assay::RunCli(argc, argv); }
