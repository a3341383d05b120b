// What has no type is said once: at the call that inference refuses, with the reason and the rule, and of nothing that
// follows from it. The calls are those of ir/ops/testdata/rejected.txt. An operator that does not exist is said
// wherever it stands.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/ops/rejected_cases.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

using testing::ElementsAre;

// Every report on the text, "LINE: message [rule]"; of the reader's where it refuses.
std::vector<std::string> Reports(const std::string& text) {
  Context ctx;
  DiagSink sink;
  Result<Module> module = ParseModule(ctx, "m.py", text, sink);
  if (module.ok()) CheckWellFormed(ctx, *module, sink);
  std::vector<std::string> reports;
  for (const Diag& diag : sink.diags()) {
    uint32_t line = diag.span.file == 0 ? 0 : ctx.sources.Locate(diag.span.file, diag.span.begin).line;
    reports.push_back(fmt::format("{}: {} [{}]", line, diag.message, diag.rule));
  }
  return reports;
}
std::vector<std::string> RulesOf(const std::string& text) {
  std::vector<std::string> rules = Reports(text);
  for (std::string& report : rules) report = report.substr(0, report.find(':')) + report.substr(report.rfind(" ["));
  return rules;
}

std::string Function(const std::string& params, const std::string& body) {
  return fmt::format("@R.function\ndef main({}):\n{}", params, body);
}

TEST(Untyped, ARefusedCallIsReportedOnceAndNothingThatFollows) {
  for (const RejectedCase& one : RejectedCases()) {
    std::string params;
    for (const std::string& var : one.vars) params += (params.empty() ? "" : ", ") + var;
    std::string text = Function(
        params, fmt::format("    a = {}\n    b = (a, a)\n    c = b[1]\n    d = R.exp(c)\n    return d\n", one.call));
    // A call for its effect gives an empty tuple, whatever it is given.
    if (one.label.starts_with("assert_op.")) continue;
    EXPECT_THAT(RulesOf(text), ElementsAre("3 [" + one.label + "]")) << text;
  }
}

TEST(Untyped, TheReasonStandsAtTheCall) {
  std::string params =
      "x: R.Tensor((2, 3), dtype=\"float32\"), w: R.Tensor((4, 5), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")";
  std::string reason = "matmul: inner dimensions differ: x has 3 (axis 1), w has 4 (axis 0) [matmul.r4]";
  const std::string kBodies[] = {
      "    a = R.matmul(x, w)\n    return a\n",
      "    return R.matmul(x, w)\n",
      "    return R.exp(R.matmul(x, w))\n",
      "    with R.dataflow():\n        a = R.matmul(x, w)\n        b = R.exp(a)\n        R.output(b)\n    return (b, "
      "x)\n",
      "    if c:\n        a = R.matmul(x, w)\n        b = R.exp(a)\n    else:\n        b = R.exp(x)\n    return b\n",
      "    @R.function\n    def f(y: R.Tensor((2, 3), dtype=\"float32\")):\n        return R.matmul(x, w)\n    return "
      "f(x)\n",
      "    a, b = R.split(R.matmul(x, w), 2)\n    return a\n",
      "    a = R.split(R.matmul(x, w), 2)\n    b, d = a\n    return b\n",
      "    a = R.match_cast(R.matmul(x, w), R.Tensor((2, 5), dtype=\"float32\"))\n    return R.exp(a)\n",
  };
  for (const std::string& body : kBodies) {
    std::vector<std::string> reports = Reports(Function(params, body));
    ASSERT_EQ(reports.size(), 1u) << body << testing::PrintToString(reports);
    EXPECT_EQ(reports[0].substr(reports[0].find(' ') + 1), reason) << body;
  }
}

TEST(Untyped, CallersOfARefusedFunctionAreSilent) {
  std::string type = "R.Tensor((2, 3), dtype=\"float32\")";
  std::string f = fmt::format("    @R.function\n    def f(x: {0}):\n        return R.matmul(x, x)\n\n", type);
  std::string g = fmt::format(
      "    @R.function\n    def g(x: {0}):\n        cls = Module\n        a = cls.f(x)\n        b = R.exp(a)\n        "
      "return (b, R.add(b, x))\n\n",
      type);
  for (const std::string& text : {f + g, g + f}) {
    std::vector<std::string> rules = RulesOf("@I.ir_module\nclass Module:\n" + text);
    ASSERT_EQ(rules.size(), 1u) << text << testing::PrintToString(Reports("@I.ir_module\nclass Module:\n" + text));
    EXPECT_TRUE(rules[0].ends_with("[matmul.r4]")) << rules[0];
  }
}

TEST(Untyped, TwoRefusedCallsAreTwoReports) {
  std::string text =
      Function("x: R.Tensor((2, 3), dtype=\"int32\")", "    a = R.exp(x)\n    b = R.log(x)\n    return R.add(a, b)\n");
  EXPECT_THAT(RulesOf(text), ElementsAre("3 [exp.r1]", "4 [log.r1]"));
}

TEST(UnknownOperator, IsReportedWhereverItStands) {
  std::string params = "x: R.Tensor((2,), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")";
  std::string type = "R.Tensor((2,), dtype=\"float32\")";
  const std::string kBodies[] = {
      "    a = R.ad(x, x)\n    return a\n",
      fmt::format("    a: {} = R.ad(x, x)\n    return a\n", type),
      "    return R.ad(x, x)\n",
      "    return R.exp(R.ad(x, x))\n",
      "    return (x, R.ad(x, x))\n",
      "    a = (x, (R.ad(x, x), x))\n    return a\n",
      fmt::format("    with R.dataflow():\n        a: {} = R.ad(x, x)\n        R.output(a)\n    return a\n", type),
      fmt::format("    if c:\n        a: {0} = R.ad(x, x)\n        b: {0} = R.exp(a)\n    else:\n        b: {0} = "
                  "R.exp(x)\n    return b\n",
                  type),
      fmt::format("    @R.function\n    def f(y: {0}) -> {0}:\n        a: {0} = R.ad(y, y)\n        return a\n    b: "
                  "{0} = f(x)\n    return b\n",
                  type),
      fmt::format("    a = R.match_cast(R.ad(x, x), {})\n    return a\n", type),
  };
  for (const std::string& body : kBodies) {
    std::vector<std::string> reports = Reports(Function(params, body));
    ASSERT_EQ(reports.size(), 1u) << body << testing::PrintToString(reports);
    EXPECT_EQ(reports[0].substr(reports[0].find(' ') + 1),
              "unknown operator 'relax.ad'; did you mean 'relax.add'? [relax.wf19]")
        << body;
  }
}

}  // namespace
}  // namespace assay
