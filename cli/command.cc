#include "cli/command.h"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>

namespace assay {
namespace {

// Marks are names of validators that take everything.
constexpr std::string_view kMark = "mark ";

// An empty word is what is left of a shell's variable that is not set; cli.cc makes the message of it.
CLI::Option* WithValue(CLI::Option* option) {
  auto refuse = [option](std::string& value) {
    if (!value.empty()) return std::string();
    return std::string(kMissingValue) + (option->get_positional() ? "" : " " + option->get_type_name());
  };
  return option->check(CLI::Validator(refuse, ""));
}

}  // namespace

Option Option::Required() {
  option_->required();
  return *this;
}

Option Option::ShowDefault() {
  option_->capture_default_str();
  return *this;
}

Option Option::ShowDefault(std::string_view text) {
  option_->default_str(std::string(text));
  return *this;
}

Option Option::TypeName(std::string_view name) {
  option_->type_name(std::string(name));
  return *this;
}

Option Option::OneEach() {
  option_->allow_extra_args(false);
  return *this;
}

Option Option::Excludes(Option other) {
  option_->excludes(other.option_);
  return *this;
}

Option Option::Excludes(std::string_view name) {
  option_->excludes(std::string(name));
  return *this;
}

Option Option::Needs(std::string_view name) {
  option_->needs(std::string(name));
  return *this;
}

Option Option::Mark(size_t mark) {
  CLI::Validator validator;
  validator.name(std::string(kMark) + std::to_string(mark)).description("");
  option_->check(validator);
  return *this;
}

std::optional<size_t> Option::Marked() const {
  for (int i = 0;; ++i) {
    try {
      const std::string& name = option_->get_validator(i)->get_name();
      if (name.starts_with(kMark)) return std::stoul(name.substr(kMark.size()));
    } catch (const CLI::OptionNotFound&) {
      return std::nullopt;
    }
  }
}

bool Option::Positional() const { return option_->get_positional(); }
bool Option::TakesValue() const { return option_->get_expected_max() != 0; }
const std::vector<std::string>& Option::LongNames() const { return option_->get_lnames(); }
std::string Option::PositionalName() const { return option_->get_name(true, false); }
std::string Option::TypeName() const { return option_->get_type_name(); }
const std::string& Option::Description() const { return option_->get_description(); }

Command Command::AddSubcommand(std::string_view name, std::string_view doc) {
  return Command(*app_->add_subcommand(std::string(name), std::string(doc)));
}

Command Command::RequireSubcommand() {
  app_->require_subcommand(1);
  return *this;
}

Option Command::AddOption(std::string_view names, std::string& target, std::string_view doc) {
  return Option(*WithValue(app_->add_option(std::string(names), target, std::string(doc))));
}

Option Command::AddOption(std::string_view names, std::vector<std::string>& target, std::string_view doc) {
  return Option(*WithValue(app_->add_option(std::string(names), target, std::string(doc))));
}

Option Command::AddOption(std::string_view names, ValueReader reader, std::string_view doc) {
  auto store = [take = std::move(reader.take)](const CLI::results_t& given) {
    if (Status taken = take(given); !taken.ok()) throw CLI::ValidationError(taken.error().message);
    return true;
  };
  CLI::Option* option = app_->add_option(std::string(names), CLI::callback_t(std::move(store)), std::string(doc), false,
                                         std::move(reader.show));
  option->type_name(reader.type_name)->type_size(1);
  if (reader.several) {
    option->expected(1, CLI::detail::expected_max_vector_size);
  } else {
    option->expected(1);
  }
  if (reader.delimiter != '\0') option->delimiter(reader.delimiter);
  return Option(*option);
}

Option Command::AddFlag(std::string_view names, bool& target, std::string_view doc) {
  return Option(*app_->add_flag(std::string(names), target, std::string(doc)));
}

void Command::SetJob(Job& job, Job then) {
  // The callbacks of subcommands run before those of the command that has them.
  app_->callback([app = app_, &job, then = std::move(then)] {
    if (app->get_subcommands().empty()) job = then;
  });
}

const std::string& Command::Name() const { return app_->get_name(); }
std::string Command::Description() const { return app_->get_description(); }

std::vector<Command> Command::Subcommands() const {
  std::vector<Command> all;
  for (CLI::App* sub : app_->get_subcommands([](const CLI::App*) { return true; })) all.emplace_back(*sub);
  return all;
}

std::vector<Option> Command::Options() const {
  std::vector<Option> all;
  for (CLI::Option* option : app_->get_options()) all.emplace_back(*option);
  return all;
}

Parser::Parser(const std::string& doc, const std::string& name) : app_(std::make_unique<CLI::App>(doc, name)) {}
Parser::~Parser() = default;
Command Parser::Program() const { return Command(*app_); }

void Parser::Parse(std::vector<std::string> words) {
  // CLI11 takes them from the back.
  std::ranges::reverse(words);
  app_->parse(std::move(words));
}

}  // namespace assay
