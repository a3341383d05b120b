// Campaign: many cases in worker processes, each with memory and time limits. A case stands in shared memory before it
// runs, so that a crash or kill -9 loses nothing and becomes a finding. Findings are reduced, deduplicated by signature
// and stored atomically. Run r of seed s is the same case whatever the number of jobs, except for those runs that move
// on from what their worker's corpus holds. Tested by campaign_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "coverage/reach.h"
#include "fuzzers/campaign/tally.h"
#include "generators/modules/generate.h"
#include "oracles/core/oracle.h"

namespace assay {

using SubjectFactory = std::function<std::unique_ptr<Subject>(Context&)>;

struct CampaignOptions {
  // As the user named it; `make_subject` makes it (native when empty).
  std::string subject = "native";
  SubjectFactory make_subject;
  // What it compiles for, for the records; empty: what it compiles for anyway.
  std::string target;
  // Another one to compare with, by name; what it shows, too, is no finding. Empty: none.
  std::string against;
  SubjectFactory make_against;
  // Empty: all.
  std::vector<const OracleSpec*> oracles;
  // Empty: all passes that take no options. Option values must outlive the campaign.
  std::vector<PassCall> passes;
  // What every case's PassContext holds; beside it, keys that its passes read are drawn. Values must outlive the
  // campaign.
  PassOptions config;
  // What passes are drawn from when `passes` is empty; empty: all of them.
  std::vector<const PassSpec*> offered;
  // How many passes one case is tried with, drawn from `passes`.
  int passes_per_case = 4;
  // Oracles judge what these passes make, and neither the module nor the subject's build (OracleSettings).
  bool passes_only = false;
  GenOptions generate;
  // Whether some runs are made by moves from modules that reached something new; never with `ops` or `dtypes`, which
  // moves know nothing of.
  bool evolve = true;
  // What counts which blocks of the subject's code are reached; null: nobody does.
  std::shared_ptr<Reach> reach;
  // Whether modules that reach a block first count as those that reach something else first, and passes are preferred
  // that reached many for the questions that they took.
  bool steer = false;
  // Whether baits are laid (generators/modules/bait.h, bait_text.h).
  bool baits = true;
  // Whether some runs begin with one of the project's own texts (own_texts.h); never with `ops` or `dtypes`.
  bool own_texts = true;
  // For another compiler, which is given text: without the texts that its bugs are on file with, and modules are as
  // their texts read back.
  bool elsewhere = false;
  // One run in so many is a row of the table of operators, dtypes, values, extents and attributes (generators/sweep),
  // until that is through, and fewer of the first thousand; 0: none.
  uint64_t sweep_one_in = 2;
  // Only rows that TVM 0.26 reads from text, and that it defines.
  bool sweep_readable = false;
  // TVMScript files (or folders of them), tried first.
  std::vector<std::string> seed_files;
  // Names of faults, for the records; the caller has switched them on.
  std::vector<std::string> faults;

  uint64_t seed = 1;
  // 0: no limit. The campaign ends at whichever limit comes first.
  uint64_t runs = 0;
  double seconds = 0;
  // `seconds`, and when findings came up, are of the workers' processors, each worker's share: what other processes
  // take of the machine does not count. So are `reduce_seconds` then; `case_seconds` are for the native subject anyway.
  bool cpu_seconds = false;
  int jobs = 1;
  double case_seconds = 20;
  // Address space of one worker in bytes; not applied under sanitizers, which need all of it.
  uint64_t memory_bytes = uint64_t{6} << 30;
  double reduce_seconds = 10;
  int reduce_tries = 20'000;
  // A case and its finding are the same wherever and beside whatever others they are worked on: reductions and
  // attribution end by `reduce_tries` alone, no oracle looks at a clock, and runs move on from a corpus that stays as
  // it is. For units (fuzzers/units).
  bool by_steps = false;
  // Findings of one oracle, pass, class and cause that a worker reduces, and crashes of one pass and class; more are
  // counted.
  int reductions_per_kind = 4;
  // Ends at the first finding that is new.
  bool stop_at_finding = false;
  // Of these oracles; of any when empty.
  std::vector<std::string> stop_oracles;
  // Puts what is planted into what is tested, and takes it out. Where it is given, a finding that shows without is
  // none.
  std::function<void(bool planted)> plant;
  // Ends when so many have come in, each counted as often as it did; 0: no limit.
  uint64_t most_findings = 0;

  // Where findings and reports go; empty: nowhere. Missing or an empty folder, or with `resume` one that a campaign
  // made.
  std::string out;
  bool resume = false;
  // Campaigns' folders, regressions, and folders of these: findings of what is on file there are known (known_bugs.h).
  std::vector<std::string> known;
  // The oracles and passes as the user wrote them, for a stretch that goes on.
  std::vector<std::string> oracles_asked, passes_asked;
  // Who, what and when, for the records: written into the index, shown by reports.
  std::vector<std::pair<std::string, std::string>> facts;
  bool quiet = false;
  // Told of the seed files that cannot be tried, and why, before the first run; a pipe is read once.
  std::function<void(const std::vector<std::string>&)> tell_unread = {};
};

struct CampaignResult {
  Tally tally;
  double seconds = 0;
  std::vector<FindingRecord> findings;
  // Of earlier stretches of the campaign, which was resumed.
  uint64_t runs_before = 0;
  // Ended by SIGINT, SIGTERM or SIGHUP; everything found so far is stored.
  bool interrupted = false;
};

// Diag kBadArgument for a wrong folder (usage), kEnvironment for what the machine refuses.
Result<CampaignResult> RunCampaign(const CampaignOptions& options);

}  // namespace assay
