// Walks the table of TIR passes: rows are complete and can be found by name; on kernels of operators results are
// well-formed, passes that say so are idempotent, and inputs keep their structural hash.
#include "passes/tir/tir_passes.h"

#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/support/byte_source.h"
#include "passes/test_graphs.h"

namespace assay {
namespace {

TEST(TirPassesTest, RowsAreComplete) {
  for (const PassSpec* pass : TirPasses()) {
    EXPECT_TRUE(Complete(*pass)) << pass->name;
    EXPECT_EQ(FindPass(pass->name), pass) << "two rows are called " << pass->name;
  }
}

TEST(TirPassesTest, EachOnKernelsOfOperators) {
  Context ctx;
  PassContext pass_ctx(ctx);
  Module graph = ChainModule(ctx, 6, MakeVar(ctx, "n", DType::Int(64)));
  Result<Module> module =
      RunSequential(pass_ctx, *ParsePassList(ctx, "LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR"), graph);
  ASSERT_TRUE(module.ok()) << module.error().message;
  uint64_t before = StructuralHash(*module);
  for (const PassSpec* pass : TirPasses()) {
    PassCall call{pass, {}};
    auto once = RunPass(pass_ctx, call, *module);
    ByteSource bytes = ByteSource::FromSeed(1);
    // Some must be told something.
    bool asks = !once.ok() && once.error().kind == DiagKind::kBadArgument && pass->sample_options != nullptr;
    if (asks && pass->sample_options(ctx, *module, bytes, call.options)) once = RunPass(pass_ctx, call, *module);
    EXPECT_EQ(StructuralHash(*module), before) << pass->name << " changed its input";
    if (!once.ok()) {
      EXPECT_EQ(once.error().kind, DiagKind::kCannotLower) << pass->name << ": " << once.error().message;
      continue;
    }
    if (!pass->idempotent) continue;
    auto twice = RunPass(pass_ctx, call, *once);
    ASSERT_TRUE(twice.ok()) << pass->name << ": " << twice.error().message;
    auto difference = FirstDifference(*once, *twice);
    EXPECT_FALSE(difference.has_value()) << pass->name << " at " << difference->path;
  }
}

}  // namespace
}  // namespace assay
