// How deep JSON from outside may nest: what reads it goes down by calls, and text of any depth must not fill the stack.
// Every JSON text is read through read_json.h, which asks here first. Tested by json_nesting_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Lists and objects in each other.
inline constexpr int kMaxJsonNesting = 500;

// "nested deeper than 500 (line 3, column 812)", or empty where the text keeps to the limit. Whether it is JSON is not
// asked.
std::string TooDeepJson(std::string_view text);

}  // namespace assay
