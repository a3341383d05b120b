// Worker: one child process of a campaign. Makes cases, judges them, reduces findings, and reports over a pipe.
// Messages: {"kind": "tally", …}, {"kind": "finding", …}, {"kind": "corpus", …}. Tested by campaign_test.cc.
#pragma once

#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/case_source.h"
#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/campaign/naming.h"
#include "fuzzers/campaign/shared_case.h"

namespace assay {

class Worker {
 public:
  // `corpus` is what the campaign holds so far.
  Worker(const CampaignOptions& options, const CaseSource& source, const KnownBugs& known, Corpus corpus, SharedControl& control,
         SharedCase& shared, int fd);

  // Takes runs first, first + stride, … until a limit or `stop`. Returns the exit code.
  int Run(uint64_t first, uint64_t stride, double deadline);
  // Reduces the crash that the case of `run` ends in, each candidate in a child of its own, and reports it.
  int ReduceCrash(uint64_t run, Finding finding);

 private:
  void OneRun(uint64_t run);
  void Report(Context& ctx, uint64_t run, const Case& c, const Finding& finding);
  // A finding of a bug on file, as it is.
  void ReportKnown(uint64_t run, const Case& c, Finding finding, const KnownBug& bug);
  // Whether wrong results are all of bugs on file; else what is left to reduce is the case without the operators of those that are.
  const KnownBug* KnownByResults(Context& ctx, uint64_t run, Case& c, const Finding& finding);
  NamedFinding Named(Context& ctx, uint64_t run, const Case& reduced, const Finding& shown);
  void SendFinding(uint64_t run, const Case& c, const Case& reduced, const Finding& finding, std::string_view how, bool flaky,
                   const KnownBug* known = nullptr);
  // Whether a smaller form of the whole case still shows the finding, or still crashes.
  bool StillFires(const Case& whole, const Module& module, std::span<const PassCall> passes, const Finding& finding,
                  uint64_t run);
  bool StillCrashes(const Case& whole, const Module& module, std::span<const PassCall> passes, const Finding& finding,
                    uint64_t run);
  Case CrashedCase(Context& ctx, uint64_t run);
  // What run number `run` asks.
  std::vector<const OracleSpec*> OraclesOf(uint64_t run) const;
  // What a script of plain Python needs beside the finding, where the subject is a real TVM.
  void AddForScript(const Case& reduced, nlohmann::json& message);
  CaseReport Judge(Context& ctx, uint64_t run, const Case& c, std::span<const OracleSpec* const> oracles);
  // Whether the subject that the campaign compares with shows the same.
  bool ShowsElsewhere(Context& ctx, uint64_t run, const Case& c, const Finding& finding);
  void Cover(const Case& c);
  // Keeps the module when it reached something first, and tells the parent.
  void Learn(const MadeCase& made, std::span<const uint8_t> module, const CaseReport& report);
  void Flush();

  const CampaignOptions& options_;
  const CaseSource& source_;
  const KnownBugs& known_;
  Corpus corpus_;
  SharedControl& control_;
  SharedCase& shared_;
  int fd_;
  std::vector<const OracleSpec*> oracles_;
  Tally tally_;
  std::set<uint64_t> covered_;
  // How often a finding of this oracle, pass and class was reduced; later ones are only counted.
  std::map<std::string, int> reductions_;
  // Signatures of bugs on file of which this worker has sent a case.
  std::set<std::string> known_sent_;
  double next_flush_ = 0;
  // Of the last smaller form that still showed its finding.
  std::string last_detail_, last_class_;
};

}  // namespace assay
