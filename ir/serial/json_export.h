// Modules as JSON, for tools that read no TVMScript: the same graph that the binary form keeps, node by node. Written
// only; `serial.h` is the form to load. `assay print --json` prints it (docs/reference/json.md). Tested by
// json_export_test.cc.
#pragma once

#include <string>

#include "ir/module.h"

namespace assay {

inline constexpr int kJsonVersion = 1;

// One JSON object: version, nodes (children before parents, each once, so that sharing shows), attrs, global_infos and
// functions, which refer to nodes by their place in the list. Always valid UTF-8; equal modules give equal text.
std::string ModuleToJson(const Module& module);

}  // namespace assay
