#include "cli/cli.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/names.h"

namespace assay {
namespace {

// What --help of a subcommand ends with.
std::string ExamplesOf(std::string_view subcommand) {
  std::string text;
#define ASSAY_EXAMPLE(name, line, what) \
  if (subcommand == name) text += fmt::format("  {}\n      {}\n", line, what);
#include "cli/examples.def"
  return text.empty() ? text : "Examples:\n" + text;
}

void AddAll(CLI::App& app, Job& job) {
#define ASSAY_COMMAND(Name) Add##Name(app, job);
#include "cli/commands.def"
  for (CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) sub->footer(ExamplesOf(sub->get_name()));
}

// The names that could stand where `written` stands: subcommands, or the options of the subcommand that is there.
std::vector<std::string> Candidates(const CLI::App& app, std::string_view written) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
  if (!written.starts_with("-")) return names;
  names.clear();
  for (const CLI::App* sub : app.get_subcommands()) {
    for (const CLI::Option* option : sub->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

// Options of a subcommand come after its name, so that the first word that no option takes is a misspelt subcommand.
std::string_view FirstUnknown(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) return {};
  std::string_view first = argv[1];
  std::vector<std::string> names = Candidates(app, "");
  bool known = first.starts_with("-") || std::find(names.begin(), names.end(), first) != names.end();
  if (!known) return first;
  return {};
}

std::string Hint(const CLI::App& app, std::string_view written) {
  written = written.substr(0, written.find('='));
  std::vector<std::string> names = Candidates(app, written);
  std::string near = NearestOf(written, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

// What the parser did not expect: an option if there is one (its value is unexpected, too), or else the first word.
std::string Unexpected(const CLI::ParseError& error) {
  std::string message = error.what(), found;
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return found;
  std::istringstream words(message.substr(std::min(message.find(": ") + 1, message.size())));
  for (std::string word; words >> word;) {
    if (found.empty() || (word.starts_with("--") && !found.starts_with("--"))) found = word;
  }
  return found;
}

int UsageError(const CLI::App& app, const CLI::ParseError& error) {
  std::string message = error.what(), word = Unexpected(error);
  if (!word.empty()) message = fmt::format("{} is not known here{}", word, Hint(app, word));
  std::string which;
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    which += " " + at->get_name();
  }
  fmt::print(stderr, "assay: {}\nassay{} --help says what it takes\n", message, which);
  return kUsage;
}

// Everything that was printed must have arrived: a full disk under standard output is no success.
int Flushed(int code) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return code;
  fmt::print(stderr, "assay: cannot write standard output\n");
  return kEnvironment;
}

int ParseAndRun(CLI::App& app, Job& job, int argc, char** argv) {
  if (std::string_view unknown = FirstUnknown(app, argc, argv); !unknown.empty()) {
    fmt::print(stderr, "assay: there is no subcommand {}{}\nassay --help lists them\n", unknown, Hint(app, unknown));
    return kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wish) {
    // --help or --version.
    app.exit(wish, std::cout, std::cerr);
    return kClean;
  } catch (const CLI::ParseError& error) {
    return UsageError(app, error);
  }
  return job();
}

}  // namespace

int RunCli(int argc, char** argv) {
  CLI::App app{"assay: differential fuzzing and conformance testing of Relax and TIR", "assay"};
  app.set_version_flag("--version", "assay " ASSAY_VERSION);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 clean, 1 finding or mismatch, 2 usage, 3 bad input, 4 set-up or environment.");
  Job job = [] { return int{kUsage}; };
  AddAll(app, job);
  try {
    return Flushed(ParseAndRun(app, job, argc, argv));
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "assay: out of memory\n");
  } catch (const std::system_error& error) {
    // What printing throws when the other end takes no more.
    fmt::print(stderr, "assay: cannot write: {}\n", error.what());
  }
  return kEnvironment;
}

}  // namespace assay
