#include "oracles/subjects/tvm/issue_words.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/support/plural.h"
#include "oracles/core/refusal.h"
#include "oracles/subjects/tvm/short_script.h"
#include "passes/pass.h"

namespace assay {
namespace {

struct ClassWords {
  FindingClass::Row row;
  std::string_view expected;
};
constexpr ClassWords kClasses[] = {
#define ASSAY_ISSUE_CLASS(Constant, expected) {FindingClass::Constant, expected},
#include "oracles/subjects/tvm/issue_words.def"
};

struct Words {
  std::string_view oracle, title, expected;
  // What both sides are called.
  std::string_view first, second;
};
constexpr Words kWords[] = {
#define ASSAY_ISSUE_ORACLE(oracle, title, expected, first, second) {oracle, title, expected, first, second},
#include "oracles/subjects/tvm/issue_words.def"
};
// The last row stands for the rest.
static_assert(std::end(kWords)[-1].oracle.empty());

const Words* FindWords(std::string_view oracle) {
  auto found = std::ranges::find(kWords, oracle, &Words::oracle);
  return found == std::end(kWords) ? nullptr : found;
}
const Words& WordsOf(const TvmFinding& finding) {
  const Words* words = FindWords(finding.oracle);
  return words == nullptr ? std::end(kWords)[-1] : *words;
}

std::string PassOf(const TvmFinding& finding) {
  std::string name = finding.pass.is_object() ? finding.pass.value("name", "") : "";
  return name.empty() ? "tvm.compile" : name;
}

// Who refuses, where it is no pass (FindingFacts::refuser).
constexpr std::string_view kChecker = "checker";

// Nothing came back, or a check of TVM's own failed.
bool Ends(FindingClass klass) {
  constexpr FindingClass::Row kRows[] = {FindingClass::kCrash, FindingClass::kHang, FindingClass::kInternal,
                                         FindingClass::kSignal, FindingClass::kExit};
  return std::ranges::find(kRows, klass.row()) != std::end(kRows);
}

// The first sentence of what TVM said, whole words of it.
std::string Said(const std::string& detail) {
  constexpr size_t kMost = 90;
  std::string line = detail.substr(0, detail.find('\n'));
  if (size_t end = line.find(". "); end != std::string::npos) line.resize(end);
  if (line.size() <= kMost) return line;
  size_t space = line.rfind(' ', kMost);
  return line.substr(0, space == std::string::npos ? 0 : space) + (space == std::string::npos ? "" : " …");
}

// Each placeholder by what stands for it. What stands for one is not looked through again.
std::string Filled(std::string_view text, const std::map<std::string_view, std::string>& parts) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    auto part = std::ranges::find_if(parts, [&](const auto& one) { return text.substr(at).starts_with(one.first); });
    out += part == parts.end() ? std::string(1, text[at]) : part->second;
    at += part == parts.end() ? 1 : part->first.size();
  }
  return out;
}

// Within backticks, at the end of a sentence.
std::string Quotable(const std::string& said) {
  std::string text = Said(said);
  std::ranges::replace(text, '`', '\'');
  while (text.ends_with(':') || text.ends_with(' ') || text.ends_with('.')) text.pop_back();
  return text;
}

bool IsOfRefusal(FindingClass klass) {
  auto row = std::ranges::find(kClasses, klass.row(), &ClassWords::row);
  return row != std::end(kClasses) && row->expected.find("{refusal}") != std::string_view::npos;
}

bool IsLong(const std::string& text) {
  constexpr size_t kMostOfASentence = 200;
  return text.size() > kMostOfASentence || text.find('\n') != std::string::npos;
}

// "element [0, 3]" of "result[0, 3]".
std::string PlaceOf(const std::string& where) {
  constexpr std::string_view kResult = "result";
  if (where == kResult) return "it";
  return where.starts_with(kResult) ? "element " + where.substr(kResult.size()) : where;
}

// "mod.functions["main"].ret_ty" of TVM's "<root>.functions["main"].ret_ty: <root>.functions["main"].ret_ty": the path
// in both modules, which is the same mostly.
std::string PlaceOf(const ModuleDifference& difference) {
  constexpr std::string_view kRoot = "<root>";
  std::string place = difference.text.substr(0, difference.text.find('\n'));
  size_t second = place.find(fmt::format(": {}", kRoot));
  if (second != std::string::npos && place.substr(0, second) == place.substr(second + 2)) place.resize(second);
  return place.starts_with(kRoot) ? "mod" + place.substr(kRoot.size()) : place;
}

// "; here element [0, 3] is 2.5 without the pass and 0.0 after it"; empty where the finding says no more than its
// class.
std::string FirstDifference(const TvmFinding& finding) {
  const Words& words = WordsOf(finding);
  const Sides& sides = finding.sides;
  if (!sides.elements.empty()) {
    const SideElement& one = sides.elements.front();
    return fmt::format("; here {} is {} {} and {} {}", PlaceOf(one.where), one.expected, words.first, one.got,
                       words.second);
  }
  if (!sides.expected.empty() && !IsLong(sides.expected) && !IsLong(sides.got)) {
    return fmt::format("; here {} is `{}` {} and `{}` {}",
                       sides.where.empty() ? "it" : fmt::format("`{}`", sides.where), sides.expected, words.first,
                       sides.got, words.second);
  }
  if (!finding.facts.difference) return "";
  std::string place = PlaceOf(*finding.facts.difference);
  if (IsLong(place)) return "";
  if (const auto& dtypes = finding.facts.difference->dtypes) {
    return fmt::format("; here `{}` is {} {} and {} {}", place, DTypeName(dtypes->expected), words.first,
                       DTypeName(dtypes->got), words.second);
  }
  return fmt::format("; here they first differ at `{}`", place);
}

// Whole lines, as many as an issue can bear, and how many were left out.
std::string Cut(const std::string& text) {
  constexpr size_t kMost = 4000;
  if (text.size() <= kMost) return text;
  size_t end = text.rfind('\n', kMost);
  if (end == std::string::npos || end == 0) return text.substr(0, kMost) + "…";
  auto left = std::count(text.begin() + static_cast<ptrdiff_t>(end) + 1, text.end(), '\n') + 1;
  return fmt::format("{}\n… ({} more lines)", text.substr(0, end), left);
}

// Elements as a table, the shortest way to see what they have in common.
std::string BothSides(const TvmFinding& finding) {
  // What takes the module and what does not; TVM's words say the rest.
  if (IsOfRefusal(finding.klass)) return "";
  constexpr size_t kMostRows = 8;
  const Words& words = WordsOf(finding);
  const Sides& sides = finding.sides;
  if (sides.elements.empty()) {
    if (sides.expected.empty() || IsLong(sides.expected) || IsLong(sides.got)) return "";
    return fmt::format("- {}: `{}`\n- {}: `{}`\n\n", words.first, sides.expected, words.second, sides.got);
  }
  std::string text = fmt::format("| | {} | {} |\n|---|---|---|\n", words.first, words.second);
  for (size_t i = 0; i < std::min(sides.elements.size(), kMostRows); ++i) {
    const SideElement& one = sides.elements[i];
    text += fmt::format("| {} | {} | {} |\n", one.where, one.expected, one.got);
  }
  return text + fmt::format("\n{}.\n\n", Counted(sides.differing, "element differs", "elements differ"));
}

}  // namespace

bool HasIssueWords(std::string_view oracle) { return FindWords(oracle) != nullptr; }

std::string IssueTitle(const TvmFinding& finding) {
  std::string pass = PassOf(finding);
  if (Ends(finding.klass)) {
    std::string said = finding.klass == FindingClass::kInternal ? Said(finding.detail) : "";
    std::string how = finding.klass == FindingClass::kHang       ? "hangs"
                      : finding.klass == FindingClass::kInternal ? "fails an internal check"
                                                                 : "crashes";
    return fmt::format("[Bug][Relax] {} {}{}{}", pass, how, said.empty() ? "" : ": ", said);
  }
  const Words* words = FindWords(finding.oracle);
  if (words == nullptr) return fmt::format("[Bug][Relax] {}: {}", pass, Said(finding.detail));
  return "[Bug][Relax] " + Filled(words->title, {{"{pass}", pass}});
}

std::string Expectation(const TvmFinding& finding) {
  auto row = std::ranges::find(kClasses, finding.klass.row(), &ClassWords::row);
  ASSAY_CHECK(row != std::end(kClasses), "every class of finding has words for issues");
  std::string name = finding.pass.is_object() ? finding.pass.value("name", "") : "";
  const PassSpec* pass = name.empty() ? nullptr : FindPass(name);
  const FindingFacts& facts = finding.facts;
  std::map<std::string_view, std::string> parts{
      {"{promise}", std::string(WordsOf(finding).expected)},
      {"{pass}", pass == nullptr ? (name.empty() ? "tvm.compile" : name) : NameInTvm(*pass)},
      {"{main}", finding.entry},
      {"{op}", facts.op.empty() ? "the operator" : facts.op},
      {"{change}", facts.change ? std::string(ChangeName(*facts.change)) : "a rule is broken"},
      {"{made}",
       name.empty() ? "The module" : fmt::format("What `{}` gives", pass == nullptr ? name : NameInTvm(*pass))},
      {"{refusal}", facts.said.empty() ? "" : fmt::format(", instead of failing with `{}`", Quotable(facts.said))},
      {"{violation}", facts.said.empty() ? "" : fmt::format("; it says of it `{}`", Quotable(facts.said))},
      {"{values}", FirstDifference(finding)}};
  if (facts.refuser == kChecker) parts["{pass}"] = "relax.analysis.well_formed";
  return Filled(Filled(row->expected, {{"{promise}", parts["{promise}"]}}), parts);
}

std::string WhatHappens(const TvmFinding& finding) {
  std::string said = finding.facts.said.empty() && finding.sides.empty() ? finding.detail : finding.facts.said;
  std::string text = BothSides(finding);
  if (!finding.facts.step.empty() && finding.facts.step != kWholeBuild)
    text += fmt::format("After the step `{}` of the build:\n\n", finding.facts.step);
  if (!said.empty()) text += fmt::format("```\n{}\n```\n\n", Cut(said));
  const std::string& module = finding.sides.got;
  if (IsLong(module))
    text += fmt::format("The module {}:\n\n```python\n{}\n```\n\n", WordsOf(finding).second, Cut(module));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace assay
