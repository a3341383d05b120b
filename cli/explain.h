// What assay explain knows: rules, operators, passes, schedule primitives, oracles, engines and classes of findings, each as headings and
// paragraphs. Tested by explain_test.cc, which walks the tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

struct Explanation {
  // "rule", "operator", "pass", "schedule primitive", "target", "oracle", "engine", "class".
  std::string kind;
  std::string name;
  // A heading and what stands under it, with its line ends.
  std::vector<std::pair<std::string, std::string>> parts;
};

// Nothing where no row of any table has that name.
std::optional<Explanation> Explain(std::string_view name);
// The labels of all rules, in the order of their tables.
std::vector<std::string> ExplainedRules();
// All names that can be asked for.
std::vector<std::string> ExplainedNames();

// The rules of well-formedness, with an example module where text can break them.
struct RuleNote {
  std::string_view label, why, tvm, example;
};
const RuleNote* FindRuleNote(std::string_view label);
// The example as a whole text.
std::string ExampleModule(const RuleNote& note);
// Of the calls that break a precondition ("label | name: type | call" a line), the first with this label; empty: none.
std::string RejectedCall(std::string_view label);

}  // namespace assay
