// Bait that is written as text: whatever is filled in, each is read, well-formed, and reads back as it is written.
#include "generators/modules/bait_text.h"

#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/pass.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

void ExpectSound(std::string_view pass, uint64_t seed) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(seed);
  std::string text = BaitModule(pass, bytes);
  Result<Module> module = ParseModule(ctx, "bait", text);
  ASSERT_TRUE(module.ok()) << pass << ": " << module.error().message << "\n" << text;
  DiagSink sink;
  CheckWellFormed(ctx, *module, sink);
  EXPECT_TRUE(sink.ok()) << pass << ": " << sink.diags()[0].message << "\n" << text;
  Result<Module> again = ParseModule(ctx, "again", PrintModule(*module));
  ASSERT_TRUE(again.ok()) << PrintModule(*module);
  EXPECT_TRUE(Equal(*module, *again)) << PrintModule(*module);
}

TEST(BaitText, IsReadWellFormedAndWrittenBack) {
  size_t with_bait = 0;
  for (const PassSpec* pass : AllRelaxAndTirPasses()) {
    if (!HasBaitText(pass->name)) continue;
    ++with_bait;
    for (uint64_t seed = 0; seed < 40; ++seed) ExpectSound(pass->name, seed);
  }
  EXPECT_GT(with_bait, 15u);
  for (const PassSpec* pass : TargetPasses()) {
    ASSERT_TRUE(HasBaitText(pass->name)) << pass->name;
    for (uint64_t seed = 0; seed < 200; ++seed) ExpectSound(pass->name, seed);
  }
}

TEST(BaitText, IsThereForNoOtherPass) {
  ByteSource bytes = ByteSource::FromSeed(1);
  EXPECT_FALSE(HasBaitText("NoSuchPass"));
  EXPECT_EQ(BaitText("NoSuchPass", bytes), "");
}

}  // namespace
}  // namespace assay
