// assay explain: what a rule, an operator, a pass, an oracle, an engine or a class of findings is.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/explain.h"
#include "cli/names.h"
#include "cli/say.h"
#include "ir/ops/op_spec.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

struct ExplainOptions {
  std::vector<std::string> names;
  bool json = false;
};

constexpr std::string_view kOperatorPrefix = "relax.";

std::string Indented(std::string_view text) {
  std::string out;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    out += end == begin ? "\n" : fmt::format("  {}\n", text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

nlohmann::json JsonOf(const Explanation& explanation) {
  nlohmann::json parts = nlohmann::json::object();
  for (const auto& [heading, text] : explanation.parts) parts[heading] = text;
  return {{"kind", explanation.kind}, {"name", explanation.name}, {"parts", parts}};
}

int RunExplain(const ExplainOptions& options) {
  nlohmann::json all = nlohmann::json::array();
  std::string text;
  std::vector<std::string> names = SplitNames(options.names);
  if (names.empty())
    return ReportUsage(
        {DiagKind::kBadArgument, {}, "explain takes names; `assay list rules` has those of rules", "", {}});
  for (const std::string& name : names) {
    std::optional<Explanation> explanation = Explain(name);
    if (!explanation) {
      std::vector<std::string> known = ExplainedNames();
      // Operators have two names each; the one that is written like `name` is offered.
      if (!name.starts_with(kOperatorPrefix))
        std::erase_if(known, [](const std::string& one) {
          return one.starts_with(kOperatorPrefix) &&
                 FindOp(std::string_view(one).substr(kOperatorPrefix.size())) != nullptr;
        });
      return ReportUsage(
          UnknownName("rule, operator, pass, oracle, engine or class", name, {known.begin(), known.end()}));
    }
    all.push_back(JsonOf(*explanation));
    text += fmt::format("{}{} {}\n", text.empty() ? "" : "\n", explanation->kind, explanation->name);
    for (const auto& [heading, part] : explanation->parts) text += fmt::format("\n{}:\n{}", heading, Indented(part));
  }
  if (options.json) {
    PrintJson({{"explanations", all}});
  } else {
    fmt::print("{}", text);
  }
  return kClean;
}

}  // namespace

void AddExplain(Command app, Job& job) {
  auto options = std::make_shared<ExplainOptions>();
  Command sub =
      app.AddSubcommand("explain", "Explain a rule, operator, pass, target, oracle, engine or class of findings");
  sub.AddOption("NAME", options->names, "Names such as relax.wf11, matmul.r4, nn.conv2d, FuseOps, round_trip")
      .Required();
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return RunExplain(*options); });
}

}  // namespace assay
