// The shape of the Python tree: precedence, postfix chains, statements.
#include "ir/text/py_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// The tree as nested brackets.
std::string Shape(const PyExpr* e) {
  if (e == nullptr) return "-";
  switch (e->kind) {
    case PyKind::kName:
    case PyKind::kString: return std::string(e->text);
    case PyKind::kInt: return std::to_string(e->integer);
    default: break;
  }
  std::string text = std::to_string(static_cast<int>(e->kind));
  if (e->kind == PyKind::kBinary || e->kind == PyKind::kUnary) {
    text.clear();
    for (uint32_t op = e->op; op != 0; op >>= 8) text.insert(text.begin(), static_cast<char>(op & 0xFF));
  }
  if (e->kind == PyKind::kAttribute) text = "." + std::string(e->text);
  for (const PyExpr* item : e->items) text += " " + Shape(item);
  for (const PyKeyword& keyword : e->keywords) text += " " + std::string(keyword.name) + "=" + Shape(keyword.value);
  return "(" + text + ")";
}

std::string Parsed(std::string_view text) {
  Context ctx;
  std::vector<Token> tokens = Tokenize(text);
  PyParser parser(ctx, text, tokens, 0);
  const PyExpr* e = parser.ParseLoneExpr();
  return e != nullptr ? Shape(e) : parser.error()->message;
}

TEST(PyParserTest, Precedence) {
  EXPECT_EQ(Parsed("a + b * c"), "(+ a (* b c))");
  EXPECT_EQ(Parsed("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(Parsed("not a == b and c or d"), "(o (a (n (== a b)) c) d)");
  EXPECT_EQ(Parsed("-a ** -b"), "(- (** a (- b)))");
  EXPECT_EQ(Parsed("a // 2 % 3 < b << 1"), "(< (% (// a 2) 3) (<< b 1))");
  EXPECT_EQ(Parsed("a < b and c < d or not e < f"), "(o (a (< a b) (< c d)) (n (< e f)))");
  EXPECT_EQ(Parsed("a | b ^ c & d << e + f @ g"), "(| a (^ b (& c (<< d (+ e (@ f g))))))");
  EXPECT_EQ(Parsed("a * b - c >> d & e ^ f | g != h"), "(!= (| (^ (& (>> (- (* a b) c) d) e) f) g) h)");
}

TEST(PyParserTest, CallsAndSubscripts) {
  std::string call = std::to_string(static_cast<int>(PyKind::kCall));
  std::string subscript = std::to_string(static_cast<int>(PyKind::kSubscript));
  std::string slice = std::to_string(static_cast<int>(PyKind::kSlice));
  EXPECT_EQ(Parsed("R.nn.f(x, axis=1)"), "(" + call + " (.f (.nn R)) x axis=1)");
  EXPECT_EQ(Parsed("A[i, 0:8]"), "(" + subscript + " A i (" + slice + " 0 8 -))");
  EXPECT_EQ(Parsed("A[()]"), "(" + subscript + " A)");
}

TEST(PyParserTest, Refusals) {
  EXPECT_EQ(Parsed("a < b < c"), Parsed("a < b and b < c"));
  EXPECT_EQ(Parsed("a < (b < c < d) < e"), "a chained comparison in the middle of another");
  EXPECT_EQ(Parsed("a < b < (b < c < d)"), Parsed("a < b and b < (b < c and c < d)"));
  EXPECT_EQ(Parsed("c and a == b >= c != d"), Parsed("c and (a == b and b >= c and c != d)"));
  EXPECT_EQ(Parsed("a + not b"), "expected the end of the expression");
  EXPECT_EQ(Parsed("a or"), "unexpected end of text: expected an expression");
  EXPECT_EQ(Parsed("f(a, [b"), "unexpected end of text: '[' is never closed");
  EXPECT_EQ(Parsed("f(a, [b c)"), "'[' is never closed");
  EXPECT_EQ(Parsed("'a"), "this string is never closed");
  EXPECT_EQ(Parsed("f(a=1, b)"), "a positional argument follows a keyword argument");
  EXPECT_EQ(Parsed("a b"), "expected the end of the expression");
  EXPECT_EQ(Parsed(""), "expected an expression");
  EXPECT_EQ(Parsed(std::string(1000, '[')), "nesting is too deep: expected at most 200 levels");
}

}  // namespace
}  // namespace assay
