#include "ir/support/diag.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Diag, RendersPlaceSentenceRuleAndCaret) {
  SourceMap sources;
  uint32_t file = sources.Add("m.py", "first\n  bad thing\n");
  Diag diag{DiagKind::kIllFormed, {file, 8, 11}, "this is wrong", "relax.wf5", {}};
  EXPECT_EQ(Render(diag, sources), "m.py:2:3: error: this is wrong [relax.wf5]\n    bad thing\n    ^~~");
}

TEST(Diag, WithoutPlaceOnlyTheSentence) {
  Diag diag{DiagKind::kIo, {}, "no such file", {}, {}};
  EXPECT_EQ(Render(diag, SourceMap()), "error: no such file");
}

TEST(Diag, LabelsFollow) {
  SourceMap sources;
  uint32_t file = sources.Add("m.py", "a = b\n");
  Diag diag{DiagKind::kUndefinedName, {file, 4, 5}, "b is not defined", {}, {{{file, 0, 1}, "needed here"}}};
  EXPECT_NE(Render(diag, sources).find("m.py:1:1: note: needed here"), std::string::npos);
}

// Line, caret and mark below it, of one line of text.
std::vector<std::string> Shown(const std::string& line, size_t begin, size_t end) {
  SourceMap sources;
  uint32_t file = sources.Add("m.py", "first\n" + line + "\nlast\n");
  Diag diag{DiagKind::kSyntax, {file, static_cast<uint32_t>(6 + begin), static_cast<uint32_t>(6 + end)}, "no", {}, {}};
  std::vector<std::string> lines;
  std::istringstream text(Render(diag, sources));
  for (std::string one; std::getline(text, one);) lines.push_back(one);
  EXPECT_EQ(lines.size(), 3u);
  lines.resize(3);
  return {lines[1], lines[2]};
}

size_t ColumnsOf(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

// Two columns of margin, and a mark on each side that is cut.
constexpr size_t kWidest = 160 + 4;

TEST(Diag, OfALongLineAWindowIsShown) {
  const std::string line = std::string(5000, 'a') + "HERE" + std::string(5000, 'b');
  auto middle = Shown(line, 5000, 5004);
  EXPECT_LE(ColumnsOf(middle[0]), kWidest);
  EXPECT_TRUE(middle[0].starts_with("  …aaa") && middle[0].ends_with("bbb…")) << middle[0];
  EXPECT_EQ(ColumnsOf(middle[0].substr(0, middle[0].find("HERE"))), middle[1].find('^'));
  EXPECT_TRUE(middle[1].ends_with(" ^~~~"));
  auto first = Shown(line, 0, 10000);
  EXPECT_TRUE(first[0].starts_with("  aaa") && first[0].ends_with("aaa…")) << first[0];
  EXPECT_EQ(first[1], "  ^" + std::string(159, '~')) << "no mark is longer than what is shown";
  auto last = Shown(line, line.size() - 1, line.size());
  EXPECT_TRUE(last[0].starts_with("  …bbb") && last[0].ends_with("bbb")) << last[0];
  EXPECT_EQ(ColumnsOf(last[0]), last[1].size());
  EXPECT_EQ(Shown(std::string(160, 'a'), 159, 160)[0], "  " + std::string(160, 'a')) << "what fits is whole";
}

TEST(Diag, ControlCharactersAreWrittenOutAndTheCaretStaysUnderItsPlace) {
  auto escaped = Shown("a\x1b[31m!b", 6, 7);
  EXPECT_EQ(escaped[0], "  a\\x1b[31m!b");
  EXPECT_EQ(escaped[1], "           ^");
  auto words = Shown("größe = §!", 12, 13);
  EXPECT_EQ(words[0], "  größe = §!");
  EXPECT_EQ(words[1], "           ^");
  auto tabs = Shown("\ta\t!", 3, 4);
  EXPECT_EQ(tabs[1], "  \t \t^");
}

// Bytes that are no text grow when they are written out, and are cut all the same.
TEST(Diag, OfBinaryBytesAWindowIsShown) {
  for (const std::string& unit :
       {std::string("\xff\x01\x80"), std::string("ä"), std::string("€"), std::string("\xf0\x9f\x98\x80")}) {
    std::string line;
    for (int i = 0; i < 2000; ++i) line += unit;
    size_t half = line.size() / 2;
    auto shown = Shown(line.substr(0, half) + "!" + line.substr(half), half, half + 1);
    EXPECT_LE(ColumnsOf(shown[0]), kWidest);
    EXPECT_GE(ColumnsOf(shown[0]), 150u);
    EXPECT_EQ(ColumnsOf(shown[0].substr(0, shown[0].find('!'))), shown[1].find('^')) << shown[0];
  }
}

TEST(Diag, NearestNamesATypoAndNothingFarAway) {
  std::vector<std::string_view> names = {"LegalizeOps", "RealizeVDevice", "Normalize"};
  EXPECT_EQ(Nearest("LegaliseOps", names), "LegalizeOps");
  EXPECT_EQ(Nearest("normalise", names), "Normalize");
  EXPECT_EQ(Nearest("xyzzy", names), "");
}

}  // namespace
}  // namespace assay
