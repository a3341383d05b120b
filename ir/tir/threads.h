// Which statements bind threads of a GPU, and which launches need threads to be run right. A launch is the outermost
// statement that binds an axis of threads. Tested by threads_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/tir/node.h"

namespace assay {

class Context;

// Threads of one warp, x counted first.
inline constexpr int64_t kWarpThreads = 32;

// The axes that name a thread of a launch, in this order. A virtual thread is a loop.
inline constexpr size_t kThreadAxes = 6;
// Those before it are of blocks.
inline constexpr size_t kFirstThreadAxis = 3;
inline constexpr std::string_view kThreadAxisNames[kThreadAxes] = {"blockIdx.x",  "blockIdx.y",  "blockIdx.z",
                                                                   "threadIdx.x", "threadIdx.y", "threadIdx.z"};

// What a statement binds, by its tag; null for one that binds none.
const IterVar* ThreadOf(const Stmt* s);
// Which axis; nothing for other tags.
std::optional<size_t> ThreadAxisOf(const Stmt* s);

// The loop that a virtual thread is; null for a statement that binds none.
const For* VirtualThreadAsLoop(Context& ctx, const Stmt* s);

// Whether the threads of a block, or of a warp, have such memory together; they have no other that a launch allocates.
bool IsSharedByThreads(const Buffer& buffer);

// Whether loops over the threads of the launch, one after the other, would give another result than threads do: an axis
// is bound again inside of itself, or two loops of one axis use memory that each thread has for itself, which in loops
// the last thread leaves to all. Not so where blocks stand: they are a schedule, which is loops.
bool NeedsThreads(const Stmt* launch);
// The first launch in a statement that does; null for none.
const Stmt* FindLaunchThatNeedsThreads(const Stmt* s);

}  // namespace assay
