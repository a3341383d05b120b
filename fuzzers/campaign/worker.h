// Worker: one child process of a campaign. Makes cases, judges them, reduces findings, and reports over a pipe.
// Messages: {"kind": "tally", …}, {"kind": "corpus", …}, and FindingMessage. Tested by campaign_test.cc.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>

#include "fuzzers/campaign/attribution.h"
#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/case_source.h"
#include "fuzzers/campaign/coverage.h"
#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/campaign/plan_watch.h"
#include "fuzzers/campaign/shared_case.h"
#include "fuzzers/reduce/reduce.h"

namespace assay {

// What findings are alike by, of which a few are reduced: oracle, pass, class and cause.
std::string KindOfFinding(const Finding& finding);

// What a subject says of itself in it is the same each time it runs.
Finding Steady(Finding finding);

class Worker {
 public:
  // `corpus` is what the campaign holds so far.
  Worker(const CampaignOptions& options, const CaseSource& source, const KnownBugs& known, Corpus corpus,
         SharedControl& control, SharedCase& shared, int fd);

  // Takes runs first, first + stride, … until a limit or `stop`. Returns the exit code.
  int Run(uint64_t first, uint64_t stride, double deadline);
  // Reduces the crash that the case of `run` ends in, each candidate in a child of its own, and reports it.
  int ReduceCrash(uint64_t run, Finding finding);

  // ---- for units (worker_unit.cc): each case by itself, whatever was worked on before it
  // Judges runs first … end - 1 and reports the outcome of each, in order (case_outcome.h).
  int JudgeRuns(uint64_t first, uint64_t end);
  // Makes and judges the case of `run` once more, and reduces and reports its finding of that number.
  int ReduceFinding(uint64_t run, size_t which);

 private:
  // What a run makes, and what all oracles that it asks say of it.
  struct Judged {
    MadeCase made;
    // Serialised.
    std::vector<uint8_t> module;
    CaseReport report;
  };
  Judged MakeAndJudge(Context& ctx, uint64_t run);
  void ReportFound(uint64_t run, size_t which);
  void OneRun(uint64_t run);
  // A few passes on small kernels, about which the quickest oracles alone are asked; nothing where there are none.
  struct JudgedBeside {
    Case c;
    CaseReport report;
  };
  std::optional<JudgedBeside> JudgeBeside(Context& ctx, uint64_t run);
  // Of each kind, as many as the campaign reduces.
  void ReportAll(Context& ctx, uint64_t run, const Case& c, const CaseReport& report);
  void Report(Context& ctx, uint64_t run, const Case& c, const Finding& finding);
  Case ReducedTo(const ReduceResult& result, const Case& c, uint64_t run) const;
  AttributedFinding Named(Context& ctx, uint64_t run, const Case& reduced, const Finding& shown);
  // `result`: what the reduction came to; null while it is yet to begin, and for a bug on file, which is not reduced.
  void SendFinding(uint64_t run, const Case& c, const Case& reduced, const Finding& finding, const ReduceResult* result,
                   const KnownBug* known = nullptr);
  // What the subject's own developers can repeat the finding by.
  std::map<std::string, std::string> FilesFor(const Case& reduced, const Finding& finding);
  std::unique_ptr<Subject> MakeSubject(Context& ctx) const;
  // ---- bugs on file (worker_known.cc)
  // A finding of one, as it is.
  void ReportKnown(uint64_t run, const Case& c, const Finding& finding, const KnownBug& bug);
  // Those of the report, and those that the subject shows that the campaign compares with.
  void ReportKnown(uint64_t run, const Case& c, const CaseReport& report);
  // Whether wrong results are all of bugs on file; else what is left to reduce is the case without the operators of
  // those that are.
  const KnownBug* KnownByResults(Context& ctx, uint64_t run, Case& c, const Finding& finding);
  // Whether a smaller form of the whole case still shows the finding, or still crashes.
  bool StillFires(const Case& whole, const Module& module, std::span<const PassCall> passes, const Finding& finding,
                  uint64_t run);
  bool StillCrashes(const Case& whole, const Module& module, std::span<const PassCall> passes, const Finding& finding,
                    uint64_t run);
  Case CrashedCase(Context& ctx, uint64_t run);
  // What run number `run` asks; `swept`: of a module of the sweep.
  std::vector<const OracleSpec*> OraclesOf(uint64_t run, bool swept) const;
  CaseReport Judge(Context& ctx, uint64_t run, const Case& c, std::span<const OracleSpec* const> oracles);
  // What of a case is drawn for this run: the same whoever is asked about it.
  OracleSettings DrawnFor(uint64_t run) const;
  // Names the step of another compiler's build that makes the results wrong, where one does (blamed_step.h).
  void BlameStep(Context& ctx, const Case& reduced, Finding& shown);
  // Whether it shows without what was planted.
  bool ShowsUnplanted(uint64_t run, const Case& c, const Finding& finding);
  // Whether the subject that the campaign compares with shows the same.
  bool ShowsElsewhere(Context& ctx, uint64_t run, const Case& c, const Finding& finding);
  // Passes for which the case was not drawn join it where they change its module, or give up on it.
  void AddPassesThatFire(Context& ctx, uint64_t run, Case& c);
  void CountSwept(const MadeCase& made);
  // ---- cases that are screened (worker_screen.cc)
  // Beside the run's own case, others whose passes are only glanced at: those at which something looks wrong are
  // judged.
  void ScreenOthers(uint64_t run);
  enum class Screened : bool { kOwnPasses, kEveryPass };
  void Screen(Context& ctx, uint64_t run, Case& c, Screened with);
  // Of a case's passes, and of those it was not drawn for, those at which something looks wrong.
  std::vector<PassCall> Suspicious(Context& ctx, uint64_t run, const Case& c, std::span<const uint8_t> module,
                                   Screened with);
  // Whether campaigns are steered by what of the program's own code is reached.
  bool WatchesItself() const;
  // Where more is reached than when it was last asked: the module and the pass are moved on from.
  void NoteFrontier(std::span<const uint8_t> module, const PassSpec* pass);
  // A module that moves make of the last of them, and its pass.
  std::optional<Case> MovedFrontier(Context& ctx, uint64_t run, uint64_t n);
  // ---- where the subject's code is watched (worker_code.cc)
  // As whose this process's questions reach blocks; breakpoints in its own code, where that is watched.
  void Watch(int slot);
  // What is reached from here on is of the next case.
  void BeginWatching();
  // Of those that the case's questions reached first: features of a module that is kept for them.
  Reached BlocksAsFeatures();
  // How much was reached by then, for some of the runs.
  void CountReached(uint64_t run);
  // What the questions about each pass took and reached.
  void NoteReached(const QuestionTallies& asked);
  // Passes that reached many blocks for the questions they took join the case, those that reach none any more leave it.
  void PreferPasses(Context& ctx, uint64_t run, Case& c);
  // Keeps the module when it reached something first, and tells the parent.
  void Learn(const MadeCase& made, std::span<const uint8_t> module, const CaseReport& report);
  void Flush();

  const CampaignOptions& options_;
  const CaseSource& source_;
  const KnownBugs& known_;
  Corpus corpus_;
  SharedControl& control_;
  SharedCase& shared_;
  PlanWatch plan_watch_;
  int fd_;
  std::vector<const OracleSpec*> oracles_;
  // Passes whose hangs are on file.
  std::set<std::string> hanging_;
  SubjectTraits traits_;
  Tally tally_;
  OpCoverage coverage_;
  // How often a finding of this oracle, pass and class was reduced; later ones are only counted.
  std::map<std::string, int> reductions_;
  // Signatures of bugs on file of which this worker has sent a case.
  std::set<std::string> known_sent_;
  double next_flush_ = 0;
  // What each pass took and reached in this worker's cases.
  std::map<std::string, QuestionTally, std::less<>> reached_by_;
  // What reached new code of the program's own, and how much was reached when it was last asked.
  struct Frontier {
    std::vector<uint8_t> module;
    const PassSpec* pass = nullptr;
    int children = 0;
  };
  std::deque<Frontier> frontier_;
  uint64_t found_before_ = 0;
  // What the last smaller form showed that still showed its finding.
  Finding last_shown_;
  // An answer of the last case that was judged was waited for in vain, or ended from outside.
  bool of_clock_ = false;
};

}  // namespace assay
