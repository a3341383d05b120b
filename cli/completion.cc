// assay completion: scripts by which bash, zsh and fish complete subcommands, options, and the names that options take.
// They are made of the parser itself. Tested by completion_test.cc.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
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

// What may stand behind an option; nothing where that is a file, a number or a text.
Names ValuesOf(std::string_view option) {
  if (option == "--oracle") return NamesOf(AllOracles());
  if (option == "--pass" || option == "--passes") return NamesOf(AllPasses());
  if (option == "--op") return NamesOf(AllOps());
  if (option == "--engine") return NamesOf(AllEngines());
  if (option == "--faults") return FaultNames();
  if (option == "--profile") return {"relax", "tir", "mixed"};
  if (option == "--dialect") return {"0.17", "0.25", "0.26", "0.27"};
  if (option == "--subject") return SubjectNames();
  return {};
}
constexpr std::string_view kNamed[] = {"--oracle", "--pass", "--passes", "--op", "--engine", "--faults", "--profile", "--dialect", "--subject"};

std::vector<const CLI::App*> Subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
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
  for (const CLI::App* inner : Subcommands(sub)) {
    Names more = WordsOf(*inner);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

std::string BashScript(const CLI::App& app) {
  std::string out =
      "_assay() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=''\n  COMPREPLY=()\n  case $prev in\n";
  for (std::string_view option : kNamed) {
    out += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$cur\")); return ;;\n", option, fmt::join(ValuesOf(option), " "));
  }
  out += fmt::format("  esac\n  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W '{} --help --version' -- \"$cur\"))\n    return\n  fi\n",
                     fmt::join(SubcommandNames(app), " "));
  out += "  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* sub : Subcommands(app)) out += fmt::format("    {}) words='{}' ;;\n", sub->get_name(), fmt::join(WordsOf(*sub), " "));
  out +=
      "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n  else\n"
      "    local plain=''\n    for word in $words; do [[ $word == -* ]] || plain+=\" $word\"; done\n"
      "    COMPREPLY=($(compgen -W \"$plain\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n  fi\n}\ncomplete -o filenames -F _assay assay\n";
  return out;
}

// As fish reads a word between quotes.
std::string Quoted(std::string text) {
  for (size_t at = text.find_first_of("\\'"); at != std::string::npos; at = text.find_first_of("\\'", at + 2)) text.insert(at, "\\");
  return "'" + text + "'";
}

std::string FishOptions(const CLI::App& sub, std::string_view name) {
  std::string out;
  for (const CLI::Option* option : sub.get_options()) {
    for (const std::string& word : option->get_lnames()) {
      Names values = ValuesOf("--" + word);
      std::string takes = option->get_expected_max() == 0 ? "" : values.empty() ? " -r" : fmt::format(" -x -a {}", Quoted(fmt::format("{}", fmt::join(values, " "))));
      out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n", name, word, takes, Quoted(option->get_description()));
    }
  }
  for (const CLI::App* inner : Subcommands(sub)) {
    out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}' -a {} -d {}\n", name, inner->get_name(), Quoted(inner->get_description()));
    out += FishOptions(*inner, inner->get_name());
  }
  return out;
}

std::string FishScript(const CLI::App& app) {
  std::string out;
  for (const CLI::App* sub : Subcommands(app)) {
    out += fmt::format("complete -c assay -n __fish_use_subcommand -a {} -d {}\n", sub->get_name(), Quoted(sub->get_description()));
    out += FishOptions(*sub, sub->get_name());
  }
  return out;
}

int Completion(const CLI::App& app, const std::string& shell) {
  if (shell == "fish") {
    fmt::print("{}", FishScript(app));
    return kClean;
  }
  if (shell == "zsh") fmt::print("autoload -U +X bashcompinit && bashcompinit\n");
  fmt::print("{}", BashScript(app));
  return kClean;
}

}  // namespace

void AddCompletion(CLI::App& app, Job& job) {
  auto shell = std::make_shared<std::string>();
  CLI::App* sub = app.add_subcommand("completion", "Print a script by which a shell completes what is typed");
  sub->add_option("shell", *shell, "bash, zsh or fish: source <(assay completion bash)")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  sub->callback([&app, shell, &job] { job = [&app, shell] { return Completion(app, *shell); }; });
}

}  // namespace assay
