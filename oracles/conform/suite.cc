#include "oracles/conform/suite.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {

extern const SuiteKind kPrintSuite, kWellFormedSuite, kInferSuite, kPassSuite, kRunSuite;

namespace {
const SuiteKind* const kKinds[] = {&kPrintSuite, &kWellFormedSuite, &kInferSuite, &kPassSuite, &kRunSuite};

Mark* FindMark(Marks& marks, std::string_view score) {
  auto found = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) { return mark.score == score; });
  return found == marks.end() ? nullptr : &*found;
}

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

void Pass(Marks& marks, std::string_view score) {
  if (Mark* mark = FindMark(marks, score)) {
    mark->passed = true;
    mark->why.clear();
  }
}

void Fail(Marks& marks, std::string_view score, std::string why, Sides sides) {
  Mark* mark = FindMark(marks, score);
  if (mark == nullptr) return;
  mark->why = std::move(why);
  mark->sides = std::move(sides);
}

void FailRest(Marks& marks, const std::string& why) {
  for (Mark& mark : marks) {
    if (!mark.passed && mark.why.empty()) mark.why = why;
  }
}

std::string TextField(const nlohmann::json& recorded, std::string_view key) {
  auto found = recorded.find(key);
  return found != recorded.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Status NeedTexts(const nlohmann::json& recorded, std::initializer_list<std::string_view> keys) {
  for (std::string_view key : keys) {
    auto found = recorded.find(key);
    if (found != recorded.end() && found->is_string()) continue;
    return Diag{DiagKind::kCorrupt, {}, fmt::format("case {} has no string \"{}\"", TextField(recorded, "id"), key), "", {}};
  }
  return Done{};
}

std::string FirstLineThatDiffers(std::string_view got, std::string_view want) {
  for (int line = 1; !got.empty() || !want.empty(); ++line) {
    std::string_view ours = TakeLine(got), theirs = TakeLine(want);
    if (ours != theirs) return fmt::format("line {}: got `{}`, want `{}`", line, ours.substr(0, 150), theirs.substr(0, 150));
  }
  return "the texts differ in line ends";
}

}  // namespace assay
