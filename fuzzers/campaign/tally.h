// Tally: what a campaign counts, added up over workers, and its JSON form (docs/reference/json.md, "fuzz").
// Tested by tally_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "coverage/reach.h"
#include "oracles/core/oracle.h"

namespace assay {

// What became of modules that a move had a part in.
struct MoveTally {
  uint64_t made = 0;
  // Of them, those that reached something first.
  uint64_t kept = 0;
};

// What became of one operator, or family of kernels, of the sweep.
struct SweepTally {
  // Rows that were tried; more than there are where several runs came to one.
  uint64_t tried = 0;
  uint64_t rows = 0;
  // Pairs of levels that stand in some row, and that inference refuses.
  uint64_t covered = 0, refused = 0;

  // What there is stays the same however often it is told.
  void Add(const SweepTally& other);
};

// What people have decided about a finding.
enum class Decision : uint8_t { kNone, kOpen, kKnown, kClosed };

// One finding as reports list it.
struct FindingRecord {
  std::string id;
  std::string oracle;
  std::string pass;
  FindingClass klass;
  std::string signature;
  std::string detail;
  // Oracles that see the same fault in the same case.
  std::vector<std::string> also;
  int reduced_lines = 0;
  // The finding's folder, or empty when nothing is stored.
  std::string path;
  uint64_t run = 0;
  // When it came up, before it was reduced.
  double at_seconds = 0;
  // How often this signature came up.
  uint64_t seen = 1;
  // The bug on file that it is of (known_bugs.h), and where that is reported; empty for one that is not on file.
  std::string known_as;
  std::string upstream;
  // Where that is a case's folder; not stored.
  std::string known_path;
  // Came up in an earlier stretch of this campaign, which was resumed.
  bool earlier = false;
  // The same module did not show it when it was judged once more.
  bool flaky = false;
  // What was decided since, and why; neither is stored with it.
  Decision decision = Decision::kNone;
  std::string note;

  bool known() const { return !known_as.empty(); }
  // What makes a campaign fail.
  bool IsNew() const { return !known() && !earlier; }
  // "known: SLUG (upstream #N)"; empty for one that is not on file.
  std::string KnownLabel() const;
  // Whether one of these oracles sees it, alone or among others.
  bool SeenBy(const std::vector<std::string>& oracles_named) const;
};

// "open", "flaky", "known" or "closed": what was decided counts before what is on file.
std::string_view StatusOf(const FindingRecord& finding);

struct Tally {
  uint64_t runs = 0;
  // Seconds spent in workers generating modules, and how many modules that made.
  double generate_seconds = 0;
  uint64_t generated = 0;
  // What subjects in processes of their own were asked.
  QuestionTallies questions;
  OracleTallies oracles;
  SkipCounts skips;
  // "op dtype shape-class" seen in generated modules.
  std::set<std::string, std::less<>> op_coverage;
  std::map<std::string, PassTally, std::less<>> passes;
  std::map<std::string, MoveTally, std::less<>> moves;
  // Modules from files that came first: "tried", or why they were left out.
  std::map<std::string, uint64_t, std::less<>> seeds;
  // Runs that began with one of the project's own texts.
  uint64_t own_texts = 0;
  // Cases beside those of the runs, at whose passes was only glanced; and those of them at which something looked
  // wrong.
  uint64_t screened = 0, suspicious = 0;
  // By operator, or family of kernels, as far as the sweep came; and how many of these it has.
  std::map<std::string, SweepTally, std::less<>> sweep;
  uint64_t swept_units = 0;
  // Modules that reached something first, in all workers.
  uint64_t kept = 0;
  // What of the subject's code was reached so far, where that is watched; of two, the one in which more was.
  std::optional<ReachSummary> code;
  // How many blocks of it were reached by then, by the number of runs.
  std::map<uint64_t, uint64_t> growth;

  void Add(const CaseReport& report);
  void Add(const Tally& other);
};

// Share of the modules it was given that the pass changed, in percent.
double ChangedPercent(const PassTally& pass);
// What subjects in processes of their own spent in all.
double SubjectSeconds(const Tally& tally);
// What all of these oracles said.
OracleTally Total(const OracleTallies& oracles);
// What the sweep came to in all.
SweepTally Total(const std::map<std::string, SweepTally, std::less<>>& sweep);
// Of those that were asked about the pass.
inline OracleTally Total(const PassTally& pass) { return Total(pass.oracles); }

nlohmann::json TallyToJson(const Tally& tally);
// Whether JSON of a tally says how long things took, and what subjects in processes of their own were asked.
enum class Clocks : uint8_t { kNone, kAll };
// What it looks like (json_shape.h).
nlohmann::json TallyShape(Clocks clocks);
// Of JSON that TallyToJson made, or whose shape was checked.
Tally TallyFromJson(const nlohmann::json& json);
// Of text from elsewhere, which may have more keys: a campaign's report is one. Diag kCorrupt where what stands under
// a tally's key has not its shape.
Result<Tally> ParseTally(std::string_view text, std::string_view place);

// Share of the modules handed to a compiler that it compiled rather than refused, in [0, 1]; 1 when there were none.
// Those that no engine runs do not count.
double CompiledShare(const Tally& tally);
// Those that it refused, by the first reason, and those that no engine runs, by that.
std::map<std::string, uint64_t> NotCompiled(const Tally& tally);
// Skips that are refusals, by reason.
std::map<std::string, uint64_t, std::less<>> Refusals(const Tally& tally);

// The object that `fuzz --json` prints.
nlohmann::json CampaignJson(const Tally& tally, double seconds, const std::vector<FindingRecord>& findings);
nlohmann::json FindingJson(const FindingRecord& finding);

}  // namespace assay
