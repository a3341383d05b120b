// Sampled options of FuseOpsByPattern: they read, and often enough describe something of the module.
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "passes/fuse/pattern_sample.h"
#include "passes/pass_names.h"
#include "passes/test_graphs.h"

namespace assay {
namespace {

TEST(PatternSampleTest, MostSamplesMatchTheirModule) {
  int changed = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Context ctx;
    Module module = ChainModule(ctx, 6, MakeInt(ctx, 2));
    ByteSource bytes = ByteSource::FromSeed(seed);
    PassCall call{&kFuseOpsByPattern, {}};
    ASSERT_TRUE(SamplePatterns(ctx, module, bytes, call.options));
    PassContext pass_ctx(ctx);
    auto fused = RunPass(pass_ctx, call, module);
    // Patterns that are not closed may describe what cannot be one function.
    if (!fused.ok()) {
      EXPECT_EQ(fused.error().message, "groups of bindings need each other's results");
      continue;
    }
    changed += Equal(*fused, module) ? 0 : 1;
  }
  EXPECT_GE(changed, 20);
}

}  // namespace
}  // namespace assay
