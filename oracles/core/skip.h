// Skips: an oracle has nothing to say, and why, by the kinds of skip_kinds.def. Tested by skip_test.cc.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracles/core/refusal.h"

namespace assay {

enum class SkipKind : uint8_t {
#define ASSAY_SKIP_KIND(Constant, spelling, doc) Constant,
#include "oracles/core/skip_kinds.def"
};
// In order of the constants.
struct SkipKindSpec {
  std::string_view name, doc;
};
std::span<const SkipKindSpec> AllSkipKinds();
std::string_view SkipKindName(SkipKind kind);

struct Skip {
  SkipKind kind = SkipKind::kNotApplicable;
  // A short phrase that reports show; may be empty.
  std::string why = {};
  // Of kRefused: how the subject refuses.
  std::optional<RefusalKind> refusal = {};

  // "refused (unsupported): sort"; "out of budget".
  std::string Text() const;
  friend auto operator<=>(const Skip&, const Skip&) = default;
};
// What Text() was made of; kOther where it begins with no kind.
Skip SkipFromText(std::string_view text);

// A skip of one question: who was asked, and of a module or of a pass.
struct SkipReason {
  // Empty where nobody was.
  std::string oracle = {};
  bool of_pass = false;
  Skip skip = {};

  // "refuse_or_compile of passes: refused (needs): order".
  std::string Text() const;
  friend auto operator<=>(const SkipReason&, const SkipReason&) = default;
};
SkipReason SkipReasonFromText(std::string_view text);

// How often which was.
using SkipCounts = std::map<SkipReason, uint64_t>;

}  // namespace assay
