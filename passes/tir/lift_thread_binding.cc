// LiftThreadBinding: loops that are bound to one kind of threads become one in the innermost loop that they all are in.
// Tested by testdata/lift_thread_binding.
#include <algorithm>

#include "passes/analysis/thread_loops.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

void InCommonLoop(const std::vector<ThreadLoop>& loops, std::vector<ThreadTag>& tags) {
  for (ThreadTag& tag : tags) {
    std::vector<const For*> common;
    for (const ThreadLoop& one : loops) {
      if (one.loop->thread_binding->thread_tag != tag.name) continue;
      if (common.empty()) common = one.path;
      auto [a, b] = std::ranges::mismatch(common, one.path);
      common.erase(a, common.end());
    }
    tag.place = common.empty() ? nullptr : common.back();
  }
  // The longest names are innermost, as in TVM: threads in blocks.
  std::ranges::sort(tags, {}, [](const ThreadTag& tag) { return std::pair(tag.name.text().size(), tag.name.text()); });
}

Result<Module> RunLiftThreadBinding(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MoveThreads(pass_ctx, module, "LiftThreadBinding", InCommonLoop);
}

}  // namespace

const PassSpec tir_pass::kLiftThreadBinding = {
    .name = "LiftThreadBinding",
    .doc = "makes one loop of the loops that are bound to one kind of threads, in the innermost loop around them",
    .changes = Alters({Facet::kKernels}),
    .run = RunLiftThreadBinding,
    .about_threads = true,
};

}  // namespace assay
