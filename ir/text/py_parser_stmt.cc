// Statements of the Python tree.
#include "ir/text/py_nest.h"
#include "ir/text/py_parser.h"

namespace assay {

// recursion: PyNest stops it at kMaxNesting
const PyStmt* PyParser::ParseStmt() {
  Nest nest(*this);
  if (!nest.ok()) return nullptr;
  if (Is(Punct("@"))) return ParseDecorated();
  if (IsWord("def")) return ParseDef({}, calls_.size());
  if (IsWord("class")) return ParseClass({});
  if (IsWord("for")) return ParseFor();
  if (IsWord("with")) return ParseWith();
  if (IsWord("if")) return ParseIf();
  if (IsWord("while")) return ParseWhile();
  const PyStmt* simple = ParseSimple();
  return simple != nullptr && EndSimple() ? simple : nullptr;
}

bool PyParser::EndSimple() {
  if (error_) return false;
  if (Accept(Punct(";"))) {
    if (Peek().kind == TokenKind::kNewline) Skip();
    return true;
  }
  if (AtEnd()) return true;
  return ExpectKind(TokenKind::kNewline, "the end of the line");
}

const PyStmt* PyParser::ParseSimple() {
  uint32_t begin = Peek().begin;
  auto word = [&](PyStmtKind kind) {
    Skip();
    return Keep(PyStmt{.kind = kind, .span = SpanFrom(begin)});
  };
  if (IsWord("pass")) return word(PyStmtKind::kPass);
  if (IsWord("break")) return word(PyStmtKind::kBreak);
  if (IsWord("continue")) return word(PyStmtKind::kContinue);
  if (IsWord("assert")) return ParseAssert();
  if (AcceptWord("return")) {
    const PyExpr* value = nullptr;
    if (Peek().kind != TokenKind::kNewline && !AtEnd() && !Is(Punct(";"))) {
      if ((value = ParseTestList()) == nullptr) return nullptr;
    }
    return Keep(PyStmt{.kind = PyStmtKind::kReturn, .span = SpanFrom(begin), .value = value});
  }
  return ParseAssignOrExpr();
}

const PyStmt* PyParser::ParseAssert() {
  uint32_t begin = Peek().begin;
  Skip();
  const PyExpr* condition = ParseTest();
  if (condition == nullptr) return nullptr;
  const PyExpr* message = nullptr;
  if (Accept(Punct(",")) && (message = ParseTest()) == nullptr) return nullptr;
  return Keep(PyStmt{.kind = PyStmtKind::kAssert, .span = SpanFrom(begin), .value = condition, .target = message});
}

const PyStmt* PyParser::ParseAssignOrExpr() {
  static constexpr uint32_t kAugmented[] = {Punct("+="),  Punct("-="),  Punct("*="),  Punct("/="),
                                            Punct("%="),  Punct("&="),  Punct("|="),  Punct("^="),
                                            Punct("//="), Punct("**="), Punct(">>="), Punct("<<=")};
  uint32_t begin = Peek().begin;
  const PyExpr* first = ParseTestList();
  if (first == nullptr) return nullptr;
  PyStmt stmt{.kind = PyStmtKind::kAssign, .target = first};
  if (Accept(Punct(":"))) {
    if ((stmt.annotation = ParseTest()) == nullptr) return nullptr;
    if (Accept(Punct("=")) && (stmt.value = ParseTestList()) == nullptr) return nullptr;
  } else if (Accept(Punct("="))) {
    if ((stmt.value = ParseTestList()) == nullptr) return nullptr;
    if (Is(Punct("="))) return Fail(Peek(), "chained assignments are not part of TVMScript");
  } else {
    for (uint32_t op : kAugmented) {
      if (stmt.op == 0 && Accept(op)) stmt.op = op >> 8;
    }
    if (stmt.op == 0) return Keep(PyStmt{.kind = PyStmtKind::kExpr, .span = SpanFrom(begin), .value = first});
    if ((stmt.value = ParseTestList()) == nullptr) return nullptr;
  }
  stmt.span = SpanFrom(begin);
  return Keep(stmt);
}

const PyStmt* PyParser::ParseDecorated() {
  size_t first_call = calls_.size();
  std::vector<const PyExpr*> decorators;
  while (Accept(Punct("@"))) {
    const PyExpr* decorator = ParseTest();
    if (decorator == nullptr || !ExpectKind(TokenKind::kNewline, "the end of the line")) return nullptr;
    decorators.push_back(decorator);
  }
  if (IsWord("def")) return ParseDef(decorators, first_call);
  if (IsWord("class")) return ParseClass(decorators);
  return Fail(Peek(), "expected def or class after a decorator");
}

bool PyParser::ParseParams(std::vector<PyParam>& params) {
  if (!Expect(Punct("("), "'('")) return false;
  while (!Is(Punct(")"))) {
    if (Peek().kind != TokenKind::kName) {
      Fail(Peek(), "expected a parameter");
      return false;
    }
    PyParam param{TextOf(Peek()), nullptr, SpanOf(Peek())};
    bool again = std::ranges::any_of(params, [&](const PyParam& other) { return other.name == param.name; });
    if (again) Fail(Peek(), "parameter '" + std::string(param.name) + "' is named twice");
    Skip();
    if (Accept(Punct(":")) && (param.annotation = ParseTest()) == nullptr) return false;
    if (Is(Punct("="))) Fail(Peek(), "default values are not part of TVMScript");
    params.push_back(param);
    if (!Accept(Punct(","))) break;
  }
  return Expect(Punct(")"), "')' after the parameters");
}

const PyStmt* PyParser::ParseDef(const std::vector<const PyExpr*>& decorators, size_t first_call) {
  uint32_t begin = Peek().begin;
  Skip();
  PyStmt stmt{.kind = PyStmtKind::kDef, .name = TextOf(Peek()), .decorators = Keep(decorators)};
  std::vector<PyParam> params;
  std::vector<const PyStmt*> body;
  if (!ExpectKind(TokenKind::kName, "a function name") || !ParseParams(params)) return nullptr;
  if (Accept(Punct("->")) && (stmt.annotation = ParseTest()) == nullptr) return nullptr;
  stmt.span = SpanFrom(begin);
  if (!ParseSuite(body)) return nullptr;
  stmt.params = ctx_.Copy(params);
  stmt.body = ctx_.Copy(body);
  stmt.first_call = static_cast<uint32_t>(first_call);
  stmt.end_call = static_cast<uint32_t>(calls_.size());
  return Keep(stmt);
}

const PyStmt* PyParser::ParseClass(const std::vector<const PyExpr*>& decorators) {
  uint32_t begin = Peek().begin;
  Skip();
  PyStmt stmt{.kind = PyStmtKind::kClass, .name = TextOf(Peek()), .decorators = Keep(decorators)};
  if (!ExpectKind(TokenKind::kName, "a class name")) return nullptr;
  if (Accept(Punct("("))) {
    std::vector<const PyExpr*> bases;
    bool trailing_comma = false;
    if (!ParseItems(bases, Punct(")"), trailing_comma)) return nullptr;
  }
  stmt.span = SpanFrom(begin);
  std::vector<const PyStmt*> body;
  if (!ParseSuite(body)) return nullptr;
  stmt.body = ctx_.Copy(body);
  return Keep(stmt);
}

bool PyParser::ParseSuite(std::vector<const PyStmt*>& body) {
  if (!Expect(Punct(":"), "':'")) return false;
  if (Peek().kind != TokenKind::kNewline) {
    const PyStmt* stmt = ParseSimple();
    if (stmt != nullptr) body.push_back(stmt);
    return stmt != nullptr && EndSimple();
  }
  Skip();
  if (!ExpectKind(TokenKind::kIndent, "an indented block")) return false;
  while (Peek().kind != TokenKind::kDedent && !AtEnd()) {
    const PyStmt* stmt = ParseStmt();
    if (stmt == nullptr) return false;
    body.push_back(stmt);
  }
  if (!AtEnd()) Skip();
  return true;
}

const PyStmt* PyParser::ParseFor() {
  uint32_t begin = Peek().begin;
  Skip();
  PyStmt stmt{.kind = PyStmtKind::kFor};
  std::vector<const PyExpr*> targets;
  do {
    if (IsWord("in")) break;
    if (Peek().kind != TokenKind::kName) return Fail(Peek(), "expected a loop variable");
    targets.push_back(Make({.kind = PyKind::kName, .span = SpanOf(Peek()), .text = TextOf(Peek())}));
    Skip();
  } while (Accept(Punct(",")));
  stmt.target = Make({.kind = PyKind::kTuple, .span = SpanFrom(begin), .items = Keep(targets)});
  if (!AcceptWord("in")) return Fail(Peek(), "expected in");
  if ((stmt.value = ParseTestList()) == nullptr) return nullptr;
  stmt.span = SpanFrom(begin);
  std::vector<const PyStmt*> body;
  if (!ParseSuite(body)) return nullptr;
  stmt.body = ctx_.Copy(body);
  return Keep(stmt);
}

const PyStmt* PyParser::ParseWith() {
  uint32_t begin = Peek().begin;
  Skip();
  PyStmt stmt{.kind = PyStmtKind::kWith};
  if ((stmt.value = ParseTest()) == nullptr) return nullptr;
  if (AcceptWord("as") && (stmt.target = ParseTest()) == nullptr) return nullptr;
  stmt.span = SpanFrom(begin);
  std::vector<const PyStmt*> body;
  if (!ParseSuite(body)) return nullptr;
  stmt.body = ctx_.Copy(body);
  return Keep(stmt);
}

const PyStmt* PyParser::ParseIf() {
  Nest nest(*this);
  if (!nest.ok()) return nullptr;
  uint32_t begin = Peek().begin;
  Skip();
  PyStmt stmt{.kind = PyStmtKind::kIf};
  if ((stmt.value = ParseTest()) == nullptr) return nullptr;
  stmt.span = SpanFrom(begin);
  std::vector<const PyStmt*> body;
  std::vector<const PyStmt*> orelse;
  if (!ParseSuite(body)) return nullptr;
  if (IsWord("elif")) {
    const PyStmt* nested = ParseIf();
    if (nested == nullptr) return nullptr;
    orelse.push_back(nested);
  } else if (AcceptWord("else") && !ParseSuite(orelse)) {
    return nullptr;
  }
  stmt.body = ctx_.Copy(body);
  stmt.orelse = ctx_.Copy(orelse);
  return error_ ? nullptr : Keep(stmt);
}

const PyStmt* PyParser::ParseWhile() {
  uint32_t begin = Peek().begin;
  Skip();
  PyStmt stmt{.kind = PyStmtKind::kWhile};
  if ((stmt.value = ParseTest()) == nullptr) return nullptr;
  stmt.span = SpanFrom(begin);
  std::vector<const PyStmt*> body;
  if (!ParseSuite(body)) return nullptr;
  stmt.body = ctx_.Copy(body);
  return Keep(stmt);
}

}  // namespace assay
