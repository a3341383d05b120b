// Tokens, indentation, strings, and texts that are refused.
#include "ir/text/lexer.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

std::string Kinds(std::string_view text) {
  static constexpr char kLetters[] = "nifsp;><.!";
  std::string kinds;
  for (const Token& token : Tokenize(text)) kinds += kLetters[static_cast<int>(token.kind)];
  return kinds;
}

TEST(LexerTest, NamesNumbersAndOperators) {
  EXPECT_EQ(Kinds("a = 1 + 2.5e-3 // 0x1F"), "npipfpi;.");
  EXPECT_EQ(Tokenize("a //= 1")[1].punct, Punct("//="));
  EXPECT_EQ(Kinds("1abc"), "!;.");
}

TEST(LexerTest, IndentationAndBrackets) {
  EXPECT_EQ(Kinds("if x:\n    y\nz\n"), "nnp;>n;<n;.");
  // Newlines inside brackets and after a backslash join lines; comments and blank lines leave nothing.
  EXPECT_EQ(Kinds("f(a,\n  b)\n\n# note\n"), "npnpnp;.");
  EXPECT_EQ(Kinds("a = \\\n 1"), "npi;.");
  // A dedent to a column that was never open.
  EXPECT_EQ(Kinds("if x:\n    y\n  z"), "nnp;>n;<!n;<.");
}

TEST(LexerTest, Strings) {
  std::string out;
  EXPECT_TRUE(DecodeString(R"("a\n\x41\"")", out));
  EXPECT_EQ(out, "a\nA\"");
  EXPECT_TRUE(DecodeString("r'\\n'", out));
  EXPECT_EQ(out, "\\n");
  EXPECT_TRUE(DecodeString("\"\"\"two\nlines\"\"\"", out));
  EXPECT_EQ(out, "two\nlines");
  EXPECT_TRUE(DecodeString(R"("\u00e9")", out));
  EXPECT_EQ(out, "é");
  EXPECT_FALSE(DecodeString("f'{x}'", out));
  EXPECT_FALSE(DecodeString(R"("\x4")", out));
  EXPECT_EQ(Kinds("\"open\n"), "!;.");
}

TEST(LexerTest, TextsThatAreRefused) {
  EXPECT_TRUE(CheckText("α = 1", 1).ok());
  Status nul = CheckText(std::string_view("ab\0c", 4), 1);
  ASSERT_FALSE(nul.ok());
  EXPECT_EQ(nul.error().kind, DiagKind::kSyntax);
  EXPECT_EQ(nul.error().span.begin, 2u);
  EXPECT_FALSE(CheckText("a\xff", 1).ok());
  EXPECT_FALSE(CheckText("\xe2\x82", 1).ok());
  EXPECT_EQ(CheckText(std::string(kMaxTextBytes + 1, ' '), 1).error().kind, DiagKind::kTooLarge);
}

}  // namespace
}  // namespace assay
