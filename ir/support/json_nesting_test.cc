#include "ir/support/json_nesting.h"

#include <string>

#include <gtest/gtest.h>

#include "ir/support/read_json.h"

namespace assay {
namespace {

std::string Nested(int depth, const std::string& open = "[", const std::string& close = "]") {
  std::string text;
  for (int i = 0; i < depth; ++i) text += open;
  text += "1";
  for (int i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(JsonNesting, StandsAtItsLimit) {
  EXPECT_EQ(TooDeepJson(Nested(kMaxJsonNesting)), "");
  EXPECT_EQ(TooDeepJson(Nested(kMaxJsonNesting + 1)), "nested deeper than 500 (line 1, column 501)");
  EXPECT_EQ(TooDeepJson("\n\n" + Nested(200000)), "nested deeper than 500 (line 3, column 501)");
  EXPECT_NE(TooDeepJson(Nested(300, R"({"a": [)", "]}")), "");
  EXPECT_EQ(TooDeepJson(Nested(250, R"({"a": [)", "]}")), "");
}

TEST(JsonNesting, BracketsInStringsAndBesideEachOtherDoNotCount) {
  EXPECT_EQ(TooDeepJson("[\"" + std::string(1000, '[') + "\"]"), "");
  EXPECT_EQ(TooDeepJson("[\"\\\"" + std::string(1000, '[') + "\"]"), "");
  std::string flat = "[";
  for (int i = 0; i < 1000; ++i) flat += "[],{},";
  EXPECT_EQ(TooDeepJson(flat + "0]"), "");
}

// Whatever is wrong with a text, it is read to its end or refused.
TEST(ReadJson, SaysWhatIsWrong) {
  struct {
    std::string text, why;
  } const rows[] = {
      {"{\"a\": 1}", ""},
      {"", "invalid x.json: expected JSON, got an empty text"},
      {" \n", "invalid x.json: expected JSON, got an empty text"},
      {"{\"a\": }", "invalid x.json: expected JSON, got `}` (line 1, column 7)"},
      {"[1,\n 2,\n 3 4]\n", "invalid x.json: expected JSON, got `4]` (line 3, column 4)"},
      {"[1,\n 2", "invalid x.json: expected JSON, got the end of the text (line 2, column 3)"},
      {"[1, 2\n", "invalid x.json: expected JSON, got the end of the text (line 2, column 1)"},
      {"[\"a\n\"]", "invalid x.json: expected JSON, got the end of the line (line 1, column 4)"},
      {"hello", "invalid x.json: expected JSON, got `hello` (line 1, column 1)"},
      {"[nan]", "invalid x.json: expected JSON, got `nan]` (line 1, column 2)"},
      {"[1] x", "invalid x.json: expected JSON, got `x` (line 1, column 5)"},
      {"[{'a': 1}]", "invalid x.json: expected JSON, got `'a': 1}]` (line 1, column 3)"},
      {"[1e400]", "invalid x.json: expected a number that a float64 holds, got `1e400]` (line 1, column 2)"},
      {"[" + std::string(50, 'x'),
       "invalid x.json: expected JSON, got `" + std::string(40, 'x') + "`… (line 1, column 2)"},
      {Nested(200000), "invalid x.json: nested deeper than 500 (line 1, column 501)"},
      {std::string(200000, '['), "invalid x.json: nested deeper than 500 (line 1, column 501)"},
      {Nested(200000, "{\"a\":", "}"), "invalid x.json: nested deeper than 500 (line 1, column 2501)"},
  };
  for (const auto& row : rows) {
    Result<nlohmann::json> json = ParseJson(row.text, "x.json");
    EXPECT_EQ(json.ok(), row.why.empty()) << row.text.substr(0, 20);
    EXPECT_EQ(JsonOf(row.text).is_discarded(), !row.why.empty()) << row.text.substr(0, 20);
    if (json.ok()) continue;
    EXPECT_EQ(json.error().kind, DiagKind::kCorrupt);
    EXPECT_EQ(json.error().message, row.why);
  }
}

}  // namespace
}  // namespace assay
