// What --version says: commit, kind of build, libraries. Tested by cli_test.cc.
#pragma once

#include <string>

namespace assay {

// "assay 0.1.0", and a line each for the commit, the build and the libraries. The commit is "unknown" outside of git.
std::string VersionText();

}  // namespace assay
