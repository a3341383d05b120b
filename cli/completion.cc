// assay completion: scripts by which bash, zsh and fish complete subcommands, options, and the names that options take.
// They are made of the parser itself. Tested by completion_test.cc.
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "ir/ops/op_spec.h"
#include "oracles/core/oracle.h"
#include "passes/pass.h"
#include "vm/engine.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

using Names = std::vector<std::string>;

template <class Rows>
Names NamesOf(const Rows& rows) {
  Names names;
  for (const auto* row : rows) names.emplace_back(row->name);
  return names;
}

Names FaultNames() {
  return {
#define ASSAY_FAULT(name, component, klass, oracles, doc) #name,
#include "ir/support/faults.def"
  };
}

// Names of tables, which the options that take them do not list.
Names TableOf(std::string_view option) {
  if (option == "--oracle") return NamesOf(AllOracles());
  if (option == "--pass" || option == "--passes") return NamesOf(AllPasses());
  if (option == "--op") return NamesOf(AllOps());
  if (option == "--engine") return NamesOf(AllEngines());
  if (option == "--faults") return FaultNames();
  if (option == "--subject" || option == "--against") return SubjectNames();
  return {};
}

// What may stand behind an option; nothing where that is a file, a number or a text.
Names ValuesOf(const CLI::Option& option, const std::string& name) {
  Names values = TableOf("--" + name);
  return values.empty() ? FactsOf(option).choices : values;
}

std::vector<const CLI::App*> Subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// The values of every option that has some, by its name: where several subcommands have the option, those of all of
// them.
void CollectValues(const CLI::App& app, std::map<std::string, std::set<std::string>>& values) {
  for (const CLI::App* sub : Subcommands(app)) CollectValues(*sub, values);
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      for (const std::string& value : ValuesOf(*option, name)) values["--" + name].insert(value);
    }
  }
}
Names SubcommandNames(const CLI::App& app) {
  Names names;
  for (const CLI::App* sub : Subcommands(app)) names.push_back(sub->get_name());
  return names;
}
// Also those of the words that a subcommand has in turn, which stand there as well.
Names WordsOf(const CLI::App& sub) {
  Names words = SubcommandNames(sub);
  for (const CLI::Option* option : sub.get_options()) {
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
  // Words that stand for themselves: `assay list ops`.
  for (const CLI::Option* option : sub.get_options()) {
    if (option->get_positional())
      words.insert(words.end(), FactsOf(*option).choices.begin(), FactsOf(*option).choices.end());
  }
  for (const CLI::App* inner : Subcommands(sub)) {
    Names more = WordsOf(*inner);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

std::string BashScript(const CLI::App& app) {
  // bash takes `--passes=Fu` for three words, zsh for one; behind commas, what stands before the last one stays.
  std::string out =
      "_assay_names() {\n  local head=$whole\n  [[ $cur == *,* ]] && head+=${cur%,*},\n"
      "  COMPREPLY=($(compgen -P \"$head\" -W \"$1\" -- \"${cur##*,}\"))\n}\n"
      "_assay() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words='' whole=''\n  "
      "COMPREPLY=()\n"
      "  [[ $cur == '=' ]] && cur=''\n  [[ $prev == '=' ]] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
      "  [[ $cur == --*=* ]] && prev=${cur%%=*} whole=${cur%%=*}= cur=${cur#*=}\n  case $prev in\n";
  std::map<std::string, std::set<std::string>> values;
  CollectValues(app, values);
  for (const auto& [option, names] : values)
    out += fmt::format("    {}) _assay_names '{}'; return ;;\n", option, fmt::join(names, " "));
  out += fmt::format(
      "  esac\n  if ((COMP_CWORD == 1)) || [[ ${{COMP_WORDS[1]}} == help && $COMP_CWORD == 2 ]]; then\n    "
      "COMPREPLY=($(compgen -W '{} help --help --version' -- \"$cur\"))\n    return\n  fi\n",
      fmt::join(SubcommandNames(app), " "));
  out += "  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* sub : Subcommands(app))
    out += fmt::format("    {}) words='{}' ;;\n", sub->get_name(), fmt::join(WordsOf(*sub), " "));
  out +=
      "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n  else\n"
      "    local plain=''\n    for word in $words; do [[ $word == -* ]] || plain+=\" $word\"; done\n"
      "    COMPREPLY=($(compgen -W \"$plain\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n  fi\n}\ncomplete -o filenames "
      "-F _assay assay\n";
  return out;
}

// As fish reads a word between quotes.
std::string Quoted(std::string text) {
  for (size_t at = text.find_first_of("\\'"); at != std::string::npos; at = text.find_first_of("\\'", at + 2))
    text.insert(at, "\\");
  return "'" + text + "'";
}

std::string FishOptions(const CLI::App& sub, std::string_view name) {
  std::string out;
  for (const CLI::Option* option : sub.get_options()) {
    for (const std::string& word : option->get_lnames()) {
      Names values = ValuesOf(*option, word);
      std::string takes = option->get_expected_max() == 0 ? ""
                          : values.empty()
                              ? " -r"
                              : fmt::format(" -x -a {}", Quoted(fmt::format("{}", fmt::join(values, " "))));
      out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n", name, word, takes,
                         Quoted(option->get_description()));
    }
  }
  for (const CLI::App* inner : Subcommands(sub)) {
    out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}' -a {} -d {}\n", name, inner->get_name(),
                       Quoted(inner->get_description()));
    out += FishOptions(*inner, inner->get_name());
  }
  return out;
}

std::string FishScript(const CLI::App& app) {
  std::string out;
  for (const CLI::App* sub : Subcommands(app)) {
    out += fmt::format("complete -c assay -n __fish_use_subcommand -a {} -d {}\n", sub->get_name(),
                       Quoted(sub->get_description()));
    out += FishOptions(*sub, sub->get_name());
  }
  return out;
}

int Completion(const CLI::App& app, const std::string& shell) {
  if (shell == "fish") {
    fmt::print("{}", FishScript(app));
    return kClean;
  }
  // Sourced, or found as the file _assay in $fpath.
  if (shell == "zsh") fmt::print("#compdef assay\nautoload -U +X bashcompinit && bashcompinit\n");
  fmt::print("{}", BashScript(app));
  if (shell == "zsh") fmt::print("[[ $funcstack[1] == _assay ]] && _bash_complete -o filenames -F _assay\n");
  return kClean;
}

}  // namespace

void AddCompletion(CLI::App& app, Job& job) {
  auto shell = std::make_shared<std::string>();
  CLI::App* sub = app.add_subcommand("completion", "Print a completion script for a shell");
  AddChoice(*sub, "SHELL", *shell, "bash, zsh or fish: source <(assay completion bash)", {"bash", "zsh", "fish"})
      ->required();
  sub->callback([&app, shell, &job] { job = [&app, shell] { return Completion(app, *shell); }; });
}

}  // namespace assay
