// Refusals: the subject says no. Its kind of no (refusal_kinds.def), its words, and what of them oracles may go by.
// Tested by refusal_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/support/diag.h"
#include "ir/support/result.h"
#include "oracles/core/rule_label.h"

namespace assay {

enum class RefusalKind : uint8_t {
#define ASSAY_REFUSAL_KIND(Constant, spelling, doc) Constant,
#include "oracles/core/refusal_kinds.def"
};
// In order of the constants.
struct RefusalKindSpec {
  std::string_view name, doc;
};
std::span<const RefusalKindSpec> AllRefusalKinds();
std::string_view RefusalKindName(RefusalKind kind);
// Diag kCorrupt names what is no such spelling.
Result<RefusalKind> RefusalKindNamed(std::string_view name);

// In place of a pass: the whole of a build pipeline.
inline constexpr std::string_view kWholeBuild = "build";

struct Refusal {
  RefusalKind kind = RefusalKind::kInternal;
  // The subject's own words, for people.
  std::string message;
  // Passes that, by the subject's own words, deal with what is refused.
  std::vector<std::string> later = {};
  // The message without what changes from module to module, as the subject puts it; findings of one cause are one. May
  // be empty.
  std::string cause = {};
  // The rule that is broken, where the subject names one.
  RuleLabel rule = {};
  // The pass of the build pipeline after which it is broken, or kWholeBuild; empty where no build made what is refused.
  std::string step = {};
  // Of assay's own compiler.
  std::optional<DiagKind> diag = {};
  // What the text names and the subject's version has not: an operator, a dtype. May be empty.
  std::string lacks = {};
};

// Nothing was judged, since there is no such thing to ask of this subject: no such pass or engine, an operator that it
// does not know, an option that no text says.
bool IsLacking(const Refusal& refusal);

template <class T>
class Answer {
 public:
  Answer(T value) : state_(std::move(value)) {}
  Answer(Refusal refusal) : state_(std::move(refusal)) {}
  bool ok() const { return state_.index() == 0; }
  T& operator*() { return *std::get_if<0>(&state_); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T& operator*() const { return *std::get_if<0>(&state_); }
  const Refusal& refusal() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Refusal> state_;
};

}  // namespace assay
