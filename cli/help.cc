#include "cli/help.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace assay {
namespace {

constexpr size_t kIndent = 2;
// Where sentences begin behind options, and behind the names of subcommands.
constexpr size_t kSentence = 26;
constexpr size_t kSubcommandSentence = 16;

struct OptionWords {
  std::string_view name, metavar, group;
};
constexpr OptionWords kWords[] = {
#define ASSAY_OPTION(name, metavar, group) {name, metavar, group},
#include "cli/options.def"
};

// A command line that is broken where a shell goes on reading: behind a backslash, or inside quotes.
std::string WrappedCommand(std::string_view line, size_t width, size_t indent) {
  std::string out, current;
  bool quoted = false;
  size_t column = indent;
  auto flush = [&](std::string_view word, bool inside) {
    bool first = out.empty();
    if (!first && column + 1 + word.size() + 2 > width) {
      out += inside ? "\n" : " \\\n";
      out += std::string(indent + kIndent, ' ');
      column = indent + kIndent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  };
  bool inside = false;
  for (char c : line) {
    if (c == ' ') {
      flush(current, inside);
      current.clear();
      inside = quoted;
      continue;
    }
    if (c == '\'') quoted = !quoted;
    current += c;
  }
  flush(current, inside);
  return std::string(indent, ' ') + out;
}

std::string ExamplesOf(std::string_view subcommand) {
  std::string text;
#define ASSAY_EXAMPLE(name, line, what)                                                                               \
  if (subcommand == name) {                                                                                           \
    text +=                                                                                                           \
        WrappedCommand(line, kPageWidth, kIndent) + "\n" + std::string(6, ' ') + Wrapped(what, kPageWidth, 6) + "\n"; \
  }
#include "cli/examples.def"
  return text.empty() ? text : "Examples:\n" + text;
}

// Two columns; what is too wide for the first one has a line of its own.
std::string Row(const std::string& left, const std::string& right, size_t column) {
  std::string out = std::string(kIndent, ' ') + left;
  if (right.empty()) return out + "\n";
  if (ColumnsOf(out) + 2 > column) {
    out += "\n" + std::string(column, ' ');
  } else {
    out += std::string(column - ColumnsOf(out), ' ');
  }
  return out + Wrapped(right, kPageWidth, column) + "\n";
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override {
    std::string left = make_option_name(option, positional), right = option->get_description();
    if (positional && option->get_expected_max() == CLI::detail::expected_max_vector_size) left += "...";
    bool takes = option->get_type_size() != 0;
    if (!positional && takes && !option->get_type_name().empty()) left += " " + option->get_type_name();
    if (takes && !option->get_default_str().empty()) right += fmt::format(" [default: {}]", option->get_default_str());
    if (!positional && option->get_required()) right += " [required]";
    return Row(left, right, kSentence);
  }
  std::string make_subcommand(const CLI::App* sub) const override {
    return Row(sub->get_name(), sub->get_description(), kSubcommandSentence);
  }
  std::string make_description(const CLI::App* app) const override {
    std::string text = app->get_description();
    return text.empty() ? text : Wrapped(text, kPageWidth) + "\n\n";
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    return Wrapped(CLI::Formatter::make_usage(app, std::move(name)), kPageWidth, 8) + "\n";
  }
};

// recursion: commands have one level of commands below them
void Describe(Command sub) {
  for (Option option : sub.Options()) {
    if (option.Positional()) {
      option.TypeName("");
      continue;
    }
    for (const OptionWords& words : kWords) {
      const std::vector<std::string>& names = option.LongNames();
      if (std::find(names.begin(), names.end(), words.name) == names.end()) continue;
      option.Raw().group(std::string(words.group));
      if (option.TypeName() == "TEXT") option.TypeName(words.metavar);
      break;
    }
  }
  for (Command inner : sub.Subcommands()) Describe(inner);
}

}  // namespace

// Bytes that do not continue a UTF-8 sequence; nothing that is printed has wider letters.
size_t ColumnsOf(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string Wrapped(std::string_view text, size_t width, size_t indent) {
  std::string out;
  size_t column = indent;
  bool first = true;
  while (!text.empty()) {
    size_t begin = std::min(text.find_first_not_of(" \n"), text.size());
    text.remove_prefix(begin);
    if (text.empty()) break;
    std::string_view word = text.substr(0, std::min(text.find_first_of(" \n"), text.size()));
    text.remove_prefix(word.size());
    size_t columns = ColumnsOf(word);
    if (!first && column + 1 + columns > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns;
    first = false;
  }
  return out;
}

void DescribeOptions(Command app) {
  for (Command sub : app.Subcommands()) {
    Describe(sub);
    sub.Raw().footer(ExamplesOf(sub.Name()));
  }
}

void UseHelpFormatter(Command app) { app.Raw().formatter(std::make_shared<HelpFormatter>()); }

}  // namespace assay
