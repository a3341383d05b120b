#include "oracles/core/cause.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr size_t kLongest = 160;

bool IsWord(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }
bool IsDigit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

// Names of one letter, and names with numbers at their end, are of variables: "lv12", "n", "x0_1"; not where they are part of a longer
// one, as in "relax.ccl.broadcast_from_worker0" or "tensor.h".
std::string WordInEssence(std::string_view word, bool part) {
  if (IsDigit(word[0])) return "N";
  if (part) return std::string(word);
  bool variable = (word.size() == 1 && word != "a") || IsDigit(word.back());
  // Not dtypes.
  if (word.starts_with("int") || word.starts_with("uint") || word.starts_with("float") || word.starts_with("bfloat")) variable = false;
  return variable ? "V" : std::string(word);
}

std::string_view LineOf(std::string_view text, size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

// The first name of an operator or statement in a line of TVMScript: "R.nn.conv2d", "T.match_buffer".
std::string FirstOperator(std::string_view line) {
  for (size_t at = 0; at + 2 < line.size(); ++at) {
    bool begins = (line[at] == 'R' || line[at] == 'T') && line[at + 1] == '.' && (at == 0 || !IsWord(line[at - 1]));
    if (!begins) continue;
    size_t end = at;
    while (end < line.size() && (IsWord(line[end]) || line[end] == '.')) ++end;
    std::string name(line.substr(at, end - at));
    // Types stand before what matters.
    if (name != "R.Tensor" && name != "R.Tuple" && name != "R.Shape" && name != "R.Prim") return name;
    at = end;
  }
  return Essence(line);
}

// Of the first rule that is broken, "relax.wf2" of "… [relax.wf2]; …"; empty where none stands there.
std::string_view LabelIn(std::string_view violations) {
  std::string_view line = LineOf(violations, 0);
  std::string_view first = line.substr(0, line.find("; "));
  size_t begin = first.rfind(" [");
  if (begin == std::string_view::npos || !first.ends_with(']')) return "";
  std::string_view label = first.substr(begin + 2, first.size() - begin - 3);
  bool is_label = label.find('.') != std::string_view::npos &&
                  std::ranges::all_of(label, [](char letter) { return IsWord(letter) || letter == '.'; });
  return is_label ? label : "";
}

// The build's own words, "after P in the build pipeline: … [label]" or "after the build pipeline: … [label]", as pass and label.
std::string RuleOfBuild(std::string_view detail) {
  size_t at = detail.rfind("after ", detail.find(" build pipeline: "));
  if (at == std::string_view::npos) return "";
  std::string_view rest = detail.substr(at + 6), label = LabelIn(rest);
  std::string_view pass = rest.starts_with("the build") ? "build" : rest.substr(0, rest.find(' '));
  return label.empty() ? "" : fmt::format("{}: {}", pass, label);
}

// Who left what the build cannot take, or how a pass calls a good module bad.
std::string CauseOfRejection(const Finding& finding) {
  std::string_view line = LineOf(finding.detail, 0);
  if (size_t at = line.find(", and yet: "); at != std::string_view::npos) return std::string(line.substr(0, at));
  size_t colon = line.find(": ");
  if (colon == std::string_view::npos || line.starts_with("would compile")) return std::string(line.substr(0, colon));
  line = line.substr(colon + 2);
  // An operator's rule: what the pass makes is ill-typed, which it notes itself. Which operator it is says nothing of who broke it.
  std::string_view label = LabelIn(line);
  if (!finding.pass.empty() && !label.empty() && !label.starts_with("relax.wf") && !label.starts_with("tir.")) {
    return fmt::format("{}: relax.wf11", finding.pass);
  }
  if (line.ends_with(']')) line = line.substr(0, line.rfind(" ["));
  return fmt::format("{}: {}", finding.pass, Essence(line));
}

// "round trip loses values" of "main.params[0].type.shape.values[0]: 2 against 0"; what is around it differs from module to module.
std::string LostMember(std::string_view difference) {
  std::string_view path = difference.substr(0, difference.find(": "));
  if (path.find('.') == std::string_view::npos) return "";
  std::string end = EndOfPath(path);
  std::string member = end.substr(end.rfind('.') + 1);
  // A body is one statement or several.
  return "round trip loses " + (member == "seq" ? "body" : member);
}

bool IsRefusal(std::string_view klass) { return klass == "internal" || klass == "one_refuses" || klass == "second_refuses"; }

}  // namespace

std::string Essence(std::string_view sentence) {
  std::string essence;
  sentence = LineOf(sentence, 0);
  for (size_t at = 0; at < sentence.size() && essence.size() < kLongest;) {
    char letter = sentence[at];
    size_t end = at + 1;
    if (letter == '"' || letter == '\'' || letter == '`') {
      end = sentence.find(letter, at + 1);
      if (end != std::string_view::npos) {
        essence += "'…'";
        at = end + 1;
        continue;
      }
      end = at + 1;
    }
    while (IsWord(letter) && end < sentence.size() && IsWord(sentence[end])) ++end;
    essence += IsWord(letter) ? WordInEssence(sentence.substr(at, end - at), at > 0 && sentence[at - 1] == '.') : std::string(1, letter);
    at = end;
  }
  return essence;
}

std::string EndOfPath(std::string_view path) {
  path = path.substr(0, path.find(": <root>"));
  std::vector<std::string> members{""};
  int depth = 0;
  for (char letter : LineOf(path, 0)) {
    depth += letter == '[' ? 1 : letter == ']' ? -1 : 0;
    if (depth > 0 || letter == ']') continue;
    if (letter == '.') {
      members.emplace_back();
    } else {
      members.back() += letter;
    }
  }
  size_t count = members.size();
  return count < 2 ? members.back() : members[count - 2] + "." + members[count - 1];
}

std::string CauseOfCrash(std::string_view said) {
  size_t promise = said.find("broken promise");
  if (promise == std::string_view::npos) return "";
  said = said.substr(promise);
  size_t condition = said.find(": ");
  return Essence(said.substr(0, condition == std::string_view::npos ? condition : said.find(": ", condition + 2)));
}

bool BreaksRule(const Finding& finding) {
  if (finding.klass == "ill_formed") return !finding.cause.empty();
  if (finding.klass == "rejects_valid") return finding.cause.ends_with(": relax.wf11");
  std::string seen = IsRefusal(finding.klass) ? RuleOfBuild(finding.detail) : "";
  if (seen.empty() || finding.cause.empty()) return false;
  // Whose it is may have been found out since.
  return finding.cause == seen || (seen.starts_with("build: ") && finding.cause.ends_with(seen.substr(seen.find(": "))));
}

std::string CauseInWords(const Finding& finding) {
  std::string_view detail = finding.detail;
  auto after = [&](std::string_view word) {
    size_t at = detail.find(word);
    return at == std::string_view::npos ? std::string_view() : detail.substr(at + word.size());
  };
  // Some rules begin with the text of a function.
  if (finding.klass == "ill_formed") {
    std::string_view rule = after(": ");
    std::string_view label = LabelIn(rule);
    return fmt::format("{}: {}", finding.pass, label.empty() ? Essence(rule.substr(0, rule.find("# from "))) : std::string(label));
  }
  if (IsRefusal(finding.klass)) return RuleOfBuild(detail);
  // Whatever module it is that it writes into.
  if (finding.klass == "input_changed") return finding.pass + " writes";
  if (finding.klass == "text_differs") return fmt::format("text of {}", FirstOperator(LineOf(after(":\n"), 0)));
  if (finding.oracle == "refuse_or_compile" && finding.klass == "rejects_valid") return CauseOfRejection(finding);
  if (finding.klass == "rejects_valid") return "checker: " + Essence(after(": "));
  if (finding.oracle == "round_trip" && finding.klass == "differs" && detail.find("<root>") == std::string_view::npos) return LostMember(after("module, at "));
  if (finding.oracle == "structural_equality" && finding.klass == "differs" && !after(", where ").empty()) {
    std::string_view change = LineOf(after(", where "), 0);
    return fmt::format("equality of copies where {}", change.substr(0, change.find(", at ")));
  }
  // The module itself has such a number.
  if (finding.oracle == "structural_equality" && LineOf(detail, 0).ends_with(": nan against nan")) return "equality of copies where a float is not a number";
  std::string_view path = after(" at <root>");
  if (finding.klass != "differs" || path.empty()) return "";
  std::string where = EndOfPath(path);
  // What text loses is the same whoever made it.
  if (finding.oracle == "round_trip") return "round trip loses " + where;
  return fmt::format("{} {}: {}", finding.oracle, finding.pass, where);
}

}  // namespace assay
