// Expressions; statements are in py_parser_stmt.cc.
#include "ir/text/py_parser.h"

#include <algorithm>
#include <charconv>

#include "ir/text/py_nest.h"

namespace assay {

std::nullptr_t PyParser::Fail(const Token& token, std::string message, DiagKind kind) {
  if (!error_) {
    SourceSpan span = SpanOf(token);
    error_ = Diag{kind, span, std::move(message), "", {}};
    if (kind == DiagKind::kSyntax) ExplainSyntax(token);
  }
  return nullptr;
}
std::nullptr_t PyParser::FailTooDeep() {
  return Fail(Peek(), "nesting is too deep: expected at most " + std::to_string(kMaxNesting) + " levels",
              DiagKind::kTooDeep);
}

namespace {
bool IsStructural(const Token& token) {
  return token.kind == TokenKind::kNewline || token.kind == TokenKind::kIndent || token.kind == TokenKind::kDedent ||
         token.kind == TokenKind::kEnd;
}
constexpr uint32_t ClosingOf(uint32_t open) { return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : 0; }
bool Closes(uint32_t punct) { return punct == ')' || punct == ']' || punct == '}'; }
}  // namespace

// The innermost bracket before `token` that no later one of its kind closes.
const Token* PyParser::UnclosedBefore(const Token& token) const {
  std::vector<const Token*> open, unclosed;
  for (const Token& at : tokens_) {
    if (at.kind != TokenKind::kPunct) continue;
    if (ClosingOf(at.punct) != 0) open.push_back(&at);
    if (!Closes(at.punct)) continue;
    auto mate =
        std::find_if(open.rbegin(), open.rend(), [&](const Token* o) { return ClosingOf(o->punct) == at.punct; });
    // One that closes nothing leaves what is open as it is.
    if (mate == open.rend()) continue;
    unclosed.insert(unclosed.end(), mate.base(), open.end());
    open.erase(mate.base() - 1, open.end());
  }
  unclosed.insert(unclosed.end(), open.begin(), open.end());
  const Token* found = nullptr;
  for (const Token* at : unclosed) {
    if (at->begin < token.begin && (found == nullptr || at->begin > found->begin)) found = at;
  }
  return found;
}
void PyParser::ExplainSyntax(const Token& token) {
  std::string_view text = TextOf(token);
  if (token.kind == TokenKind::kBad && text.find_first_of("\"'") <= 2) {
    error_->message = "this string is never closed";
    return;
  }
  const Token* last = nullptr;
  for (size_t i = tokens_.size(); i-- > 0 && last == nullptr;) last = IsStructural(tokens_[i]) ? nullptr : &tokens_[i];
  // Behind the last word, or in it where the text does not end its line. What is wrong with a whole text is none of
  // that.
  bool cut = last != nullptr && (token.begin >= last->end || (&token == last && last->end == text_.size() && !lone_));
  const Token* open = UnclosedBefore(token);
  bool at_end = cut && (open != nullptr || error_->message.starts_with("expected "));
  if (open != nullptr) {
    std::string never = "'" + std::string(TextOf(*open)) + "' is never closed";
    if (!at_end) error_->labels.push_back({error_->span, error_->message});
    error_->message = at_end ? "unexpected end of " + std::string(lone_ ? "text" : "file") + ": " + never : never;
    error_->span = SpanOf(*open);
  } else if (at_end) {
    error_->message = "unexpected end of " + std::string(lone_ ? "text" : "file") + ": " + error_->message;
    error_->span = {file_, base_ + last->end, base_ + last->end + 1};
  }
}
SourceSpan PyParser::SpanFrom(uint32_t begin) const {
  uint32_t end = position_ > 0 ? tokens_[position_ - 1].end : begin;
  return {file_, base_ + begin, base_ + (end < begin ? begin : end)};
}
const PyExpr* PyParser::Make(PyExpr value) { return error_ ? nullptr : ctx_.arena.New<PyExpr>(value); }

bool PyParser::Accept(uint32_t punct) {
  if (!Is(punct)) return false;
  Skip();
  return true;
}
bool PyParser::AcceptWord(std::string_view word) {
  if (!IsWord(word)) return false;
  Skip();
  return true;
}
bool PyParser::Expect(uint32_t punct, std::string_view what) {
  if (error_) return false;
  if (Accept(punct)) return true;
  Fail(Peek(), "expected " + std::string(what));
  return false;
}
bool PyParser::ExpectKind(TokenKind kind, std::string_view what) {
  if (error_) return false;
  if (Peek().kind == kind) {
    Skip();
    return true;
  }
  Fail(Peek(), "expected " + std::string(what));
  return false;
}

const PyExpr* PyParser::ParseLoneExpr() {
  lone_ = true;
  const PyExpr* value = ParseTestList();
  while (!error_ && Peek().kind == TokenKind::kNewline) Skip();
  if (!error_ && !AtEnd()) return Fail(Peek(), "expected the end of the expression");
  return value;
}

const PyExpr* PyParser::ParseTestList() {
  uint32_t begin = Peek().begin;
  const PyExpr* first = Is(Punct("*")) ? ParseIndex() : ParseTest();
  if (first == nullptr || !Is(Punct(","))) return first;
  std::vector<const PyExpr*> items{first};
  while (Accept(Punct(","))) {
    const Token& next = Peek();
    bool ends = next.kind == TokenKind::kNewline || next.kind == TokenKind::kEnd || Is(Punct("=")) || Is(Punct(":")) ||
                Is(Punct(")")) || IsWord("in");
    if (ends) break;
    const PyExpr* item = Is(Punct("*")) ? ParseIndex() : ParseTest();
    if (item == nullptr) return nullptr;
    items.push_back(item);
  }
  return Make({.kind = PyKind::kTuple, .span = SpanFrom(begin), .items = Keep(items)});
}

const PyExpr* PyParser::ParseTest() {
  Nest nest(*this);
  if (!nest.ok()) return nullptr;
  if (IsWord("lambda")) return ParseLambda();
  uint32_t begin = Peek().begin;
  const PyExpr* value = ParseBinary(0);
  if (value == nullptr || !IsWord("if")) return value;
  Skip();
  const PyExpr* condition = ParseBinary(0);
  if (condition == nullptr) return nullptr;
  if (!AcceptWord("else")) return Fail(Peek(), "expected else");
  const PyExpr* otherwise = ParseTest();
  if (otherwise == nullptr) return nullptr;
  return Make({.kind = PyKind::kIfElse, .span = SpanFrom(begin), .items = Keep({condition, value, otherwise})});
}

const PyExpr* PyParser::ParseLambda() {
  uint32_t begin = Peek().begin;
  Skip();
  std::vector<const PyExpr*> items;
  while (!Is(Punct(":"))) {
    if (Accept(Punct("*"))) return Fail(Peek(), "star parameters are not part of TVMScript");
    if (Peek().kind != TokenKind::kName) return Fail(Peek(), "expected a parameter name");
    items.push_back(Make({.kind = PyKind::kName, .span = SpanOf(Peek()), .text = TextOf(Peek())}));
    Skip();
    if (!Accept(Punct(","))) break;
  }
  if (!Expect(Punct(":"), "':' after the parameters of lambda")) return nullptr;
  const PyExpr* body = ParseTest();
  if (body == nullptr) return nullptr;
  items.push_back(body);
  return Make({.kind = PyKind::kLambda, .span = SpanFrom(begin), .items = Keep(items)});
}

namespace {
// Binary levels from loosest to tightest; `not` stands between 1 and 2.
constexpr int kLevelOr = 0, kLevelAnd = 1, kLevelCompare = 2, kLevelLast = 8;

// -1 for what is no binary operator.
int LevelOf(uint32_t punct) {
  switch (punct) {
    case Punct("<"):
    case Punct("<="):
    case Punct(">"):
    case Punct(">="):
    case Punct("=="):
    case Punct("!="): return kLevelCompare;
    case Punct("|"): return 3;
    case Punct("^"): return 4;
    case Punct("&"): return 5;
    case Punct("<<"):
    case Punct(">>"): return 6;
    case Punct("+"):
    case Punct("-"): return 7;
    case Punct("*"):
    case Punct("/"):
    case Punct("//"):
    case Punct("%"):
    case Punct("@"): return kLevelLast;
    default: return -1;
  }
}
}  // namespace

PyParser::Operator PyParser::BinaryOperator() const {
  if (Peek().kind == TokenKind::kPunct) return {LevelOf(Peek().punct), Peek().punct};
  if (IsWord("or")) return {kLevelOr, 'o'};
  if (IsWord("and")) return {kLevelAnd, 'a'};
  return {-1, 0};
}

// By climbing: an operand is taken once, and then what follows it says how far its level reaches, since most are
// followed by no operator at all.
const PyExpr* PyParser::ParseBinary(int level) {
  uint32_t begin = Peek().begin;
  const PyExpr* left = level <= kLevelCompare && IsWord("not") ? ParseNot() : ParseUnary();
  // What a comparison compared last: `a < b < c` is `a < b and b < c`.
  const PyExpr* compared = nullptr;
  bool compared_chains = false;
  while (left != nullptr) {
    Operator op = BinaryOperator();
    if (op.level < level) break;
    Skip();
    size_t before = chains_;
    const PyExpr* right = ParseBinary(op.level + 1);
    if (right == nullptr) return nullptr;
    bool chains = op.level == kLevelCompare && compared != nullptr;
    const PyExpr* pair = Make({.kind = PyKind::kBinary,
                               .op = op.code,
                               .span = SpanFrom(begin),
                               .items = Keep({chains ? compared : left, right})});
    // It stands there twice: one in another would double what is read with each.
    if (chains && compared_chains) return Fail(Peek(), "a chained comparison in the middle of another");
    compared_chains = chains_ != before;
    chains_ += chains;
    left = chains ? Make({.kind = PyKind::kBinary, .op = 'a', .span = SpanFrom(begin), .items = Keep({left, pair})})
                  : pair;
    compared = op.level == kLevelCompare ? right : nullptr;
  }
  return left;
}

const PyExpr* PyParser::ParseNot() {
  Nest nest(*this);
  if (!nest.ok()) return nullptr;
  uint32_t begin = Peek().begin;
  Skip();
  const PyExpr* value = ParseBinary(kLevelCompare);
  if (value == nullptr) return nullptr;
  return Make({.kind = PyKind::kUnary, .op = 'n', .span = SpanFrom(begin), .items = Keep({value})});
}

const PyExpr* PyParser::ParseUnary() {
  uint32_t op = Is(Punct("-")) || Is(Punct("+")) || Is(Punct("~")) ? Peek().punct : 0;
  if (op == 0) return ParsePower();
  Nest nest(*this);
  if (!nest.ok()) return nullptr;
  uint32_t begin = Peek().begin;
  Skip();
  const PyExpr* value = ParseUnary();
  if (value == nullptr) return nullptr;
  return Make({.kind = PyKind::kUnary, .op = op, .span = SpanFrom(begin), .items = Keep({value})});
}

const PyExpr* PyParser::ParsePower() {
  uint32_t begin = Peek().begin;
  const PyExpr* base = ParsePostfix();
  if (base == nullptr || !Accept(Punct("**"))) return base;
  Nest nest(*this);
  if (!nest.ok()) return nullptr;
  const PyExpr* exponent = ParseUnary();
  if (exponent == nullptr) return nullptr;
  return Make({.kind = PyKind::kBinary, .op = Punct("**"), .span = SpanFrom(begin), .items = Keep({base, exponent})});
}

const PyExpr* PyParser::ParsePostfix() {
  uint32_t begin = Peek().begin;
  const PyExpr* value = ParseAtom();
  for (int length = 0; value != nullptr; ++length) {
    if (length > kMaxNesting) return FailTooDeep();
    if (Accept(Punct("."))) {
      if (Peek().kind != TokenKind::kName) return Fail(Peek(), "expected a name after '.'");
      std::string_view name = TextOf(Peek());
      Skip();
      value = Make({.kind = PyKind::kAttribute, .span = SpanFrom(begin), .text = name, .items = Keep({value})});
    } else if (Is(Punct("("))) {
      value = ParseCall(value);
    } else if (Is(Punct("["))) {
      value = ParseSubscript(value);
    } else {
      return value;
    }
  }
  return nullptr;
}

const PyExpr* PyParser::ParseCall(const PyExpr* callee) {
  Skip();
  std::vector<const PyExpr*> items{callee};
  std::vector<PyKeyword> keywords;
  while (!Is(Punct(")"))) {
    if (Peek().kind == TokenKind::kName && Is(Punct("="), 1)) {
      std::string_view name = TextOf(Peek());
      bool again = std::ranges::any_of(keywords, [&](const PyKeyword& keyword) { return keyword.name == name; });
      if (again) return Fail(Peek(), "argument '" + std::string(name) + "' is given twice");
      Skip();
      Skip();
      const PyExpr* value = ParseTest();
      if (value == nullptr) return nullptr;
      keywords.push_back({name, value});
    } else {
      const PyExpr* value = Is(Punct("*")) ? ParseIndex() : ParseTest();
      if (value == nullptr) return nullptr;
      if (!keywords.empty()) return Fail(Peek(), "a positional argument follows a keyword argument");
      items.push_back(value);
    }
    if (!Accept(Punct(","))) break;
  }
  if (!Expect(Punct(")"), "')' after the arguments")) return nullptr;
  SourceSpan span = callee->span;
  span.end = SpanFrom(0).end;
  const PyExpr* call =
      Make({.kind = PyKind::kCall, .span = span, .items = Keep(items), .keywords = ctx_.Copy(keywords)});
  if (call != nullptr) calls_.push_back(call);
  return call;
}

const PyExpr* PyParser::ParseIndex() {
  uint32_t begin = Peek().begin;
  if (Accept(Punct("*"))) {
    const PyExpr* value = ParseTest();
    if (value == nullptr) return nullptr;
    return Make({.kind = PyKind::kStarred, .span = SpanFrom(begin), .items = Keep({value})});
  }
  const PyExpr* parts[3] = {};
  bool is_slice = false;
  for (int i = 0; i < 3; ++i) {
    bool empty = Is(Punct(":")) || Is(Punct("]")) || Is(Punct(","));
    if (!empty && (parts[i] = ParseTest()) == nullptr) return nullptr;
    if (i == 2 || !Accept(Punct(":"))) break;
    is_slice = true;
  }
  if (!is_slice) return parts[0] != nullptr ? parts[0] : Fail(Peek(), "expected an index");
  return Make({.kind = PyKind::kSlice, .span = SpanFrom(begin), .items = Keep({parts[0], parts[1], parts[2]})});
}

const PyExpr* PyParser::ParseSubscript(const PyExpr* value) {
  Skip();
  std::vector<const PyExpr*> items{value};
  while (!Is(Punct("]"))) {
    const PyExpr* index = ParseIndex();
    if (index == nullptr) return nullptr;
    items.push_back(index);
    if (!Accept(Punct(","))) break;
  }
  if (!Expect(Punct("]"), "']' after the indices")) return nullptr;
  // x[()] is an access of rank 0.
  if (items.size() == 2 && items[1]->Is(PyKind::kTuple)) {
    std::vector<const PyExpr*> inner(items[1]->items.begin(), items[1]->items.end());
    items.resize(1);
    items.insert(items.end(), inner.begin(), inner.end());
  }
  SourceSpan span = value->span;
  span.end = SpanFrom(0).end;
  return Make({.kind = PyKind::kSubscript, .span = span, .items = Keep(items)});
}

// recursion: PyNest stops it at kMaxNesting
const PyExpr* PyParser::ParseAtom() {
  const Token& token = Peek();
  switch (token.kind) {
    case TokenKind::kName: {
      std::string_view name = TextOf(token);
      PyKind kind = name == "True"    ? PyKind::kTrue
                    : name == "False" ? PyKind::kFalse
                    : name == "None"  ? PyKind::kNone
                                      : PyKind::kName;
      Skip();
      return Make({.kind = kind, .span = SpanOf(token), .text = name});
    }
    case TokenKind::kInt:
    case TokenKind::kFloat: return ParseNumber();
    case TokenKind::kString: return ParseStrings();
    case TokenKind::kPunct:
      if (Is(Punct("("))) return ParseBracketed(PyKind::kTuple);
      if (Is(Punct("["))) return ParseBracketed(PyKind::kList);
      if (Is(Punct("{"))) return ParseDict();
      if (Accept(Punct("..."))) return Make({.kind = PyKind::kEllipsis, .span = SpanOf(token)});
      break;
    case TokenKind::kNewline:
    case TokenKind::kIndent:
    case TokenKind::kDedent:
    case TokenKind::kEnd:
    case TokenKind::kBad: break;
  }
  return Fail(token, "expected an expression");
}

const PyExpr* PyParser::ParseNumber() {
  const Token& token = Peek();
  std::string digits;
  for (char c : TextOf(token)) {
    if (c != '_') digits.push_back(c);
  }
  Skip();
  PyExpr number{.kind = token.kind == TokenKind::kInt ? PyKind::kInt : PyKind::kFloat, .span = SpanOf(token)};
  const char* first = digits.data();
  const char* last = first + digits.size();
  if (number.kind == PyKind::kFloat) {
    // Out of range is infinity or zero, as in Python.
    number.real = std::strtod(digits.c_str(), nullptr);
    return Make(number);
  }
  int base = digits.size() < 2 || digits[0] != '0'  ? 10
             : digits[1] == 'x' || digits[1] == 'X' ? 16
             : digits[1] == 'b' || digits[1] == 'B' ? 2
             : digits[1] == 'o' || digits[1] == 'O' ? 8
                                                    : 10;
  auto [end, code] = std::from_chars(first + (base == 10 ? 0 : 2), last, number.integer, base);
  if (code == std::errc::result_out_of_range) {
    number.overflow = true;
    number.real = std::strtod(digits.c_str(), nullptr);
  } else if (code != std::errc() || end != last) {
    return Fail(token, "malformed number");
  }
  return Make(number);
}

const PyExpr* PyParser::ParseStrings() {
  uint32_t begin = Peek().begin;
  std::string value;
  std::string part;
  while (Peek().kind == TokenKind::kString) {
    if (!DecodeString(TextOf(Peek()), part)) return Fail(Peek(), "only plain strings are part of TVMScript");
    value += part;
    Skip();
  }
  return Make({.kind = PyKind::kString, .span = SpanFrom(begin), .text = ctx_.arena.CopyText(value)});
}

bool PyParser::ParseItems(std::vector<const PyExpr*>& items, uint32_t close, bool& trailing_comma) {
  trailing_comma = false;
  while (!Is(close)) {
    const PyExpr* item = Is(Punct("*")) ? ParseIndex() : ParseTest();
    if (item == nullptr) return false;
    items.push_back(item);
    trailing_comma = Accept(Punct(","));
    if (!trailing_comma) break;
  }
  return Expect(close, "a closing bracket");
}

const PyExpr* PyParser::ParseBracketed(PyKind kind) {
  uint32_t begin = Peek().begin;
  Skip();
  std::vector<const PyExpr*> items;
  bool trailing_comma = false;
  if (!ParseItems(items, kind == PyKind::kTuple ? Punct(")") : Punct("]"), trailing_comma)) return nullptr;
  if (kind == PyKind::kTuple && items.size() == 1 && !trailing_comma && !items[0]->Is(PyKind::kStarred)) {
    return items[0];
  }
  return Make({.kind = kind, .span = SpanFrom(begin), .items = Keep(items)});
}

const PyExpr* PyParser::ParseDict() {
  uint32_t begin = Peek().begin;
  Skip();
  std::vector<const PyExpr*> items;
  while (!Is(Punct("}"))) {
    const PyExpr* key = ParseTest();
    if (key == nullptr || !Expect(Punct(":"), "':' after a key")) return nullptr;
    const PyExpr* value = ParseTest();
    if (value == nullptr) return nullptr;
    items.push_back(key);
    items.push_back(value);
    if (!Accept(Punct(","))) break;
  }
  if (!Expect(Punct("}"), "'}'")) return nullptr;
  return Make({.kind = PyKind::kDict, .span = SpanFrom(begin), .items = Keep(items)});
}

}  // namespace assay
