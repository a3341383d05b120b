// Aspects of operators, found where a crash does no harm.
#pragma once

namespace assay {

// A campaign's cases go by what operators are like, which is found by lowering samples of all rows; one that does not
// survive this is like what its fields say. Where that is not known yet, it is found in children.
void FindAspectsInChildren();

}  // namespace assay
