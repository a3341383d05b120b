#include "oracles/conform/conform_report.h"

#include <set>

#include <fmt/format.h>

namespace assay {
namespace {

std::string KeyOf(const std::string& suite, const std::string& id, const std::string& score) { return suite + "\n" + id + "\n" + score; }

ReportedCase CaseOf(const JudgedScore& one, const std::set<std::string>& known) {
  ReportedCase out{.suite = one.suite, .group = one.group, .name = one.id + " " + one.score, .klass = one.score, .detail = one.why,
                   .file = one.file, .line = one.line, .module = one.text, .fingerprint = fmt::format("{} {} {}", one.suite, one.id, one.score)};
  if (one.passed) return out;
  bool old = known.contains(KeyOf(one.suite, one.id, one.score));
  out.ending = one.allowed ? CaseEnding::kSkipped : old ? CaseEnding::kKnown : CaseEnding::kFailed;
  return out;
}

}  // namespace

ReportedRun ConformReport(const ConformResult& result, std::string_view subject, const std::vector<ConformFailure>* baseline) {
  ReportedRun report{.title = "Conformance", .subject = std::string(subject), .cases = {}, .groups = {}, .compared = baseline != nullptr, .newly_passing = {}, .seconds = result.seconds};
  std::set<std::string> known;
  if (baseline != nullptr) {
    for (const ConformFailure& one : *baseline) known.insert(KeyOf(one.suite, one.id, one.score));
    report.newly_passing = NewlyPassing(result, *baseline);
  }
  for (const JudgedScore& one : result.judged) report.cases.push_back(CaseOf(one, known));
  return report;
}

}  // namespace assay
