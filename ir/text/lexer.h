// Lexer of Python's surface: logical lines, indentation, brackets that join lines, comments, every kind of string.
// It never fails: what is no token becomes kBad and is an error only where the parser needs it, so that plain Python
// around modules can be skipped. Tested by lexer_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/support/result.h"

namespace assay {

enum class TokenKind : uint8_t { kName, kInt, kFloat, kString, kPunct, kNewline, kIndent, kDedent, kEnd, kBad };

// Up to three punctuation characters packed into one number: Punct("//=").
constexpr uint32_t Punct(std::string_view text) {
  uint32_t code = 0;
  for (char c : text) code = code << 8 | static_cast<uint8_t>(c);
  return code;
}

struct Token {
  TokenKind kind = TokenKind::kEnd;
  // The packed text when kind is kPunct.
  uint32_t punct = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

// Texts beyond this many bytes are refused (kTooLarge).
inline constexpr size_t kMaxTextBytes = size_t{64} << 20;

// Diag when the text is too large, holds a NUL byte or is not UTF-8; `file` is for its span.
Status CheckText(std::string_view text, uint32_t file);

// All tokens, ended by one kEnd. Comments and blank lines leave none.
std::vector<Token> Tokenize(std::string_view text);

// The value of a string token (quotes, prefix and escapes resolved, written to `out`); false for f-strings, bytes and
// broken escapes.
bool DecodeString(std::string_view token, std::string& out);

}  // namespace assay
