// Loops that are bound to threads of a device, as they stand in one launch: the outermost one and what is inside.
// LiftThreadBinding and UnifyThreadBinding make one loop of those with one tag, which changes the order of what
// happens; they do so where no two threads access an element that one of them writes. Tested through these passes.
#pragma once

#include <functional>
#include <string>

#include "passes/rewrite/refusing_mutator.h"

namespace assay {

// Loops with one tag.
struct ThreadTag {
  Name name;
  std::vector<const For*> loops;
  // The loop in whose body they become one loop; null: around all of the launch.
  const For* place = nullptr;
};
// A loop of a launch, with the loops around it, itself included.
struct ThreadLoop {
  const For* loop = nullptr;
  std::vector<const For*> path;
};
// Says where each tag's loop goes: sets `place`.
using PlaceThreads = void (*)(const std::vector<ThreadLoop>& loops, std::vector<ThreadTag>& tags);

// Applies it to every launch of each kernel. What stays as it is gets a note.
Result<Module> MoveThreads(PassContext& pass_ctx, const Module& module, std::string_view pass, PlaceThreads place);

}  // namespace assay
