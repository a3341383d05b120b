// A launch that was a schedule, loops over threads around blocks, becomes one whose threads run at once, as it is where
// threads meet (docs/semantics.md, "Threads of a GPU"). Tested through LowerCrossThreadReduction.
#pragma once

#include <unordered_set>

#include "ir/builder.h"
#include "ir/support/result.h"

namespace assay {

// Whether the statement binds an axis that tells the threads of a block apart.
bool BindsThread(const Stmt* s);
// Whether each thread has such memory for itself.
bool IsOfOneThread(const Buffer& buffer);
// The condition, and that the loop is in its first iteration.
const Expr* AndFirst(Context& ctx, const Expr* condition, const For* loop);

// Blocks that stand in no loop over an axis of threads which other blocks of the launch stand in are run by one thread
// of it, where they write what threads share; barriers stand between statements that see what other threads wrote.
// `made`: sequences whose parts need no barrier between them, and the last of them, a block, is what writes. Diag
// kCannotLower where an axis has several extents, or where not all threads would come to a barrier.
Result<const Stmt*> AsThreads(Context& ctx, const Stmt* launch, const std::unordered_set<const Stmt*>& made);

}  // namespace assay
