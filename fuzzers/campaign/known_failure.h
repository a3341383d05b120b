// Which bug on file a case shows that fails outside of a campaign: a stored case, or one of a suite. As in campaigns it
// is told by the signature; of wrong results on a module that nobody has reduced, by whether they go away with the
// operators of the bug. Tested by known_failure_test.cc.
#pragma once

#include <functional>
#include <span>

#include "fuzzers/campaign/known_bugs.h"

namespace assay {

// Whether a module, the case's own or one without some operators, shows wrong results of the bug's kind.
using ShowsResults = std::function<bool(const Case& c, const Module& module, const KnownBug& bug)>;

// The question of campaigns, replay and conform: wrong results that go away without the operators of a bug are of that
// bug. Where several bugs meet, the operators of each go in turn, and what is left in `c` is the case without those
// that are not all of it. nullptr: none.
const KnownBug* KnownByResults(Context& ctx, std::span<const KnownBug* const> bugs, Case& c, const ShowsResults& shows);

// nullptr: none. `budget` is what each run may use.
const KnownBug* KnownFailure(Context& ctx, Subject& subject, const KnownBugs& known, const Case& c,
                             const Finding& finding, const Budget& budget);

}  // namespace assay
