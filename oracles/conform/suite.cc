#include "oracles/conform/suite.h"

#include <algorithm>

#include <fmt/format.h>

#include "oracles/core/cause.h"
#include "oracles/core/pass_oracles.h"

namespace assay {

extern const SuiteKind kPrintSuite, kWellFormedSuite, kInferSuite, kPassSuite, kRunSuite;

namespace {
// A text to print is the least that a case may have, so that its kind is the last.
const SuiteKind* const kByFields[] = {&kRunSuite, &kPassSuite, &kInferSuite, &kWellFormedSuite, &kPrintSuite};
const SuiteKind* const kKinds[] = {&kPrintSuite, &kWellFormedSuite, &kInferSuite, &kPassSuite, &kRunSuite};

Mark* FindMark(Marks& marks, std::string_view score) {
  auto found = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) { return mark.score == score; });
  return found == marks.end() ? nullptr : &*found;
}

// One line, alike for all that ask for it.
std::string WhatIsLacking(const Refusal& refusal) {
  return refusal.lacks.empty() ? refusal.message.substr(0, refusal.message.find('\n'))
                               : fmt::format("the subject has no {}", refusal.lacks);
}

bool IsUnexplained(const Mark& mark) { return mark.ending == MarkEnding::kFailed && mark.why.empty(); }

std::string_view TakeLine(std::string_view& text) {
  size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}
}  // namespace

std::span<const SuiteKind* const> AllSuiteKinds() { return kKinds; }

const SuiteKind* FindSuiteKind(std::string_view name) {
  for (const SuiteKind* kind : kKinds) {
    if (kind->name == name) return kind;
  }
  return nullptr;
}

const SuiteKind* SuiteKindOf(const nlohmann::json& recorded) {
  for (const SuiteKind* kind : kByFields) {
    if (recorded.is_object() && recorded.contains(kind->own_field)) return kind;
  }
  return nullptr;
}

void Pass(Marks& marks, std::string_view score) {
  if (Mark* mark = FindMark(marks, score)) {
    mark->ending = MarkEnding::kPassed;
    mark->why.clear();
  }
}

void Fail(Marks& marks, std::string_view score, std::string why, Sides sides, std::optional<Finding> finding) {
  Mark* mark = FindMark(marks, score);
  if (mark == nullptr) return;
  mark->why = std::move(why);
  mark->sides = std::move(sides);
  mark->finding = std::move(finding);
}

void NotApplicable(Marks& marks, std::string_view score, std::string why) {
  Mark* mark = FindMark(marks, score);
  if (mark == nullptr) return;
  mark->ending = MarkEnding::kNotApplicable;
  mark->why = std::move(why);
}

void FailRest(Marks& marks, const std::string& why) {
  for (Mark& mark : marks) {
    if (IsUnexplained(mark)) mark.why = why;
  }
}

void Refuse(Marks& marks, std::string_view score, std::string_view what, const Refusal& refusal,
            std::string_view oracle, const PassCall* pass) {
  if (IsLacking(refusal)) return NotApplicable(marks, score, WhatIsLacking(refusal));
  std::optional<Finding> finding;
  // A text that cannot be read is a finding whatever the reason; elsewhere a clear no is none.
  auto klass = oracle == "round_trip" ? std::optional<FindingClass>(FindingClass::kUnreadable) : FaultOf(refusal);
  if (klass) finding = MakeFinding(*FindOracle(oracle), pass, *klass, refusal.message, FactsOf(refusal));
  if (finding) finding->cause = CauseOf(*finding);
  Fail(marks, score, std::string(what) + refusal.message, {}, std::move(finding));
}

void RefuseRest(Marks& marks, std::string_view what, const Refusal& refusal, std::string_view oracle,
                const PassCall* pass) {
  std::vector<std::string> open;
  for (const Mark& mark : marks) {
    if (IsUnexplained(mark)) open.push_back(mark.score);
  }
  for (const std::string& score : open) Refuse(marks, score, what, refusal, oracle, pass);
}

std::string TextField(const nlohmann::json& recorded, std::string_view key) {
  auto found = recorded.find(key);
  return found != recorded.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Status NeedTexts(const nlohmann::json& recorded, std::initializer_list<std::string_view> keys) {
  for (std::string_view key : keys) {
    auto found = recorded.find(key);
    if (found != recorded.end() && found->is_string()) continue;
    return Diag{DiagKind::kCorrupt, {}, fmt::format("has no string \"{}\"", key), "", {}};
  }
  return Done{};
}

std::string FirstLineThatDiffers(std::string_view got, std::string_view want) {
  for (int line = 1; !got.empty() || !want.empty(); ++line) {
    std::string_view ours = TakeLine(got), theirs = TakeLine(want);
    if (ours != theirs)
      return fmt::format("line {}: got `{}`, want `{}`", line, ours.substr(0, 150), theirs.substr(0, 150));
  }
  return "the texts differ in line ends";
}

}  // namespace assay
