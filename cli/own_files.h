// Files that travel with the program: from the source tree that it was built in, or from where it is installed.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// The file or folder of that path from the source root, such as "regressions/tvm"; empty where there is none, as where
// a program was copied without what belongs to it: then a note says so, and what follows from it ("no bug is known").
std::string OwnFile(std::string_view path, std::string_view without);

}  // namespace assay
