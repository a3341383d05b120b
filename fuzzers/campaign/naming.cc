#include "fuzzers/campaign/naming.h"

#include <algorithm>
#include <ranges>

#include "oracles/native_subject.h"

namespace assay {
namespace {

CaseReport Ask(Context& ctx, Subject& subject, Case c, std::vector<PassCall> passes, std::span<const OracleSpec* const> oracles) {
  c.passes = std::move(passes);
  OracleContext oc(ctx, subject);
  return JudgeCase(c, oracles, oc);
}

const Finding* FindingOf(const CaseReport& report, std::string_view pass) {
  auto found = std::ranges::find(report.findings, pass, &Finding::pass);
  return found == report.findings.end() ? nullptr : &*found;
}

// Whether the oracle agrees with what the build without the step makes.
bool CuredWithout(Context& ctx, const Case& reduced, const PassCall& step, const OracleSpec& oracle) {
  const OracleSpec* asked = &oracle;
  CaseReport report = Ask(ctx, *MakeNativeSubjectWithout(ctx, step.pass->name), reduced, {}, {&asked, 1});
  return report.findings.empty() && report.tallies[std::string(oracle.name)].agree > 0;
}

// The last step that the build is right without: earlier ones may only hand it what it goes wrong on.
std::vector<PassCall> GuiltyStep(Context& ctx, const Case& reduced, const Finding& finding, const std::vector<PassCall>& build) {
  const OracleSpec* oracle = FindOracle(finding.oracle);
  for (const PassCall& step : std::views::reverse(build)) {
    bool guilty = finding.pass.empty() ? oracle != nullptr && CuredWithout(ctx, reduced, step, *oracle) : step.pass->name == finding.pass;
    if (guilty) return {step};
  }
  return {};
}

NamedFinding Of(Context& ctx, Subject& subject, const Case& reduced, std::vector<PassCall> passes, Finding fallback,
                std::span<const OracleSpec* const> oracles) {
  if (passes.empty()) return {std::move(fallback), {}};
  CaseReport report = Ask(ctx, subject, reduced, passes, oracles);
  const Finding* own = FindingOf(report, passes[0].pass->name);
  fallback.pass = passes[0].pass->name;
  return {own == nullptr ? std::move(fallback) : *own, std::move(passes)};
}

}  // namespace

NamedFinding NameFinding(Context& ctx, const Case& reduced, const Finding& seen, std::span<const OracleSpec* const> oracles) {
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  CaseReport alone = Ask(ctx, *subject, reduced, {}, oracles);
  if (alone.findings.empty()) return Of(ctx, *subject, reduced, reduced.passes, seen, oracles);
  const Finding& first = alone.findings.front();
  return Of(ctx, *subject, reduced, GuiltyStep(ctx, reduced, first, subject->BuildPipeline()), first, oracles);
}

}  // namespace assay
