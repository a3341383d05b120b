#include "oracles/core/normalized_message.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "ir/support/check.h"

namespace assay {
namespace {

constexpr size_t kLongest = 160;

bool IsWord(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }
bool IsDigit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

// Names of one letter, and names with numbers at their end, are of variables: "lv12", "n", "x0_1"; not where they are
// part of a longer one, as in "relax.ccl.broadcast_from_worker0" or "tensor.h".
std::string NormalizedWord(std::string_view word, bool part) {
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

// What stands in the text from here to `end`.
struct Part {
  size_t end = 0;
  std::string instead;
  // In how many letters a sentence says it that keeps its lists.
  size_t length = 0;
};

// Goes through a sentence once.
class SentenceReader {
 public:
  // Words that are normalized already are taken as they are, however many.
  SentenceReader(std::string_view sentence, std::span<const MessagePattern> patterns, bool normalized)
      : sentence_(sentence), patterns_(patterns), normalized_(normalized) {
    for (const MessagePattern& pattern : patterns) {
      if (pattern.kind != PatternKind::kBetween || between_) continue;
      size_t begin = sentence.find(pattern.before);
      size_t end = pattern.after.empty() ? sentence.size() : sentence.rfind(pattern.after);
      if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) continue;
      between_ = Between{begin + pattern.before.size(), end, pattern.instead};
    }
  }

  std::string Read() {
    for (size_t at = 0; !IsFull() && !EndsAt(at);) {
      Part part = PartAt(at);
      out_ += part.instead;
      length_ += part.length;
      at = part.end;
    }
    return std::move(out_);
  }

 private:
  struct Between {
    size_t begin, end;
    std::string_view instead;
  };

  // What is cut out may begin with a line's end, or where the sentence ends.
  bool EndsAt(size_t at) const {
    if (between_ && at == between_->begin) return false;
    return at >= sentence_.size() || (!normalized_ && sentence_[at] == '\n');
  }
  bool IsFull() const { return !normalized_ && length_ >= kLongest; }

  Part PartAt(size_t at) {
    if (between_ && at == between_->begin) {
      Part part = Cut(between_->end, between_->instead);
      between_.reset();
      return part;
    }
    for (const MessagePattern& pattern : patterns_) {
      std::optional<Part> part = Matched(pattern, at);
      if (part) return *part;
    }
    if (normalized_) return {at + 1, std::string(1, sentence_[at]), 1};
    if (std::optional<size_t> closing = ClosingQuote(at)) return {*closing + 1, "'…'", std::string_view("'…'").size()};
    auto [end, word] = WordAt(at);
    return {end, word, word.size()};
  }
  std::optional<Part> Matched(const MessagePattern& pattern, size_t at) const {
    switch (pattern.kind) {
      case PatternKind::kBetween: return std::nullopt;
      case PatternKind::kInBrackets:
        return Opens(pattern, at) ? std::optional(Cut(BehindBracket(at), pattern.instead)) : std::nullopt;
      case PatternKind::kListOfOne: return ListAt(pattern, at);
    }
    ASSAY_UNREACHABLE();
  }
  bool Opens(const MessagePattern& pattern, size_t at) const {
    return pattern.kind == PatternKind::kInBrackets && sentence_[at] == '(' &&
           sentence_.substr(0, at).ends_with(pattern.before);
  }
  // Where the bracket is closed, and what is behind that; the end where it is not: a message is cut where it gets long.
  size_t BehindBracket(size_t at) const {
    for (int depth = 0; at < sentence_.size(); ++at) {
      if (SkipsAt(at)) at = between_->end;
      if (at == sentence_.size()) break;
      depth += sentence_[at] == '(' ? 1 : sentence_[at] == ')' ? -1 : 0;
      if (depth == 0) return at + 1;
    }
    return sentence_.size();
  }
  bool SkipsAt(size_t at) const { return between_ && at == between_->begin && between_->end > at; }
  // A sentence that is full ends within it.
  Part Cut(size_t end, std::string_view instead) const {
    if (!normalized_) instead = instead.substr(0, kLongest - length_);
    return {end, std::string(instead), instead.size()};
  }

  // Of a quote that begins here; what is cut out of it may have others.
  std::optional<size_t> ClosingQuote(size_t at) const {
    char letter = sentence_[at];
    if (letter != '"' && letter != '\'' && letter != '`') return std::nullopt;
    for (++at; at < sentence_.size() && sentence_[at] != '\n';) {
      auto opens = [&](const MessagePattern& pattern) { return Opens(pattern, at); };
      if (SkipsAt(at)) {
        at = between_->end;
      } else if (std::ranges::any_of(patterns_, opens)) {
        at = BehindBracket(at);
      } else if (sentence_[at] == letter) {
        return at;
      } else {
        ++at;
      }
    }
    return std::nullopt;
  }

  // The word or the letter, as it stands in the normalized message, and what is behind it.
  std::pair<size_t, std::string> WordAt(size_t at) const {
    size_t end = at + 1;
    if (!IsWord(sentence_[at])) return {end, std::string(1, sentence_[at])};
    while (end < sentence_.size() && IsWord(sentence_[end])) ++end;
    std::string_view word = sentence_.substr(at, end - at);
    if (normalized_) return {end, std::string(word)};
    if (word == "a" && StandsAlone(sentence_, at, end)) word = "a0";
    return {end, NormalizedWord(word, at > 0 && sentence_[at - 1] == '.')};
  }

  std::optional<Part> ListAt(const MessagePattern& pattern, size_t at) const {
    const char opening = sentence_[at];
    if (opening != '(' && opening != '[') return std::nullopt;
    std::string first;
    size_t end = at + 1, count = 0;
    for (bool more = true; more; ++count) {
      if (end >= sentence_.size()) return std::nullopt;
      auto [behind, word] = WordAt(end);
      if ((word != "V" && word != "N") || (count > 0 && word != first)) return std::nullopt;
      first = word;
      more = sentence_.substr(behind).starts_with(", ");
      end = behind + (more ? 2 : 0);
    }
    bool comma = sentence_.substr(end).starts_with(',');
    end += comma ? 1 : 0;
    bool closes = end < sentence_.size() && (sentence_[end] == ')' || sentence_[end] == ']');
    // "(V, V": what the list would be in full, up to the bracket.
    size_t length = 3 * count - 1 + (comma ? 1 : 0);
    bool fits = normalized_ || length_ + length < kLongest;
    if (!closes || !fits || (count == 1 && !comma)) return std::nullopt;
    return Part{end, opening + first + std::string(pattern.instead), length};
  }

  std::string_view sentence_;
  std::span<const MessagePattern> patterns_;
  bool normalized_;
  std::optional<Between> between_;
  std::string out_;
  // Of the normalized message, with its lists in full: where it is cut does not depend on them.
  size_t length_ = 0;
};

}  // namespace

std::string NormalizedMessage(std::string_view sentence, std::span<const MessagePattern> patterns) {
  return SentenceReader(sentence, patterns, false).Read();
}
std::string WithoutPatterns(std::string_view normalized, std::span<const MessagePattern> patterns) {
  return SentenceReader(normalized, patterns, true).Read();
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

}  // namespace assay
