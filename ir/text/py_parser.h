// Recursive descent from tokens to the Python tree (py_ast.h). Nesting is capped (kMaxNesting); chains of binary
// operators are loops, so their length is not. Tested by py_parser_test.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/context.h"
#include "ir/support/diag.h"
#include "ir/text/lexer.h"
#include "ir/text/py_ast.h"

namespace assay {

inline constexpr int kMaxNesting = 200;

class PyParser {
 public:
  // Tokens must come from `text`, which stands in `file` at offset `base`. Nodes are made in the context's arena.
  PyParser(Context& ctx, std::string_view text, const std::vector<Token>& tokens, uint32_t file, uint32_t base = 0)
      : ctx_(ctx), text_(text), tokens_(tokens), file_(file), base_(base) {}

  // A whole text that is one expression; null on error.
  const PyExpr* ParseLoneExpr();
  // The statement at the current position; null on error.
  const PyStmt* ParseStmt();

  // All calls that were read so far.
  std::span<const PyExpr* const> calls() const { return calls_; }

  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  const Token& Peek(size_t ahead = 0) const {
    size_t i = position_ + ahead;
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
  }
  void Skip() {
    if (position_ + 1 < tokens_.size()) ++position_;
  }
  std::string_view TextOf(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }
  // The first error; parsing yields null from then on until it is taken.
  const std::optional<Diag>& error() const { return error_; }
  std::optional<Diag> TakeError() { return std::exchange(error_, std::nullopt); }

 private:
  class Nest;
  bool Is(uint32_t punct, size_t ahead = 0) const {
    return Peek(ahead).kind == TokenKind::kPunct && Peek(ahead).punct == punct;
  }
  bool IsWord(std::string_view word, size_t ahead = 0) const {
    return Peek(ahead).kind == TokenKind::kName && TextOf(Peek(ahead)) == word;
  }
  bool Accept(uint32_t punct);
  bool AcceptWord(std::string_view word);
  bool Expect(uint32_t punct, std::string_view what);
  bool ExpectKind(TokenKind kind, std::string_view what);
  std::nullptr_t Fail(const Token& token, std::string message, DiagKind kind = DiagKind::kSyntax);
  std::nullptr_t FailTooDeep();
  // A mistake that is found late is said where it was made: at a bracket that nothing closes, or at the end of a text
  // that is cut off.
  void ExplainSyntax(const Token& token);
  const Token* UnclosedBefore(const Token& token) const;
  SourceSpan SpanFrom(uint32_t begin) const;
  SourceSpan SpanOf(const Token& token) const { return {file_, base_ + token.begin, base_ + token.end}; }

  const PyExpr* Make(PyExpr value);
  std::span<const PyExpr* const> Keep(const std::vector<const PyExpr*>& items) { return ctx_.Copy(items); }

  // Expressions, by falling precedence.
  const PyExpr* ParseTest();
  const PyExpr* ParseTestList();
  const PyExpr* ParseLambda();
  const PyExpr* ParseBinary(int level);
  const PyExpr* ParseNot();
  const PyExpr* ParseUnary();
  const PyExpr* ParsePower();
  const PyExpr* ParsePostfix();
  const PyExpr* ParseAtom();
  const PyExpr* ParseNumber();
  const PyExpr* ParseStrings();
  const PyExpr* ParseBracketed(PyKind kind);
  const PyExpr* ParseDict();
  const PyExpr* ParseCall(const PyExpr* callee);
  const PyExpr* ParseSubscript(const PyExpr* value);
  const PyExpr* ParseIndex();
  // Of the next token; `level` is -1 when it is no binary operator.
  struct Operator {
    int level;
    uint32_t code;
  };
  Operator BinaryOperator() const;
  bool ParseItems(std::vector<const PyExpr*>& items, uint32_t close, bool& trailing_comma);

  // Statements.
  const PyStmt* ParseSimple();
  const PyStmt* ParseAssignOrExpr();
  const PyStmt* ParseAssert();
  const PyStmt* ParseDecorated();
  const PyStmt* ParseDef(const std::vector<const PyExpr*>& decorators, size_t first_call);
  const PyStmt* ParseClass(const std::vector<const PyExpr*>& decorators);
  const PyStmt* ParseFor();
  const PyStmt* ParseWith();
  const PyStmt* ParseIf();
  const PyStmt* ParseWhile();
  bool ParseParams(std::vector<PyParam>& params);
  bool ParseSuite(std::vector<const PyStmt*>& body);
  bool EndSimple();
  const PyStmt* Keep(PyStmt value) { return ctx_.arena.New<PyStmt>(value); }

  Context& ctx_;
  std::string_view text_;
  const std::vector<Token>& tokens_;
  uint32_t file_;
  uint32_t base_;
  size_t position_ = 0;
  std::vector<const PyExpr*> calls_;
  int depth_ = 0;
  // The text is one expression, not a file.
  bool lone_ = false;
  // Chained comparisons so far.
  size_t chains_ = 0;
  std::optional<Diag> error_;
};

}  // namespace assay
