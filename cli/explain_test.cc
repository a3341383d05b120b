// assay explain knows every row of every table, and what it says of rules holds.
#include "cli/explain.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"
#include "ir/check/well_formed.h"
#include "ir/ops/general_rules.h"
#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"
#include "oracles/core/oracle.h"
#include "passes/schedule/schedule.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

using testing::HasSubstr;

std::string PartOf(const Explanation& explanation, std::string_view heading) {
  for (const auto& [name, text] : explanation.parts) {
    if (name == heading) return text;
  }
  return {};
}
// Each of these headings says something.
void ExpectParts(std::string_view name, std::string_view kind, const std::vector<std::string_view>& headings) {
  std::optional<Explanation> explanation = Explain(name);
  ASSERT_TRUE(explanation) << name;
  EXPECT_EQ(explanation->kind, kind) << name;
  for (std::string_view heading : headings) EXPECT_NE(PartOf(*explanation, heading), "") << name << ": " << heading;
}

TEST(Explain, EveryRuleOfWellFormedness) {
  for (const RuleSpec& rule : AllRules()) ExpectParts(rule.label, "rule", {"Demands", "Why", "Rejected", "In TVM"});
}

TEST(Explain, ExamplesBreakTheirRule) {
  int examples = 0;
  for (const RuleSpec& rule : AllRules()) {
    const RuleNote* note = FindRuleNote(rule.label);
    ASSERT_NE(note, nullptr) << rule.label;
    if (note->example.empty()) continue;
    ++examples;
    Context ctx;
    Result<Module> module = ParseModule(ctx, "example.py", ExampleModule(*note));
    ASSERT_TRUE(module.ok()) << rule.label << ": " << Render(module.error(), ctx.sources);
    DiagSink sink;
    CheckWellFormed(ctx, *module, sink);
    ASSERT_FALSE(sink.ok()) << rule.label;
    EXPECT_EQ(sink.diags()[0].rule, rule.label) << Render(sink.diags()[0], ctx.sources);
  }
  EXPECT_GE(examples, 15);
}

TEST(Explain, EveryOperatorAndPrecondition) {
  for (const OpSpec* row : AllOps()) {
    ExpectParts(row->name, "operator",
                {"Signature", "Does", "Operands", "Attributes", "Preconditions", "Effect", "Lowering"});
    for (const AttrSpec& attr : row->attrs)
      EXPECT_THAT(PartOf(*Explain(row->name), "Attributes"), HasSubstr(std::string(attr.name) + ": "));
    for (const Precondition& rule : row->preconditions)
      ExpectParts(rule.label, "rule", {"Demands", "Why", "Rejected", "In TVM"});
  }
  for (const Precondition& rule : GeneralRules()) ExpectParts(rule.label, "rule", {"Demands", "Why", "In TVM"});
  EXPECT_THAT(PartOf(*Explain("matmul.r4"), "Rejected"), HasSubstr("R.matmul("));
  EXPECT_EQ(Explain("relax.matmul")->name, "relax.matmul");
  EXPECT_EQ(Explain("R.matmul")->name, "relax.matmul");
}

// What messages name is explained: all labels of rejected calls.
TEST(Explain, EveryLabelOfRejectedCalls) {
  std::ifstream in("ir/ops/testdata/rejected.txt");
  int labels = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::string label = line.substr(0, line.find(' '));
    EXPECT_TRUE(Explain(label)) << label;
    EXPECT_NE(RejectedCall(label), "") << label;
    ++labels;
  }
  EXPECT_GT(labels, 400);
}

TEST(Explain, EveryPassWithItsOptions) {
  for (const PassSpec* pass : AllRelaxAndTirPasses()) {
    ExpectParts(pass->name, "pass", {"Does", "Needs", "Gives", "Contract", "Options"});
    std::string options = PartOf(*Explain(pass->name), "Options");
    EXPECT_EQ(options.find("see the pass's doc"), std::string::npos) << pass->name << ": " << options;
    for (std::string_view option : pass->options) EXPECT_THAT(options, HasSubstr(std::string(option) + ": "));
  }
}

TEST(Explain, EveryOracleWithItsClasses) {
  for (const OracleSpec* oracle : AllOracles())
    ExpectParts(oracle->name, "oracle", {"Promises", "Asked for", "Classes of findings"});
  ExpectParts("input_changed", "class of findings", {"input_unchanged"});
}

// Classes that the sources of oracles name.
TEST(Explain, EveryClassThatOraclesName) {
  static const std::regex kMade("MakeFinding\\([^;]*?FindingClass::k([A-Za-z]+)");
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("oracles/checks")) {
    std::string file = entry.path().filename().string();
    if (!file.ends_with(".cc") || file.ends_with("_test.cc")) continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    std::string all = text.str();
    for (std::sregex_iterator at(all.begin(), all.end(), kMade); at != std::sregex_iterator(); ++at, ++found) {
      // kInputChanged is spelt input_changed.
      std::string spelling;
      for (char c : (*at)[1].str()) {
        if (c >= 'A' && c <= 'Z' && !spelling.empty()) spelling += '_';
        spelling += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
      EXPECT_TRUE(Explain(spelling)) << file << " makes findings of class " << spelling;
    }
  }
  EXPECT_GT(found, 15);
}

// A label means one rule: operators and schedule primitives of one name have labels of their own.
TEST(Explain, EachLabelIsOfOneRule) {
  std::set<std::string> seen;
  for (const std::string& label : ExplainedRules()) {
    EXPECT_TRUE(seen.insert(label).second) << label << " is the label of two rules";
    std::optional<Explanation> explanation = Explain(label);
    ASSERT_TRUE(explanation) << label;
    EXPECT_EQ(explanation->name, label);
  }
  for (const char* label : {"split.r1", "schedule.split.r1", "tile.r1", "schedule.tile.r1"})
    EXPECT_TRUE(seen.contains(label)) << label;
  EXPECT_NE(Explain("split.r1")->parts, Explain("schedule.split.r1")->parts);
}

TEST(Explain, EveryRuleIsListed) {
  std::string listed = RunAssay({"list", "rules", "--markdown"}).out;
  for (const std::string& label : ExplainedRules()) EXPECT_THAT(listed, HasSubstr(label + " |")) << label;
}

TEST(Explain, EverySchedulePrimitiveAndPrecondition) {
  for (const PrimitiveSpec* primitive : AllPrimitives()) {
    ExpectParts(SchedulePrimitiveLabel(primitive->name), "schedule primitive", {"Does", "In a trace", "Preconditions"});
    for (size_t i = 1; i <= primitive->preconditions.size(); ++i)
      ExpectParts(fmt::format("schedule.{}.r{}", primitive->name, i), "rule", {"Demands", "Why", "In TVM"});
  }
  // Labels of before, where no operator has them.
  EXPECT_EQ(Explain("fuse.r1")->name, "schedule.fuse.r1");
  EXPECT_EQ(Explain("split.r4")->name, "schedule.split.r4");
}

TEST(Explain, NamesAreSuggested) {
  ProgramRun run = RunAssay({"explain", "relax.wf99"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("did you mean"));
  EXPECT_THAT(RunAssay({"explain", "matmull"}).err, HasSubstr("did you mean 'matmul'?"));
  EXPECT_THAT(RunAssay({"explain", "FuseOp"}).err, HasSubstr("did you mean 'FuseOps'?"));
  EXPECT_EQ(RunAssay({"explain", "relax.wf11", "round_trip"}).code, 0);
}

}  // namespace
}  // namespace assay
