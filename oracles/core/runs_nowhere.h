// The words by which campaigns know a module that neither compiles nor runs. Tested by tally_test.cc.
#pragma once

#include <string_view>

namespace assay {

// How refuse_or_compile's skip of it begins; the compiler's reason follows.
inline constexpr std::string_view kRunsNowhere = "no engine runs it: ";

}  // namespace assay
