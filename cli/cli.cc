#include "cli/cli.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/version.h"
#include "ir/support/interrupt.h"

namespace assay {
namespace {

// What --color says, in whatever subcommand.
std::string when_to_colour = "auto";

bool IsOptionOf(const CLI::App& sub, const std::string& word) {
  std::vector<const CLI::Option*> options = sub.get_options();
  return word.starts_with("-") &&
         std::ranges::any_of(options, [&](const CLI::Option* one) { return one->check_name(word); });
}

// The subcommand, or one of its own, has an option of this name that is no flag.
// recursion: commands have one level of commands below them
bool TakesValue(const CLI::App& sub, const std::string& name) {
  std::vector<const CLI::Option*> options = sub.get_options();
  std::vector<const CLI::App*> inner = sub.get_subcommands([](const CLI::App*) { return true; });
  return std::ranges::any_of(
             options, [&](const CLI::Option* one) { return one->get_expected_max() != 0 && one->check_name(name); }) ||
         std::ranges::any_of(inner, [&](const CLI::App* one) { return TakesValue(*one, name); });
}

// The options that every subcommand has. And none of its options is a value of another: `--emit-obj -o X` lacks a file.
// recursion: commands have one level of commands below them
void AddShared(Command sub) {
  std::vector<Command> inner = sub.Subcommands();
  for (Command one : inner) AddShared(one);
  if (!inner.empty()) return;
  AddChoice(sub, "--color", when_to_colour, "Colour what is printed; NO_COLOR and FORCE_COLOR decide for auto",
            {"always", "never", "auto"});
  for (CLI::Option* option : sub.Raw().get_options()) {
    if (option->get_positional() || option->get_type_size() == 0) continue;
    auto refuse = [sub, option](std::string& value) {
      std::string takes = option->get_type_name();
      return IsOptionOf(sub.Raw(), value) ? fmt::format("expected {}, got the option {}", takes, value) : std::string();
    };
    option->check(CLI::Validator(refuse, ""));
  }
}

std::vector<std::string> SubcommandsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

// The names that could stand where `written` stands: subcommands, or the options of the subcommand that is there.
std::vector<std::string> Candidates(const CLI::App& app, std::string_view written) {
  std::vector<std::string> names;
  if (!written.starts_with("-")) {
    names = SubcommandsOf(app);
    names.emplace_back("help");
    return names;
  }
  for (const CLI::App* sub : app.get_subcommands()) {
    for (const CLI::Option* option : sub->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

// A word where only a subcommand may stand, and " bench" or "" for whose it would be.
struct UnknownCommand {
  std::string word, of;
  std::vector<std::string> names;
};

// Options of a subcommand come after its name, so that the first word that no option takes is a misspelt subcommand.
std::optional<UnknownCommand> FirstUnknown(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  std::string of;
  for (const std::string& word : words) {
    if (word.starts_with("-") || at->get_require_subcommand_min() == 0) break;
    std::vector<std::string> names = SubcommandsOf(*at);
    if (at == &app) names.emplace_back("help");
    if (std::ranges::find(names, word) == names.end()) return UnknownCommand{word, of, std::move(names)};
    at = at->get_subcommand(word);
    of += " " + word;
  }
  return std::nullopt;
}

// `--out=` as two words, of which the second is empty: CLI11 would take the next word of the line as the value.
std::vector<std::string> WithEmptyValues(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<const CLI::App*> subs = app.get_subcommands([](const CLI::App*) { return true; });
  std::vector<std::string> split;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      split.insert(split.end(), words.begin() + static_cast<ptrdiff_t>(i), words.end());
      break;
    }
    std::string name = words[i].substr(0, words[i].find('='));
    bool empty = name.starts_with("--") && name.size() + 1 == words[i].size() &&
                 std::ranges::any_of(subs, [&](const CLI::App* sub) { return TakesValue(*sub, name); });
    split.push_back(empty ? name : words[i]);
    if (empty) split.emplace_back();
  }
  return split;
}

std::string Hint(const CLI::App& app, std::string_view written) {
  written = written.substr(0, written.find('='));
  std::vector<std::string> names = Candidates(app, written);
  return NearHint(written, {names.begin(), names.end()});
}

// The first thing that the parser did not expect: an option if there is one (its value is unexpected, too), or else a
// word.
std::string Unexpected(CLI::App& app) {
  std::string found;
  for (const std::string& word : app.remaining(true)) {
    if (found.empty() || (word.starts_with("--") && !found.starts_with("--"))) found = word;
  }
  return found;
}

std::string Sentence(CLI::App& app, const CLI::ParseError& error) {
  std::string message = error.what(), word;
  auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  if (code == CLI::ExitCodes::RequiredError && at->get_require_subcommand_min() > 0)
    return fmt::format("missing subcommand: expected one of {}", fmt::join(SubcommandsOf(*at), ", "));
  if (code == CLI::ExitCodes::ExtrasError) word = Unexpected(app);
  if (!word.empty()) return fmt::format("unexpected argument '{}'{}", word, Hint(app, word));
  if (size_t missing = message.find(fmt::format(": {}", kMissingValue)); missing != std::string::npos) {
    std::string_view value = std::string_view(message).substr(missing + 2 + kMissingValue.size());
    return fmt::format("{}: {}{}", kMissingValue, message.substr(0, missing), value);
  }
  // What CLI11 says of a validator begins with the option's name.
  size_t colon = message.find(": expected ");
  if (code == CLI::ExitCodes::ValidationError && colon != std::string::npos && !message.starts_with("invalid "))
    return "invalid " + message;
  constexpr std::string_view kTwice = ": At Most 1 required but received ";
  if (size_t twice = message.find(kTwice); twice != std::string::npos)
    return fmt::format("invalid {}: expected one value, got {}", message.substr(0, twice),
                       message.substr(twice + kTwice.size()));
  size_t required = message.find(": 1 required ");
  if (required != std::string::npos)
    return fmt::format("missing value: {} {}", message.substr(0, required),
                       message.substr(required + 13, message.rfind(' ') - required - 13));
  return message;
}

int UsageError(CLI::App& app, const CLI::ParseError& error) {
  std::string which;
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    which += " " + at->get_name();
  }
  SayError(Sentence(app, error));
  fmt::print(stderr, "see 'assay{} --help'\n", which);
  return kUsage;
}

// Everything that was printed must have arrived: a full disk under standard output is no success.
int Flushed(int code) {
  errno = 0;
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return code;
  SayError(
      fmt::format("cannot write standard output{}{}", errno == 0 ? "" : ": ", errno == 0 ? "" : std::strerror(errno)));
  return kEnvironment;
}

// As shells and schedulers expect of what a signal has ended, whatever had been found by then.
int Ended(int code) { return Interrupted() ? kSignalled + InterruptSignal() : code; }

int ParseAndRun(Parser& parser, Job& job, std::vector<std::string> words) {
  CLI::App& app = parser.Program().Raw();
  if (!words.empty() && words[0] == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (words.empty()) {
    fmt::print(stderr, "{}", app.help());
    return kUsage;
  }
  if (auto unknown = FirstUnknown(app, words)) {
    SayError(fmt::format("unknown subcommand '{}'{}", unknown->word,
                         NearHint(unknown->word, {unknown->names.begin(), unknown->names.end()})));
    fmt::print(stderr, "see 'assay{} --help'\n", unknown->of);
    return kUsage;
  }
  try {
    parser.Parse(WithEmptyValues(app, words));
  } catch (const CLI::Success& wish) {
    // --help or --version.
    app.exit(wish, std::cout, std::cerr);
    return kClean;
  } catch (const CLI::ParseError& error) {
    return UsageError(app, error);
  }
  SetColour(when_to_colour);
  return Ended(job());
}

}  // namespace

void AddCommands(Command app, Job& job) {
  UseHelpFormatter(app);
#define ASSAY_COMMAND(Name) Add##Name(app, job);
#include "cli/commands.def"
  for (Command sub : app.Subcommands()) AddShared(sub);
  DescribeOptions(app);
}

Status CheckCommandLine(std::vector<std::string> words) {
  Parser parser("", "assay");
  Job job;
  AddCommands(parser.Program(), job);
  CLI::App& app = parser.Program().Raw();
  try {
    parser.Parse(WithEmptyValues(app, words));
  } catch (const CLI::ParseError& error) {
    return Diag{DiagKind::kBadArgument, {}, Sentence(app, error), "", {}};
  }
  return Done{};
}

int RunCli(int argc, char** argv) {
  Parser parser("assay: differential fuzzing and conformance testing of Relax and TIR", "assay");
  CLI::App& app = parser.Program().Raw();
  app.set_version_flag("-V,--version", VersionText());
  app.require_subcommand(1);
  app.footer(
      Wrapped("Exit codes: 0 clean, 1 finding or mismatch, 2 usage, 3 bad input, 4 set-up or environment, 129, 130 and "
              "143 ended by SIGHUP, Ctrl-C and SIGTERM. 'assay help SUBCOMMAND' has its options.",
              kPageWidth));
  Job job = [] { return int{kUsage}; };
  AddCommands(parser.Program(), job);
  try {
    return Flushed(ParseAndRun(parser, job, {argv + std::min(argc, 1), argv + argc}));
  } catch (const std::bad_alloc&) {
    SayError("out of memory");
  } catch (const std::system_error& error) {
    // What printing throws when the other end takes no more.
    SayError(fmt::format("cannot write standard output: {}", error.code().message()));
  }
  return kEnvironment;
}

}  // namespace assay
