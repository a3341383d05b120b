// Files that travel with the program: from the source tree that it was built in, or from where it is installed.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// The file or folder of that path from the source root, such as "regressions/tvm"; empty where there is none.
std::string OwnFile(std::string_view path);

}  // namespace assay
