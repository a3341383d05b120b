// fuzz --since REVISION: which passes the changes of a checkout touch, by the files that git names: those of a pass's
// own name, and those whose text has its name in quotes, as TVM registers passes and as assay's tables have them.
// Tested by since_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/support/result.h"
#include "oracles/core/subject.h"
#include "passes/pass.h"

namespace assay {

struct ChangedFile {
  std::string path;
  // As it stands in the checkout; empty for one that is gone.
  std::string text;
};

// Of the checkout around the current folder: what differs from the revision, changes that are not committed among it.
// Diag kBadArgument where git knows no such revision, or there is no checkout.
Result<std::vector<ChangedFile>> ChangedSince(const std::string& revision);

// Of these names of passes those that a file touches, in their order.
std::vector<std::string> PassesTouched(const std::vector<ChangedFile>& files, const std::vector<std::string>& passes);

// Those that the subject has; a note says which. None, with another note, where no file is of a pass.
Result<std::vector<PassCall>> PassesSince(const Subject& subject, const std::string& revision);

}  // namespace assay
