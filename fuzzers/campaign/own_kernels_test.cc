// Cases of TIR passes have kernels that no operator is lowered to, small ones.
#include <gtest/gtest.h>

#include "fuzzers/campaign/case_source.h"
#include "fuzzers/campaign/corpus.h"
#include "generators/modules/dims.h"
#include "ir/walk.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

struct Kernels {
  // Whether one has statements of a kind that operators are never lowered to.
  bool own = false;
  int64_t largest = 0;
};

Kernels KernelsOf(const Module& module) {
  Kernels kernels;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr) continue;
    for (const Buffer* buffer : func->buffers) {
      if (buffer != nullptr) kernels.largest = std::max(kernels.largest, LargestCount(buffer->shape));
    }
    WalkOnce(func->body, [&](const Node* node) {
      kernels.own |= Is<While>(node) || Is<DeclBuffer>(node) || Is<AssertStmt>(node) || Is<Bind>(node) ||
                     Is<MatchBufferRegion>(node) || Is<AllocBuffer>(node);
    });
  }
  return kernels;
}

TEST(OwnKernels, StandInManyCasesOfTirPasses) {
  CampaignOptions options;
  CaseSource source(options);
  int cases = 0, own = 0, small = 0;
  for (uint64_t run = 0; run < 400; ++run) {
    Context ctx;
    Case c = source.Make(ctx, run, Corpus()).c;
    if (c.passes.empty() || !IsTirPass(*c.passes[0].pass)) continue;
    Kernels kernels = KernelsOf(c.module);
    ++cases;
    own += kernels.own ? 1 : 0;
    small += kernels.own && kernels.largest <= 256 ? 1 : 0;
  }
  EXPECT_GE(cases, 60);
  // Others are of the sweep, or begin with a text or with what operators are lowered to.
  EXPECT_GE(own * 10, cases * 3) << own << " of " << cases;
  EXPECT_GE(small * 3, own) << small << " of " << own;
}

}  // namespace
}  // namespace assay
