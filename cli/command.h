// Commands: one file and one line in commands.def each. A command adds itself to the parser and leaves a job to run
// after parsing. Exit codes are the contract of the command line. Tested by cli_test.cc, which runs the binary, and by
// options_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/result.h"

// The parser is CLI11's, which is all in headers: who includes them compiles the whole parser once more. So that only
// command.cc, cli.cc and help.cc do, the other files see what is declared here.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace assay {

enum ExitCode : int {
  kClean = 0,
  // A finding or mismatch: the command worked and has bad news.
  kMismatch = 1,
  kUsage = 2,
  kBadInput = 3,
  // Set-up or environment: a full disk, a missing tool.
  kEnvironment = 4,
  // And the number of a signal that ended the work (ir/support/interrupt.h): 129 for SIGHUP, 130
  // for Ctrl-C, 143 for SIGTERM.
  kSignalled = 128,
};

// Runs after the whole command line has been parsed; returns the exit code.
using Job = std::function<int()>;

// An option, flag or positional of a command: a handle, which is copied like a pointer. What changes the option returns
// it, for chains.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}
  CLI::Option& Raw() const { return *option_; }

  Option Required();
  // --help says which value it has when it is not given: what the target holds now, or this text, which may be empty.
  Option ShowDefault();
  Option ShowDefault(std::string_view text);
  // What stands for the value in --help.
  Option TypeName(std::string_view name);
  // Of one with several values: one for each time that it is given, so that `--` behind it is no end of its list.
  Option OneEach();
  Option Excludes(Option other);
  // Of an option of the same command that is already there: "--out".
  Option Excludes(std::string_view name);
  Option Needs(std::string_view name);
  // A number to find it by, which FactsOf (options.h) does: parsers come and go, and so do the addresses of options.
  Option Mark(size_t mark);

  std::optional<size_t> Marked() const;
  bool Positional() const;
  // No flag.
  bool TakesValue() const;
  // Without dashes; none of a positional.
  const std::vector<std::string>& LongNames() const;
  std::string PositionalName() const;
  std::string TypeName() const;
  const std::string& Description() const;

 private:
  CLI::Option* option_;
};

// How an option reads what is given for it. See options.h for those of numbers, times, sizes and words.
struct ValueReader {
  // Gets every value that is given; the message of a Diag is what is said of them.
  std::function<Status(const std::vector<std::string>&)> take;
  // The default as --help has it after ShowDefault.
  std::function<std::string()> show = {};
  std::string type_name;
  // Several values, one after the other or in repeated options; with a delimiter also in one word.
  bool several = false;
  char delimiter = '\0';
};

// A subcommand, or the program: a handle, too. Names are as CLI11 has them: "-o,--out" of an option, "FILE" of a
// positional.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}
  CLI::App& Raw() const { return *app_; }

  Command AddSubcommand(std::string_view name, std::string_view doc);
  // It does nothing without one.
  Command RequireSubcommand();
  // What is given for it is not empty, which an unset variable of a shell would be: a usage error.
  Option AddOption(std::string_view names, std::string& target, std::string_view doc);
  // Several, one after the other or in repeated options.
  Option AddOption(std::string_view names, std::vector<std::string>& target, std::string_view doc);
  Option AddOption(std::string_view names, ValueReader reader, std::string_view doc);
  Option AddFlag(std::string_view names, bool& target, std::string_view doc);
  // Where the command line names this command, and none of its subcommands, `job` becomes `then`.
  void SetJob(Job& job, Job then);

  const std::string& Name() const;
  std::string Description() const;
  // All, in the order in which they were added.
  std::vector<Command> Subcommands() const;
  std::vector<Option> Options() const;

 private:
  CLI::App* app_;
};

// What is said of an option without a value, before what stands for the value.
inline constexpr std::string_view kMissingValue = "missing value";

// The parser of a whole program.
class Parser {
 public:
  Parser(const std::string& doc, const std::string& name);
  ~Parser();
  Command Program() const;
  // Throws CLI::ParseError (a std::runtime_error) at words that it does not take, and at --help.
  void Parse(std::vector<std::string> words);

 private:
  std::unique_ptr<CLI::App> app_;
};

#define ASSAY_COMMAND(Name) void Add##Name(Command app, Job& job);
#include "cli/commands.def"

// Whether the program would take these words, without doing anything: for command lines that are printed. Diag
// kBadArgument says what it would say. Defined in cli.cc.
Status CheckCommandLine(std::vector<std::string> words);

// All of them, with what all of them have. Defined in cli.cc.
void AddCommands(Command app, Job& job);

}  // namespace assay
