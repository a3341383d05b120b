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
Names ValuesOf(Option option, const std::string& name) {
  Names values = TableOf("--" + name);
  return values.empty() ? FactsOf(option).choices : values;
}

// The values of every option that has some, by its name: where several subcommands have the option, those of all of
// them.
// recursion: commands have one level of commands below them
void CollectValues(Command app, std::map<std::string, std::set<std::string>>& values) {
  for (Command sub : app.Subcommands()) CollectValues(sub, values);
  for (Option option : app.Options()) {
    for (const std::string& name : option.LongNames()) {
      for (const std::string& value : ValuesOf(option, name)) values["--" + name].insert(value);
    }
  }
}
Names SubcommandNames(Command app) {
  Names names;
  for (Command sub : app.Subcommands()) names.push_back(sub.Name());
  return names;
}
// Also those of the words that a subcommand has in turn, which stand there as well.
// recursion: commands have one level of commands below them
Names WordsOf(Command sub) {
  Names words = SubcommandNames(sub);
  for (Option option : sub.Options()) {
    for (const std::string& name : option.LongNames()) words.push_back("--" + name);
  }
  // Words that stand for themselves: `assay list ops`.
  for (Option option : sub.Options()) {
    if (option.Positional()) words.insert(words.end(), FactsOf(option).choices.begin(), FactsOf(option).choices.end());
  }
  for (Command inner : sub.Subcommands()) {
    Names more = WordsOf(inner);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

std::string BashScript(Command app) {
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
  for (Command sub : app.Subcommands())
    out += fmt::format("    {}) words='{}' ;;\n", sub.Name(), fmt::join(WordsOf(sub), " "));
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

// recursion: commands have one level of commands below them
std::string FishOptions(Command sub, std::string_view name) {
  std::string out;
  for (Option option : sub.Options()) {
    for (const std::string& word : option.LongNames()) {
      Names values = ValuesOf(option, word);
      std::string takes = !option.TakesValue() ? ""
                          : values.empty()
                              ? " -r"
                              : fmt::format(" -x -a {}", Quoted(fmt::format("{}", fmt::join(values, " "))));
      out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n", name, word, takes,
                         Quoted(option.Description()));
    }
  }
  for (Command inner : sub.Subcommands()) {
    out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}' -a {} -d {}\n", name, inner.Name(),
                       Quoted(inner.Description()));
    out += FishOptions(inner, inner.Name());
  }
  return out;
}

std::string FishScript(Command app) {
  std::string out;
  for (Command sub : app.Subcommands()) {
    out +=
        fmt::format("complete -c assay -n __fish_use_subcommand -a {} -d {}\n", sub.Name(), Quoted(sub.Description()));
    out += FishOptions(sub, sub.Name());
  }
  return out;
}

int Completion(Command app, const std::string& shell) {
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

void AddCompletion(Command app, Job& job) {
  auto shell = std::make_shared<std::string>();
  Command sub = app.AddSubcommand("completion", "Print a completion script for a shell");
  AddChoice(sub, "SHELL", *shell, "bash, zsh or fish: source <(assay completion bash)", {"bash", "zsh", "fish"})
      .Required();
  sub.SetJob(job, [app, shell] { return Completion(app, *shell); });
}

}  // namespace assay
