// Launches of threads as loops, for engines that run no threads, as compilers of work groups for processors have it:
// what threads do from one barrier to the next becomes a loop over all threads of a block, what each of them keeps
// across a barrier lies in memory beside that of the others, and exchanges and reductions are done for all of them at
// once. Rules: docs/semantics.md, "Threads of a GPU". Tested by launch_loops_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module with each launch that loops over its threads could not stand for as it is: those where threads meet, and
// those that need threads (ir/tir/threads.h). A launch that cannot be written so stays: it holds blocks; its extents
// are not known; threads meet where it is not certain that all of them come, or within a condition; memory of a thread
// is reached by its pointer.
Module WithLaunchesAsLoops(Context& ctx, const Module& module);

}  // namespace assay
