#include "ir/text/lexer.h"

#include <cctype>

namespace assay {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0; }
bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c); }

// By first characters: what may follow.
constexpr std::string_view kAlone = "()[]{},:.;@=+-*/%&|^~<>";
constexpr std::string_view kBeforeEqual = "<>=!+-*/%&|^:@";
constexpr std::string_view kDoubled = "*/<>";

// Length of the punctuation at the start of `text`; 0 when there is none.
size_t PunctLength(std::string_view text) {
  char first = text[0], second = text.size() > 1 ? text[1] : '\0', third = text.size() > 2 ? text[2] : '\0';
  if (first == '.' && second == '.' && third == '.') return 3;
  if (first == second && kDoubled.find(first) != std::string_view::npos) return third == '=' ? 3 : 2;
  if (second == '=' && kBeforeEqual.find(first) != std::string_view::npos) return 2;
  if (first == '-' && second == '>') return 2;
  return kAlone.find(first) == std::string_view::npos ? 0 : 1;
}

// Quote position when `text` starts with a string prefix and a quote; npos otherwise.
size_t StringQuote(std::string_view text) {
  auto prefix = [](char c) {
    c = static_cast<char>(c | 0x20);
    return c == 'r' || c == 'b' || c == 'u' || c == 'f';
  };
  size_t i = 0;
  while (i < text.size() && i < 2 && prefix(text[i])) ++i;
  return i < text.size() && (text[i] == '"' || text[i] == '\'') ? i : std::string_view::npos;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { tokens_.reserve(text.size() / 4 + 8); }

  std::vector<Token> Run() {
    while (position_ < text_.size()) {
      if (at_line_start_ && depth_ == 0) {
        if (!StartLine()) continue;
      }
      Step();
    }
    if (!tokens_.empty() && !at_line_start_) Emit(TokenKind::kNewline, position_, position_);
    for (; indents_.size() > 1; indents_.pop_back()) Emit(TokenKind::kDedent, position_, position_);
    Emit(TokenKind::kEnd, position_, position_);
    return std::move(tokens_);
  }

 private:
  void Emit(TokenKind kind, size_t begin, size_t end, uint32_t punct = 0) {
    tokens_.push_back({kind, punct, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }
  char At(size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  // Measures the indentation; false when the line is blank or a comment (then it is consumed).
  bool StartLine() {
    size_t column = 0;
    size_t i = position_;
    for (; At(i) == ' ' || At(i) == '\t' || At(i) == '\f'; ++i)
      column = text_[i] == '\t' ? (column / 8 + 1) * 8 : column + 1;
    position_ = i;
    if (At(i) == '#') SkipComment();
    if (At(position_) == '\r' && At(position_ + 1) == '\n') ++position_;
    if (position_ >= text_.size()) return false;
    if (text_[position_] == '\n') {
      ++position_;
      return false;
    }
    at_line_start_ = false;
    if (column > indents_.back()) {
      indents_.push_back(column);
      Emit(TokenKind::kIndent, position_, position_);
    }
    while (column < indents_.back()) {
      indents_.pop_back();
      Emit(TokenKind::kDedent, position_, position_);
      // A dedent to a column that was never opened: the parser sees it as bad.
      if (column > indents_.back()) {
        indents_.push_back(column);
        Emit(TokenKind::kBad, position_, position_);
      }
    }
    return true;
  }

  void SkipComment() {
    while (position_ < text_.size() && text_[position_] != '\n') ++position_;
  }

  void Step() {
    char c = text_[position_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      ++position_;
    } else if (c == '#') {
      SkipComment();
    } else if (c == '\n') {
      if (depth_ == 0) {
        Emit(TokenKind::kNewline, position_, position_ + 1);
        at_line_start_ = true;
      }
      ++position_;
    } else if (c == '\\' && (At(position_ + 1) == '\n' || (At(position_ + 1) == '\r' && At(position_ + 2) == '\n'))) {
      position_ += At(position_ + 1) == '\n' ? 2 : 3;
    } else if (size_t quote = StringQuote(text_.substr(position_)); quote != std::string_view::npos) {
      LexString(quote);
    } else if (IsNameStart(c)) {
      LexName();
    } else if (IsDigit(c) || (c == '.' && IsDigit(At(position_ + 1)))) {
      LexNumber();
    } else {
      LexPunct();
    }
  }

  void LexName() {
    size_t begin = position_;
    while (IsNameChar(At(position_))) ++position_;
    Emit(TokenKind::kName, begin, position_);
  }

  void LexNumber() {
    size_t begin = position_;
    bool is_float = false;
    if (text_[position_] == '0' && std::string_view("xXbBoO").find(At(position_ + 1)) != std::string_view::npos &&
        At(position_ + 1) != '\0') {
      position_ += 2;
      while (std::isxdigit(static_cast<unsigned char>(At(position_))) || At(position_) == '_') ++position_;
    } else {
      auto digits = [&] {
        while (IsDigit(At(position_)) || At(position_) == '_') ++position_;
      };
      digits();
      if (At(position_) == '.') {
        is_float = true;
        ++position_;
        digits();
      }
      size_t sign = At(position_ + 1) == '+' || At(position_ + 1) == '-' ? 2 : 1;
      if ((At(position_) == 'e' || At(position_) == 'E') && IsDigit(At(position_ + sign))) {
        is_float = true;
        position_ += sign;
        digits();
      }
    }
    bool bad = IsNameChar(At(position_));
    while (IsNameChar(At(position_))) ++position_;
    Emit(bad ? TokenKind::kBad : is_float ? TokenKind::kFloat : TokenKind::kInt, begin, position_);
  }

  void LexString(size_t quote) {
    size_t begin = position_;
    position_ += quote;
    char mark = text_[position_];
    bool triple = At(position_ + 1) == mark && At(position_ + 2) == mark;
    position_ += triple ? 3 : 1;
    while (position_ < text_.size()) {
      char c = text_[position_];
      if (c == '\\') {
        position_ += 2;
        continue;
      }
      if (!triple && c == '\n') break;
      if (c == mark && (!triple || (At(position_ + 1) == mark && At(position_ + 2) == mark))) {
        position_ += triple ? 3 : 1;
        Emit(TokenKind::kString, begin, position_);
        return;
      }
      ++position_;
    }
    if (position_ > text_.size()) position_ = text_.size();
    Emit(TokenKind::kBad, begin, position_);
  }

  void LexPunct() {
    size_t length = PunctLength(text_.substr(position_));
    if (length == 0) {
      Emit(TokenKind::kBad, position_, position_ + 1);
      ++position_;
      return;
    }
    char c = text_[position_];
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
    Emit(TokenKind::kPunct, position_, position_ + length, Punct(text_.substr(position_, length)));
    position_ += length;
  }

  std::string_view text_;
  size_t position_ = 0;
  size_t depth_ = 0;
  bool at_line_start_ = true;
  std::vector<size_t> indents_{0};
  std::vector<Token> tokens_;
};

// Bytes of the UTF-8 sequence at the start of `text`; 0 when it is none.
size_t Utf8Length(std::string_view text) {
  auto lead = static_cast<uint8_t>(text[0]);
  size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((static_cast<uint8_t>(text[i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void AppendUtf8(uint32_t code, std::string& out) {
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0 | code >> 6));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else {
    if (code >= 0x10000) out.push_back(static_cast<char>(0xF0 | code >> 18));
    out.push_back(static_cast<char>(code < 0x10000 ? 0xE0 | code >> 12 : 0x80 | (code >> 12 & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code >> 6 & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  }
}

// Reads `digits` hexadecimal digits; false when there are fewer.
bool DecodeHex(std::string_view body, size_t& i, size_t digits, uint32_t& code) {
  code = 0;
  for (size_t k = 0; k < digits; ++k, ++i) {
    int digit = i < body.size() ? HexDigit(body[i]) : -1;
    if (digit < 0) return false;
    code = code << 4 | static_cast<uint32_t>(digit);
  }
  return code <= 0x10FFFF;
}

// The escape after a backslash at body[i]; moves i behind it.
bool DecodeEscape(std::string_view body, size_t& i, std::string& out) {
  static constexpr std::string_view kFrom = "abfnrtv\\'\"0", kTo("\a\b\f\n\r\t\v\\'\"\0", 11);
  char c = body[i++];
  size_t known = kFrom.find(c);
  uint32_t code = 0;
  if (c == '\n') return true;
  if (known != std::string_view::npos) {
    out.push_back(kTo[known]);
  } else if (c == 'x') {
    if (!DecodeHex(body, i, 2, code)) return false;
    // A byte, as TVM's own escapes mean it.
    out.push_back(static_cast<char>(code));
  } else if (c == 'u' || c == 'U') {
    if (!DecodeHex(body, i, c == 'u' ? 4 : 8, code)) return false;
    AppendUtf8(code, out);
  } else {
    out.push_back('\\');
    out.push_back(c);
  }
  return true;
}

}  // namespace

Status CheckText(std::string_view text, uint32_t file) {
  auto bad = [&](DiagKind kind, size_t at, std::string message) {
    auto offset = static_cast<uint32_t>(at);
    return Diag{kind, {file, offset, offset + 1}, std::move(message), "", {}};
  };
  if (text.size() > kMaxTextBytes) return bad(DiagKind::kTooLarge, 0, "the text is larger than 64 MiB");
  for (size_t i = 0; i < text.size();) {
    if (static_cast<signed char>(text[i]) > 0) {
      ++i;
      continue;
    }
    if (text[i] == '\0') return bad(DiagKind::kSyntax, i, "the text holds a NUL byte");
    size_t length = Utf8Length(text.substr(i));
    if (length == 0) return bad(DiagKind::kSyntax, i, "the text is not UTF-8");
    i += length;
  }
  return Done{};
}

std::vector<Token> Tokenize(std::string_view text) { return Lexer(text).Run(); }

bool DecodeString(std::string_view token, std::string& out) {
  out.clear();
  size_t quote = StringQuote(token);
  bool raw = false;
  for (char c : token.substr(0, quote)) {
    if (c == 'f' || c == 'F' || c == 'b' || c == 'B') return false;
    raw |= c == 'r' || c == 'R';
  }
  std::string_view body = token.substr(quote);
  bool triple = body.size() >= 6 && body[1] == body[0] && body[2] == body[0];
  body = triple ? body.substr(3, body.size() - 6) : body.substr(1, body.size() - 2);
  if (raw || body.find('\\') == std::string_view::npos) {
    out = body;
    return true;
  }
  for (size_t i = 0; i < body.size();) {
    if (body[i] != '\\' || i + 1 >= body.size()) {
      out.push_back(body[i++]);
      continue;
    }
    ++i;
    if (!DecodeEscape(body, i, out)) return false;
  }
  return true;
}

}  // namespace assay
