#include "oracles/core/normalized_message.h"

#include <cctype>

namespace assay {
namespace {

constexpr size_t kLongest = 160;

bool IsWord(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }
bool IsDigit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

// Names of one letter, and names with numbers at their end, are of variables: "lv12", "n", "x0_1"; not where they are
// part of a longer one, as in "relax.ccl.broadcast_from_worker0" or "tensor.h".
std::string WordInEssence(std::string_view word, bool part) {
  if (IsDigit(word[0])) return "N";
  if (part) return std::string(word);
  bool variable = (word.size() == 1 && word != "a") || IsDigit(word.back());
  // Not dtypes.
  if (word.starts_with("int") || word.starts_with("uint") || word.starts_with("float") || word.starts_with("bfloat"))
    variable = false;
  return variable ? "V" : std::string(word);
}

// Whether the word is an argument or an index by itself: "f(a, b)", "[a]". There "a" is a variable, too.
bool StandsAlone(std::string_view sentence, size_t at, size_t end) {
  std::string_view before = sentence.substr(0, at);
  bool opened = before.ends_with('(') || before.ends_with('[') || before.ends_with(", ");
  return opened && end < sentence.size() && std::string_view(")],").find(sentence[end]) != std::string_view::npos;
}

// Where the bracket at the front is closed; npos where it is not.
size_t ClosingBracket(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::string NormalizedMessage(std::string_view sentence) {
  std::string essence;
  sentence = sentence.substr(0, sentence.find('\n'));
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
    std::string_view word = sentence.substr(at, end - at);
    if (word == "a" && StandsAlone(sentence, at, end)) word = "a0";
    essence += IsWord(letter) ? WordInEssence(word, at > 0 && sentence[at - 1] == '.') : std::string(1, letter);
    at = end;
  }
  return essence;
}

std::string FirstOperatorIn(std::string_view line) {
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
  return NormalizedMessage(line);
}

std::string WithoutLengths(std::string_view essence) {
  std::string plain;
  for (size_t at = 0; at < essence.size(); ++at) {
    plain += essence[at];
    bool opens = essence[at] == '(' || essence[at] == '[';
    if (!opens || at + 2 >= essence.size() || (essence[at + 1] != 'V' && essence[at + 1] != 'N')) continue;
    // All of it one letter again and again.
    const std::string again = std::string(", ") + essence[at + 1];
    size_t end = at + 2;
    while (essence.substr(end).starts_with(again)) end += again.size();
    if (essence.substr(end).starts_with(',')) ++end;
    bool list = end > at + 2 && end < essence.size() && (essence[end] == ')' || essence[end] == ']');
    if (!list) continue;
    plain += essence[at + 1];
    plain += "…";
    at = end - 1;
  }
  return plain;
}

std::string WithoutShapes(std::string_view essence) {
  constexpr std::string_view kTensor = ".Tensor";
  std::string plain;
  while (!essence.empty()) {
    if (plain.ends_with(kTensor) && essence[0] == '(') {
      plain += "(…)";
      // A message is cut where it gets long.
      size_t end = ClosingBracket(essence);
      essence.remove_prefix(end == std::string_view::npos ? essence.size() : end + 1);
      continue;
    }
    plain += essence[0];
    essence.remove_prefix(1);
  }
  return plain;
}

}  // namespace assay
