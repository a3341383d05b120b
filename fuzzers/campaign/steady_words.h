// What programs say of themselves without what is another thing each time they run: addresses, numbers of processes,
// times of day. Tested by steady_words_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// "0x7ffc01" is "0x…", "==123==" is "==…==", "[09:22:18]" is "[…]".
std::string SteadyWords(std::string_view said);

}  // namespace assay
