// Where Python imports from, for passes of one's own (passes/foreign_pass.h): the folders of PYTHONPATH. Tested by
// python_path_test.cc.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace assay {

// Whether one of these is a pass of one's own: calls as PassesToJson (value_json.h) writes them. What holds such calls
// names the folders beside them.
bool AnyOwnPass(const nlohmann::json& calls);

std::vector<std::string> PythonPath();
// Puts folders in front of it, as absolute paths and each once, for Pythons that are started from then on.
void AddPythonPath(const std::vector<std::string>& folders);

}  // namespace assay
