// Judging a case: every oracle in order of cause, on the module and on each pass; the first to fire for a pass names
// the finding and the others are listed in it.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/support/clock.h"
#include "ir/support/hash.h"
#include "oracles/core/cause.h"
#include "oracles/core/oracle.h"
#include "passes/target_pass.h"

namespace assay {

#define ASSAY_ORACLE(Constant) extern const OracleSpec Constant;
#include "oracles/oracles.def"

std::span<const OracleSpec* const> AllOracles() {
  static constexpr const OracleSpec* kOracles[] = {
#define ASSAY_ORACLE(Constant) &Constant,
#include "oracles/oracles.def"
  };
  return kOracles;
}

const OracleSpec* FindOracle(std::string_view name) {
  for (const OracleSpec* oracle : AllOracles()) {
    if (oracle->name == name) return oracle;
  }
  return nullptr;
}

std::vector<const OracleSpec*> FindOracles(std::initializer_list<std::string_view> names) {
  std::vector<const OracleSpec*> oracles;
  for (std::string_view name : names) {
    oracles.push_back(FindOracle(name));
    ASSAY_CHECK(oracles.back() != nullptr, "an oracle that is asked for by its name exists");
  }
  return oracles;
}

// What `passes_one_in` goes by is no part of it.
bool OracleSettings::Asks(size_t i, uint64_t one_in) const {
  return !draw || (HashCombine(0, *draw) + i) % one_in == 0;
}

// ---- judging

namespace {

class Judge {
 public:
  explicit Judge(OracleContext& oc) : oc_(oc) {}
  CaseReport report;

  void Ask(const OracleSpec& oracle, const PassCall* pass) {
    if (pass != nullptr && oracle.applies != nullptr && !oracle.applies(*pass->pass)) return;
    if (pass != nullptr && writers_.contains(pass->pass)) return;
    bool writes = pass != nullptr && known_writers_.contains(pass->pass);
    if (writes && oracle.shares_input) return;
    if (oc_.settings.on_ask) oc_.settings.on_ask(oracle, pass);
    double start = Now();
    Verdict verdict = Suits(oracle) ? Explained(oracle.judge(pass, oc_))
                                    : Skip{SkipKind::kNotApplicable, std::string(oracle.lacking)};
    double seconds = Now() - start;
    Count(verdict, seconds, report.tallies[std::string(oracle.name)]);
    if (pass != nullptr) {
      Count(verdict, seconds, report.passes[std::string(pass->pass->name)].oracles[std::string(oracle.name)]);
    }
    if (const auto* skip = std::get_if<Skip>(&verdict))
      ++report.skips[{std::string(oracle.name), pass != nullptr, *skip}];
    if (auto* finding = std::get_if<Finding>(&verdict)) Take(std::move(*finding), pass);
    if (writes) Forget(*pass);
  }

  bool Suits(const OracleSpec& oracle) const { return oracle.suits == nullptr || oracle.suits(oc_.subject); }

  void CountPasses() {
    for (const PassCall& pass : oc_.c.passes) {
      PassTally& tally = report.passes[std::string(pass.pass->name)];
      ++tally.tried;
      tally.changed += oc_.Changed(pass) ? 1 : 0;
    }
  }

 private:
  void Take(Finding finding, const PassCall* pass) {
    bool known = oc_.settings.is_known && oc_.settings.is_known(finding);
    if (pass != nullptr && finding.klass == FindingClass::kInputChanged) Exclude(*pass, known);
    Add(std::move(finding), known ? report.known : report.findings);
  }

  // What other passes made of that input may share the nodes into which this one wrote, and would be blamed for it.
  void Exclude(const PassCall& pass, bool known) {
    (known ? known_writers_ : writers_).insert(pass.pass);
    Forget(pass);
  }
  // Another compiler's schedules put functions into the module that they are given, an object of their own, and leave
  // alone those that were there: nobody else's are written into.
  void Forget(const PassCall& pass) {
    if (!IsTargetPass(*pass.pass)) oc_.ForgetMade();
  }

  Verdict Explained(Verdict verdict) const {
    auto* finding = std::get_if<Finding>(&verdict);
    if (finding == nullptr) return verdict;
    std::string known = oc_.subject.AllowanceFor(*finding);
    if (!known.empty()) return Skip{SkipKind::kKnownDifference, known};
    if (finding->cause.empty()) finding->cause = CauseOf(*finding);
    return verdict;
  }

  static void Count(const Verdict& verdict, double seconds, OracleTally& tally) {
    tally.seconds += seconds;
    tally.agree += std::holds_alternative<Agree>(verdict) ? 1 : 0;
    tally.skip += std::holds_alternative<Skip>(verdict) ? 1 : 0;
    tally.finding += std::holds_alternative<Finding>(verdict) ? 1 : 0;
  }

  static void Add(Finding finding, std::vector<Finding>& findings) {
    for (Finding& first : findings) {
      if (first.pass != finding.pass && !finding.pass.empty()) continue;
      // One that is asked for the pass and for the module may see it twice.
      bool named = first.oracle == finding.oracle || std::ranges::find(first.also, finding.oracle) != first.also.end();
      if (!named) first.also.push_back(finding.oracle);
      return;
    }
    findings.push_back(std::move(finding));
  }

  OracleContext& oc_;
  // Passes that were seen to write into what they are given: nothing more is asked of them.
  std::set<const PassSpec*> writers_;
  // Those of which that is known: other bugs are looked for, each time in a fresh object.
  std::set<const PassSpec*> known_writers_;
};

}  // namespace

namespace {

// What takes a subject's whole limit once takes it in each form in which the module comes up: two such answers say
// enough of a case.
constexpr uint64_t kMostHangs = 2;

CaseReport JudgeOnce(std::span<const OracleSpec* const> oracles, OracleContext&& oc) {
  Judge judge(oc);
  const std::vector<PassCall>& passes = oc.c.passes;
  const std::optional<uint64_t>& draw = oc.settings.draw;
  bool alone = oracles.size() == 1;
  auto hangs = [&] { return oc.subject.Hangs() >= kMostHangs; };
  for (const OracleSpec* oracle : oracles) {
    if (!alone && !judge.Suits(*oracle)) continue;
    for (size_t i = 0; i < passes.size() && oracle->scope != OracleScope::kModule && !hangs(); ++i) {
      bool drawn = alone || !draw || (*draw + i) % oracle->passes_one_in == 0;
      if (drawn) judge.Ask(*oracle, &passes[i]);
    }
    if (oracle->scope != OracleScope::kPass && !oc.settings.passes_only && !hangs()) judge.Ask(*oracle, nullptr);
  }
  if (hangs()) ++judge.report.skips[{.skip = {SkipKind::kNotAsked, "the subject gave no answer in time twice before"}}];
  for (std::string& note : oc.subject.TakeNotes()) ++judge.report.skips[{.skip = {SkipKind::kNote, std::move(note)}}];
  judge.CountPasses();
  return std::move(judge.report);
}

constexpr int kMostInterruptions = 3;

}  // namespace

CaseReport JudgeCase(Context& ctx, Subject& subject, const Case& c, std::span<const OracleSpec* const> oracles,
                     const OracleSettings& settings) {
  for (int i = 0; i < kMostInterruptions; ++i) {
    uint64_t before = subject.Interruptions();
    CaseReport report = JudgeOnce(oracles, OracleContext(ctx, subject, c, settings));
    if (subject.Interruptions() == before) return report;
  }
  CaseReport nothing;
  ++nothing.skips[EndedFromOutside()];
  return nothing;
}

}  // namespace assay
