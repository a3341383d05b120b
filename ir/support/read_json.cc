#include "ir/support/read_json.h"

#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "ir/support/json_nesting.h"
#include "ir/support/printable.h"

namespace assay {

namespace {

// Takes everything, and keeps where the text stops being JSON.
class FirstError : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string&, const nlohmann::json::exception& error) override {
    end_ = position;
    too_large_ = error.id == kOutOfRange;
    return false;
  }

  // "expected JSON, got `}` (line 3, column 7)".
  std::string Text(std::string_view text) const {
    // What is wrong ends there; a word begins further in front. The end of the text is not its last character.
    size_t at = text.size();
    if (end_ <= text.size()) at = end_ - std::min<size_t>(end_, 1);
    while (at > 0 && at < text.size() && IsOfWord(text[at]) && IsOfWord(text[at - 1])) --at;
    size_t line_start = text.substr(0, at).rfind('\n') + 1;
    auto line = 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n');
    std::string_view rest = text.substr(at);
    rest = rest.substr(0, rest.find('\n'));
    std::string got = fmt::format("`{}`{}", Printable(rest.substr(0, kShown)), rest.size() > kShown ? "…" : "");
    if (rest.empty()) got = at == text.size() ? "the end of the text" : "the end of the line";
    std::string_view wanted = too_large_ ? "a number that a float64 holds" : "JSON";
    return fmt::format("expected {}, got {} (line {}, column {})", wanted, got, line, at - line_start + 1);
  }

 private:
  static bool IsOfWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.' || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  static constexpr size_t kShown = 40;
  // The library's number for it.
  static constexpr int kOutOfRange = 406;
  size_t end_ = 0;
  bool too_large_ = false;
};

}  // namespace

template <class Json>
Json JsonOf(std::string_view text) {
  return TooDeepJson(text).empty() ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
}
template nlohmann::json JsonOf(std::string_view text);
template nlohmann::ordered_json JsonOf(std::string_view text);

Result<nlohmann::json> ParseJson(std::string_view text, std::string_view place) {
  nlohmann::json json = JsonOf(text);
  if (!json.is_discarded()) return json;
  std::string why = TooDeepJson(text);
  if (why.empty() && text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    why = "expected JSON, got an empty text";
  if (why.empty()) {
    FirstError first;
    nlohmann::json::sax_parse(text, &first);
    why = first.Text(text);
  }
  return Diag{DiagKind::kCorrupt, {}, fmt::format("invalid {}: {}", place, why), "", {}};
}

std::vector<std::string> TextsIn(const nlohmann::json& json, const char* key) {
  std::vector<std::string> texts;
  if (!json.is_object() || !json.contains(key) || !json[key].is_array()) return texts;
  for (const nlohmann::json& text : json[key]) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
  }
  return texts;
}

}  // namespace assay
