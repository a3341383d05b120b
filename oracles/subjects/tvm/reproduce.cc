#include "oracles/subjects/tvm/reproduce.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "oracles/core/denormalize.h"
#include "oracles/core/pass_input.h"
#include "oracles/core/python_path.h"
#include "oracles/core/relations.h"
#include "oracles/core/tolerance.h"
#include "oracles/core/value_json.h"
#include "oracles/subjects/tvm/issue_words.h"
#include "oracles/subjects/tvm/knowledge.h"
#include "oracles/subjects/tvm/short_script.h"
#include "passes/foreign_pass.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {

// The text of reproduce.py.
extern const std::string_view kReproduceSource;

namespace {

// What is the same in all scripts; the lines above it say what each is given.
std::string_view SharedPart() { return kReproduceSource.substr(kReproduceSource.find("\n\n# ---- ")); }

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

// Neither a name within relax.transform.
bool IsNamedInFull(const std::string& name) {
  const PassSpec* pass = FindPass(name);
  return IsForeignName(name) || (pass != nullptr && (IsTargetPass(*pass) || IsTirPass(*pass)));
}

std::string PassName(const TvmFinding& finding) {
  return finding.pass.is_object() ? finding.pass.value("name", "") : "";
}

}  // namespace

std::string ReproduceScript(const TvmFinding& finding) {
  if (std::optional<std::string> script = ShortScript(finding)) return *script;
  // What Python would read as the end of the text stands in no module that a printer writes, only in attributes.
  bool plain = finding.module.find("'''") == std::string::npos && !finding.module.ends_with('\'');
  nlohmann::json facts{{"subject", finding.subject}, {"oracle", finding.oracle},     {"pass", finding.pass},
                       {"before", finding.before},   {"pipeline", finding.pipeline}, {"config", finding.config},
                       {"entry", finding.entry},     {"inputs", finding.inputs},     {"expected", finding.expected}};
  if (!finding.target.empty()) facts["target"] = finding.target;
  // Wherever one stands that the script makes.
  bool own =
      AnyOwnPass(nlohmann::json::array({finding.pass})) || AnyOwnPass(finding.before) || AnyOwnPass(finding.pipeline);
  if (own) facts["python_path"] = PythonPath();
  std::string module =
      plain ? Quoted(finding.module) : fmt::format("__import__('json').loads({})", QuotedJson(finding.module));
  return fmt::format(
      "# {}\n# Needs tvm and numpy. Exits with 1 while the bug is there, with 0 when it is not.\nMODULE = {}\nCASE = "
      "{}\n{}",
      IssueTitle(finding), module, QuotedJson(facts), SharedPart());
}

std::string IssueText(const TvmFinding& finding) {
  std::string pass = PassName(finding).empty()          ? "`relax.build`"
                     : IsNamedInFull(PassName(finding)) ? fmt::format("`{}`", PassName(finding))
                                                        : fmt::format("`relax.transform.{}`", PassName(finding));
  std::optional<std::string> script = ShortScript(finding);
  std::string steps =
      script ? fmt::format("```python\n{}```\n", *script)
             : fmt::format("`python reproduce.py`, which applies {} to\n\n```python\n{}\n```\n", pass, finding.module);
  return fmt::format(
      "# {}\n\n### Expected behavior\n\n{}\n\n### Actual behavior\n\n{}\n\n### Environment\n\n{}, target "
      "{}\n\n### Steps to reproduce\n\n{}",
      IssueTitle(finding), Expectation(finding), WhatHappens(finding), finding.subject,
      finding.target.empty() ? "llvm" : finding.target, steps);
}

// ---- what a finding carries

namespace {

// The passes of the build before that pass.
std::vector<PassCall> PassesBefore(std::vector<PassCall> build, const PassSpec& pass) {
  auto at = std::ranges::find_if(build, [&](const PassCall& step) { return step.pass->run == pass.run; });
  build.erase(at == build.end() ? build.begin() : at, build.end());
  return build;
}

// The form of the case in which it went wrong, for oracles that compare forms another one than the case's.
void AddForm(Context& ctx, std::string_view version, const Case& c, const Finding& finding, TvmFinding& out) {
  out.module = TextFor(c.module, version);
  OtherForm form = FormOf(finding.oracle);
  if (form == OtherForm::kRenamed) {
    Case disguised = RenamedVariant(ctx, c, c.passes.empty() ? nullptr : &c.passes[0]);
    out.module = TextFor(disguised.module, version);
    out.entry = disguised.entry;
  } else if (form == OtherForm::kMoved) {
    const MoveSpec* blamed = FindMove(finding.facts.move);
    std::vector<const MoveSpec*> moves = blamed == nullptr ? KeepingMoves() : std::vector<const MoveSpec*>{blamed};
    if (std::optional<Module> rewritten = Rewritten(ctx, c, moves)) out.module = TextFor(*rewritten, version);
  } else if (form == OtherForm::kSubstituted && !c.inputs.empty()) {
    std::optional<Result<Module>> fixed = Substituted(ctx, c, c.inputs.front());
    if (fixed && fixed->ok()) out.module = TextFor(**fixed, version);
    out.inputs = InputsToJson({&c.inputs.front(), 1});
  }
}

// The build as the oracle runs it, and what the pass to blame is given.
void AddBuild(Context& ctx, Subject& subject, std::string_view version, const Case& c, const Finding& finding,
              TvmFinding& out) {
  std::vector<PassCall> build = subject.BuildPipeline();
  auto others = subject.OtherPipelines();
  bool differential = finding.oracle == "pipeline_differential";
  // What one way refuses is the build's own, results are another way's.
  bool by_other = differential && c.passes.empty() && !others.empty() && finding.klass != FindingClass::kOneRefuses;
  out.pipeline = PassesToJson(by_other ? others.front().second : build);
  if (c.passes.empty()) return;
  const PassSpec& pass = *c.passes[0].pass;
  if (pass.establishes != kNoProps && !IsTirPass(pass))
    out.module = TextFor(Denormalized(ctx, c.module, pass.establishes), version);
  std::vector<PassCall> before = PassesBefore(build, pass), form = FormBefore(subject, pass);
  if (differential && !before.empty()) {
    std::erase_if(build, [&](const PassCall& step) { return step.pass->run == pass.run; });
    out.pipeline = PassesToJson(build);
    out.pass = nlohmann::json();
  } else if (!form.empty()) {
    out.before = PassesToJson(form);
  } else if (IsHandedOver(ctx, c.module, pass)) {
    out.before = PassesToJson(before);
  }
}

// What the reference gives for each set of arguments.
nlohmann::json ExpectedOf(Context& ctx, const Case& c) {
  nlohmann::json expected = nlohmann::json::array();
  auto outcomes = RunReference(ctx, c.module, c.entry, c.inputs, OracleSettings().budget);
  for (size_t i = 0; outcomes.ok() && i < outcomes->size(); ++i) {
    const auto* value = std::get_if<Value>(&(*outcomes)[i].outcome);
    expected.push_back(value == nullptr ? nlohmann::json() : ValueToJson(*value));
  }
  return expected;
}

}  // namespace

TvmFinding TvmFindingOf(Context& ctx, Subject& subject, std::string_view version, const Case& c,
                        const Finding& finding) {
  TvmFinding out{.subject = std::string(subject.name()),
                 .oracle = finding.oracle,
                 .klass = finding.klass,
                 .detail = finding.detail,
                 .facts = finding.facts,
                 .sides = finding.sides,
                 .module = {},
                 .pass = finding.pass.empty() || c.passes.empty() ? nlohmann::json() : PassesToJson(c.passes)[0],
                 .config = OptionsToJson(c.config),
                 .entry = c.entry,
                 .inputs = InputsToJson(c.inputs)};
  AddForm(ctx, version, c, finding, out);
  AddBuild(ctx, subject, version, c, finding, out);
  out.expected = ExpectedOf(ctx, c);
  return out;
}

std::map<std::string, std::string> TvmReproducer(const TvmFinding& finding) {
  std::map<std::string, std::string> files{{"issue.md", IssueText(finding)}};
  // How a pass's new functions are called stands in no script, nor the module in which a rule is broken.
  const PassSpec* pass = FindPass(PassName(finding));
  bool callable =
      pass == nullptr || pass->signatures != Signatures::kChanged || finding.oracle != "pass_preserves_results";
  if (callable && finding.klass != FindingClass::kAcceptsInvalid) files["reproduce.py"] = ReproduceScript(finding);
  return files;
}

}  // namespace assay
