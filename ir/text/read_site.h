// What every part of the reader reads with: the names in scope, its errors, and the literals of Python. Errors stick:
// after the first Diag of a function every step yields null. Internal to ir/text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ir/support/diag.h"
#include "ir/text/read_names.h"

namespace assay {

class ReadSite {
 public:
  ReadSite(Context& ctx, uint32_t file, DiagSink& sink, const DialectAliases& aliases)
      : ctx_(ctx), file_(file), sink_(sink), aliases_(aliases) {}

  Context& ctx() { return ctx_; }
  Scope& scope() { return scope_; }
  uint32_t file() const { return file_; }

  // ---- errors
  std::nullptr_t Fail(SourceSpan span, std::string message, DiagKind kind = DiagKind::kSyntax);
  std::nullptr_t Fail(Diag diag);
  std::nullptr_t Undefined(SourceSpan span, std::string_view name);
  bool failed() const { return failed_; }
  // For the next function, or the next piece of a module.
  void StartOver() { failed_ = false; }

  // ---- names and literals
  std::optional<DottedName> Dotted(const PyExpr* e);
  std::optional<DottedName> DottedCallee(const PyExpr* e) {
    return e->Is(PyKind::kCall) ? Dotted(e->items[0]) : std::nullopt;
  }
  // Dtype names in strings ("float32") and as T.float32.
  std::optional<DType> LowerDType(const PyExpr* e);
  std::optional<int64_t> LowerInt(const PyExpr* e);
  std::optional<bool> LowerBool(const PyExpr* e);
  std::optional<std::string_view> LowerText(const PyExpr* e, std::string_view what);
  bool LowerInts(const PyExpr* e, std::vector<int64_t>& out);

 private:
  Context& ctx_;
  uint32_t file_;
  DiagSink& sink_;
  const DialectAliases& aliases_;
  Scope scope_;
  bool failed_ = false;
};

}  // namespace assay
