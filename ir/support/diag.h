// Diagnostics: bad input, named by kind, place, one lower-case sentence, and labels with their own places.
// Kinds are listed in diag_kinds.def. Rendering with source lines is Render(). Tested by diag_test.cc.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/source.h"

namespace assay {

enum class DiagKind : uint8_t {
#define ASSAY_DIAG(Name, doc) k##Name,
#include "ir/support/diag_kinds.def"
};
std::string_view DiagKindName(DiagKind kind);
// Nothing when none is named so.
std::optional<DiagKind> DiagKindNamed(std::string_view name);

struct DiagLabel {
  SourceSpan span;
  std::string text;
};

struct Diag {
  DiagKind kind = DiagKind::kSyntax;
  SourceSpan span;
  // One lower-case sentence that says what was written, no full stop.
  std::string message;
  // The rule or precondition that is broken, e.g. "conv2d.r2" or "relax.wf7"; empty where there is none.
  std::string rule;
  std::vector<DiagLabel> labels;
};

// Collects many diagnostics; for the parser and the well-formedness check.
class DiagSink {
 public:
  void Report(Diag diag) { diags_.push_back(std::move(diag)); }
  bool ok() const { return diags_.empty(); }
  const std::vector<Diag>& diags() const { return diags_; }
  std::vector<Diag> Take() { return std::move(diags_); }

 private:
  std::vector<Diag> diags_;
};

// "file.py:3:7: error: sentence [rule]" with the source line and a caret under the span.
std::string Render(const Diag& diag, const SourceMap& sources, bool colour = false);

// For messages of tests (gtest) and debuggers: "BadArgument: sentence [rule]".
void PrintTo(const Diag& diag, std::ostream* out);

// The candidate nearest to `written` by edit distance, or empty when none is near.
std::string_view Nearest(std::string_view written, const std::vector<std::string_view>& candidates);

}  // namespace assay
