// UnifyThreadBinding: each launch of threads becomes a nest of one loop for each tag around all that the threads do.
// Tested by testdata/unify_thread_binding.
#include "passes/analysis/thread_loops.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

void AroundAll(const std::vector<ThreadLoop>&, std::vector<ThreadTag>& tags) {
  for (ThreadTag& tag : tags) tag.place = nullptr;
}

Result<Module> RunUnifyThreadBinding(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MoveThreads(pass_ctx, module, "UnifyThreadBinding", AroundAll);
}

}  // namespace

const PassSpec tir_pass::kUnifyThreadBinding = {
    .name = "UnifyThreadBinding",
    .doc = "makes one loop of the loops that are bound to one kind of threads, around all that they do",
    .changes = Alters({Facet::kKernels}),
    .run = RunUnifyThreadBinding,
    .about_threads = true,
};

}  // namespace assay
