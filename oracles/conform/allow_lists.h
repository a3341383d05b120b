// Which lists of allowed differences fit a subject: those that stand beside a suite under its name, "tvm-0.26.json", of
// its version and of those before it. Tested by allow_lists_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Of each suite, a file or a folder, in order of versions; each list once. `subject` is what the subject calls itself,
// "tvm 0.27.0.post1"; one without a version has no lists.
std::vector<std::string> FittingAllowLists(const std::vector<std::string>& suites, std::string_view subject);

}  // namespace assay
