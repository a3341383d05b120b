#include "ir/support/printable.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "ir/support/diag.h"

namespace assay {
namespace {

using std::string_view_literals::operator""sv;

TEST(Printable, ControlCharactersAreEscaped) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows = {
      {"plain", "plain"},
      {"\x1b[31mred"sv, "\\x1b[31mred"},
      {"a\0b"sv, "a\\x00b"},
      {"\x7f\b\r", "\\x7f\\x08\\x0d"},
      {"a\tb", "a\tb"},
      {"a\nb", "a\\x0ab"},
      {"gr\xc3\xbc\xc3\x9f… 😀", "gr\xc3\xbc\xc3\x9f… 😀"},
      {"\xc2\x9b"
       "31m",
       "\\u009b31m"},
      {"\x9b"
       "31m",
       "\\x9b31m"},
      {"\xff\xc3", "\\xff\\xc3"},
      {"\xe2\x82", "\\xe2\\x82"},
      {"", ""},
  };
  for (const auto& [text, shown] : rows) EXPECT_EQ(Printable(text), shown);
  EXPECT_EQ(Printable("a\nb\x1b", LineEnds::kKept), "a\nb\\x1b");
}

TEST(Printable, LongWordsLoseTheirMiddles) {
  std::string name(10000, 'a'), long_enough(500, 'b'), umlauts;
  for (int i = 0; i < 600; ++i) umlauts += "\xc3\xbc";
  std::string cut = std::string(200, 'a') + "…" + std::string(99, 'a');
  EXPECT_EQ(WithoutLongWords("'" + name + "' is not defined"),
            "'" + cut.substr(1, 199) + "…" + std::string(98, 'a') + "' is not defined");
  EXPECT_EQ(WithoutLongWords(name), std::string(200, 'a') + "…" + std::string(100, 'a'));
  EXPECT_EQ(WithoutLongWords("x\n" + name + "\ny"), "x\n" + cut + "\ny");
  EXPECT_EQ(WithoutLongWords(long_enough), long_enough);
  std::string shorter = WithoutLongWords("e" + umlauts);
  EXPECT_EQ(Printable(shorter), shorter) << "characters stay whole";
  EXPECT_EQ(WithoutLongWords("a  b\n"), "a  b\n");
  EXPECT_EQ(WithoutLongWords(""), "");
}

TEST(Printable, DiagnosticsShowNoControlCharacter) {
  SourceMap sources;
  uint32_t file = sources.Add("m\x1b[2J.py", std::string("\x1b[31mx = \0y\n"sv));
  Diag diag{DiagKind::kSyntax, {file, 9, 10}, "unexpected '\x1b'", "", {{{file, 0, 1}, "here \x07"}}};
  std::string shown = Render(diag, sources);
  EXPECT_EQ(shown,
            "m\\x1b[2J.py:1:10: error: unexpected '\\x1b'\n"
            "  \\x1b[31mx = \\x00y\n"
            "              ^~~~\n"
            "m\\x1b[2J.py:1:1: note: here \\x07\n"
            "  \\x1b[31mx = \\x00y\n"
            "  ^~~~");
  Diag at_y = {DiagKind::kSyntax, {file, 10, 11}, "y", "", {}};
  EXPECT_NE(Render(at_y, sources).find("\n                  ^"), std::string::npos) << Render(at_y, sources);
}

}  // namespace
}  // namespace assay
