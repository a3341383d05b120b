// Line differences of two texts, as `opt --print-diff` shows them. Tested by diff_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Lines of `before` that went with "-", lines of `after` that came with "+", with two lines of context; "..." stands
// for what is left out. Empty when the texts are equal. Far apart texts are shown whole.
std::string LineDiff(std::string_view before, std::string_view after);

}  // namespace assay
