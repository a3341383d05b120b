// Merge: the folders of many units become one campaign. It is a union: of findings by signature, of which the least
// representative stays (unit_book.h), of corpus entries by what they reach (corpus_union.h), of units by what they say
// of each case (unit_copies.h); counters stay with their unit and are summed when they are read. So the order of
// merges, how often a unit comes, and whether merges are merged in turn change nothing. Index and reports are made anew
// each time. Tested by merge_test.cc; `assay bench merge` measures it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/tally.h"
#include "fuzzers/units/summary.h"
#include "fuzzers/units/unit_copies.h"
#include "ir/support/result.h"

namespace assay {

struct MergeResult {
  CampaignIdentity campaign;
  // Units of which something new came, and those of which nothing did.
  size_t taken = 0, had = 0;
  // Why, with the folder's name, of each that was refused; the others are merged.
  std::vector<std::string> refused;
  // Entries of corpora that are no modules.
  size_t left_out = 0;
  // Of the whole of `out` by now.
  size_t units = 0, whole = 0, corpus = 0;
  Tally tally;
  std::vector<FindingRecord> findings;
  std::vector<CopiesDiffer> differing;
  bool interrupted = false;
};

// The case of a unit once more, before anything was judged: module, passes, inputs. Nothing where it cannot be made.
using MakeCaseAgain = std::function<std::optional<FindingMessage>(const UnitSummary& unit, uint64_t run)>;

// `out` is missing, empty, or a merge. `inputs` are folders of units, merges, and folders of these. Diag kBadArgument
// for another `out`, kEnvironment where `out` cannot be written. An input that is not there or holds no unit is
// refused. Where copies of a unit part, the finding has the module that `again` makes.
Result<MergeResult> Merge(const std::string& out, const std::vector<std::string>& inputs,
                          const MakeCaseAgain& again = {});

// Whether the folder is one that a merge made.
bool IsMerge(const std::string& folder);

}  // namespace assay
