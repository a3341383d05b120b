// Snapshot: the corpus that the runs of a unit move on from: the entries of a folder's corpus/, each by the digest of
// its text, as a merge leaves them. Tested by run_unit_test.cc.
#pragma once

#include <string>

#include "fuzzers/campaign/corpus.h"
#include "ir/support/result.h"

namespace assay {

struct Snapshot {
  Corpus corpus;
  // Of all entries' names; empty where there is no snapshot.
  std::string digest;
  // Files that are no entries, with why.
  std::vector<std::string> left_out;
};

// An empty name: nothing. Diag kIo for a folder that has no corpus/, or that cannot be read.
Result<Snapshot> LoadSnapshot(const std::string& folder);

// An entry's text that is what its name says: DIGEST.py.
Status CheckCorpusName(const std::string& path, std::string_view text);

}  // namespace assay
