// Counts with their nouns, wherever they are printed: "1 signature", "1,200 runs". Tested by plural_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// `one` for a count of 1, else `many`: where none is given, `one` in the plural as English makes it of most nouns,
// where the last word is the noun: "open finding", "pass", "entry".
std::string Plural(uint64_t count, std::string_view one, std::string_view many = {});

// "1 signature", "3 signatures".
std::string Counted(uint64_t count, std::string_view one, std::string_view many = {});

}  // namespace assay
