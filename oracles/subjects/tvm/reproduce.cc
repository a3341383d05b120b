#include "oracles/subjects/tvm/reproduce.h"

#include <string_view>

#include <fmt/format.h>

namespace assay {

// The text of reproduce.py: what is the same in all scripts.
extern const std::string_view kReproduceSource;

namespace {

// A text between triple quotes, as it is.
std::string Quoted(const std::string& text) { return fmt::format("r'''{}'''", text); }

// JSON in which no quote stands, so that it can stand between them.
std::string QuotedJson(const nlohmann::json& json) {
  std::string text = json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace), escaped;
  for (char letter : text) {
    if (letter == '\'') {
      escaped += "\\u0027";
    } else {
      escaped += letter;
    }
  }
  return Quoted(escaped);
}

std::string PassName(const TvmFinding& finding) { return finding.pass.is_object() ? finding.pass.value("name", "") : ""; }

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string Title(const TvmFinding& finding) {
  std::string who = PassName(finding).empty() ? "relax.build" : PassName(finding);
  return fmt::format("[Bug][Relax] {}: {}", who, FirstLine(finding.detail).substr(0, 120));
}

}  // namespace

std::string ReproduceScript(const TvmFinding& finding) {
  // What Python would read as the end of the text stands in no module that a printer writes, only in attributes.
  bool plain = finding.module.find("'''") == std::string::npos && !finding.module.ends_with('\'');
  nlohmann::json facts{{"subject", finding.subject}, {"oracle", finding.oracle}, {"pass", finding.pass},
                       {"before", finding.before}, {"pipeline", finding.pipeline},
                       {"config", finding.config}, {"entry", finding.entry},
                       {"inputs", finding.inputs}, {"expected", finding.expected}};
  std::string module = plain ? Quoted(finding.module) : fmt::format("__import__('json').loads({})", QuotedJson(finding.module));
  return fmt::format("# {}\n# Needs tvm and numpy. Exits with 1 while the bug is there, with 0 when it is not.\nMODULE = {}\nCASE = {}\n{}",
                     Title(finding), module, QuotedJson(facts), kReproduceSource);
}

std::string IssueText(const TvmFinding& finding) {
  std::string pass = PassName(finding).empty() ? "the default pipeline" : fmt::format("`relax.transform.{}`", PassName(finding));
  constexpr size_t kMostDetail = 4000;
  return fmt::format(
      "# {}\n\n### Expected behavior\n\n{}\n\nThe module below is well-formed, and {} is applied to it.\n\n### Actual behavior\n\n"
      "`{}` ({}):\n\n```\n{}\n```\n\n### Environment\n\n{}\n\n### Steps to reproduce\n\n`python reproduce.py`, which reads\n\n"
      "```python\n{}\n```\n",
      Title(finding), finding.promise, pass, finding.klass, finding.oracle, finding.detail.substr(0, kMostDetail), finding.subject,
      finding.module);
}

}  // namespace assay
