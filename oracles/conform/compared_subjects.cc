// One subject beside another (conform.h). Tested by conform_report_test.cc.
#include "oracles/conform/conform.h"

namespace assay {
namespace {

std::string CaseKey(const auto& one) { return one.suite + "\n" + one.id; }
std::string ScoreKey(const auto& one) { return CaseKey(one) + "\n" + one.score; }

}  // namespace

OtherSubject::OtherSubject(const ConformResult& ours, const ConformResult& other) {
  std::set<std::string> shared;
  for (const JudgedScore& one : ours.judged) shared.insert(ScoreKey(one));
  for (const JudgedScore& one : other.judged) judged_.insert(ScoreKey(one));
  for (const ConformFailure& one : other.failures) {
    failing_.emplace(ScoreKey(one), one.why);
    if (!shared.contains(ScoreKey(one))) failing_alone_.emplace(CaseKey(one), one.score + ": " + one.why);
  }
}

const std::string* OtherSubject::Failing(const JudgedScore& one) const {
  bool named = judged_.contains(ScoreKey(one));
  const auto& failures = named ? failing_ : failing_alone_;
  auto found = failures.find(named ? ScoreKey(one) : CaseKey(one));
  return found == failures.end() ? nullptr : &found->second;
}

ComparedSubjects OtherSubject::Compare(const ConformResult& ours) const {
  ComparedSubjects compared;
  for (const JudgedScore& one : ours.judged) {
    if (one.allowed || !one.applies) continue;
    const std::string* why = Failing(one);
    if (one.passed && why != nullptr) compared.theirs.push_back({one.suite, one.id, one.score, *why, one.group});
    if (!one.passed)
      (why == nullptr ? compared.ours : compared.both)
          .push_back({one.suite, one.id, one.score, one.why, one.group, one.known});
  }
  return compared;
}

}  // namespace assay
