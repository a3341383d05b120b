// What is said of a word that is no dtype. Tested by ir/text/mistakes_test.cc and cli/cli_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The dtypes that are offered in place of another word.
const std::vector<std::string_view>& OfferedDTypes();
// "unknown dtype 'flaot32': expected one of …; did you mean 'float32'?"
std::string UnknownDTypeText(std::string_view written);

}  // namespace assay
