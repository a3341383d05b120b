// Which bug on file a case shows that fails outside of a campaign: a stored case, or one of a suite. As in campaigns it
// is told by the signature; of wrong results on a module that nobody has reduced, by whether they go away with the
// operators of the bug. Tested by known_failure_test.cc.
#pragma once

#include "fuzzers/campaign/known_bugs.h"

namespace assay {

// nullptr: none. `budget` is what each run may use.
const KnownBug* KnownFailure(Context& ctx, Subject& subject, const KnownBugs& known, const Case& c,
                             const Finding& finding, const Budget& budget);

}  // namespace assay
