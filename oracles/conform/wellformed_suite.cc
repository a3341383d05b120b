// The wellformed suite: well-formed modules are accepted, ill-formed ones rejected by the rule that they break.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "oracles/conform/suite.h"
#include "oracles/core/cause.h"
#include "oracles/core/pass_oracles.h"

namespace assay {
namespace {

constexpr std::string_view kScores[] = {"accepts", "rejects"};
constexpr std::string_view kFields[] = {"module", "well_formed"};

Result<std::vector<std::string>> ScoresOf(const nlohmann::json& recorded, const Subject&) {
  ASSAY_RETURN_IF_ERROR(NeedTexts(recorded, {"module"}));
  auto found = recorded.find("well_formed");
  if (found == recorded.end() || !found->is_boolean()) {
    return Diag{DiagKind::kCorrupt, {}, "has no boolean \"well_formed\"", "", {}};
  }
  return std::vector<std::string>{found->get<bool>() ? "accepts" : "rejects"};
}

// A reader that meets a variable which nothing defines has found the violation that the checker would have named.
bool NamesRule(const Refusal& refusal) { return refusal.rule.text().starts_with("relax.wf"); }

// A subject that takes text checks while it reads: what it calls bad input is not well-formed to it.
bool RejectsByReading(const Subject& subject, const Refusal& refusal) {
  if (NamesRule(refusal)) return true;
  return subject.Traits().takes_text && refusal.kind == RefusalKind::kBadInput && !IsLacking(refusal);
}

// As refuse_or_compile says of a checker that takes no module that is well-formed.
Finding Rejected(const Subject& subject, const std::vector<Violation>& violations) {
  FindingFacts facts = FactsOf({violations.data(), 1}, subject);
  facts.refuser = "checker";
  Finding finding = MakeFinding(*FindOracle("refuse_or_compile"), nullptr, FindingClass::kRejectsValid,
                                violations.front().message, std::move(facts));
  finding.cause = CauseOf(finding);
  return finding;
}

void Judge(JudgeSite& site, const nlohmann::json& recorded, Marks& marks) {
  bool accept = recorded["well_formed"].get<bool>();
  auto module = site.subject.Parse(TextField(recorded, "module"));
  if (!module.ok()) {
    if (!accept && RejectsByReading(site.subject, module.refusal())) return Pass(marks, "rejects");
    if (!accept && site.subject.Traits().takes_text && module.refusal().kind == RefusalKind::kUnsupported)
      return NotApplicable(marks, "rejects", module.refusal().message);
    return RefuseRest(marks, "cannot be read: ", module.refusal(), "round_trip");
  }
  std::vector<Violation> violations = site.subject.Violations(*module);
  if (accept && !violations.empty())
    return Fail(marks, "accepts", "rejected: " + violations.front().message, {}, Rejected(site.subject, violations));
  if (!accept && violations.empty()) return Fail(marks, "rejects", "accepted");
  Pass(marks, accept ? "accepts" : "rejects");
}

}  // namespace

extern const SuiteKind kWellFormedSuite;
const SuiteKind kWellFormedSuite{.name = "wellformed",
                                 .doc = "well-formed modules are accepted, ill-formed ones rejected",
                                 .own_field = "well_formed",
                                 .scores = kScores,
                                 .fields = kFields,
                                 .scores_of = ScoresOf,
                                 .judge = Judge};

}  // namespace assay
