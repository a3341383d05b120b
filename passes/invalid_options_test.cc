// Every pass with options that it does not take, on a graph and on what the build makes of it: values of another kind
// are refused by name, nothing ends the process, and what is taken gives a well-formed module. Modules stay as they
// were.
#include "passes/invalid_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/support/byte_source.h"
#include "passes/options.h"
#include "passes/test_graphs.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

struct Counts {
  size_t refused = 0, taken = 0;
};

class InvalidOptionsTest : public testing::Test {
 protected:
  // Options that fit the module, where the pass cannot run without.
  PassOptions DrawnFor(const PassSpec& pass, const Module& module) {
    std::mt19937_64 random(7);
    std::vector<uint8_t> noise(4096);
    for (uint8_t& byte : noise) byte = static_cast<uint8_t>(random());
    ByteSource bytes(noise);
    PassCall call{&pass, {}};
    return DrawOptions(ctx, module, bytes, call) ? call.options : PassOptions{};
  }

  void Try(const PassSpec& pass, const Module& module, const InvalidOptions& invalid) {
    SCOPED_TRACE(std::string(pass.name) + " " + invalid.name);
    uint64_t before = StructuralHash(module);
    PassContext pass_ctx(ctx);
    auto result = RunPass(pass_ctx, {&pass, invalid.options}, module);
    EXPECT_EQ(StructuralHash(module), before);
    if (!result.ok()) {
      bool own = result.error().kind == DiagKind::kIllFormed;
      EXPECT_FALSE(own) << result.error().message;
      EXPECT_EQ(WrongWordsOf(result.error(), invalid), "");
      ++counts[invalid.certain].refused;
      return;
    }
    EXPECT_FALSE(invalid.certain) << "taken";
    DiagSink sink;
    CheckWellFormed(ctx, *result, sink);
    EXPECT_TRUE(sink.ok());
    ++counts[invalid.certain].taken;
  }

  Context ctx;
  Counts counts[2];
};

TEST_F(InvalidOptionsTest, AreRefusedByNameAndLeaveTheModule) {
  Module graph = ChainModule(ctx, 3, MakeInt(ctx, 2));
  PassContext pass_ctx(ctx);
  auto lowered = RunPass(pass_ctx, {FindPass("LegalizeOps"), {}}, graph);
  ASSERT_TRUE(lowered.ok());
  for (const PassSpec* pass : AllRelaxAndTirPasses()) {
    for (const Module& module : {graph, *lowered}) {
      for (const InvalidOptions& invalid : InvalidOptionsOf(ctx, *pass, DrawnFor(*pass, module)))
        Try(*pass, module, invalid);
    }
  }
  EXPECT_GT(counts[true].refused, 300u);
  EXPECT_EQ(counts[true].taken, 0u);
  EXPECT_GT(counts[false].refused, 100u);
  EXPECT_GT(counts[false].taken, 100u);
}

TEST_F(InvalidOptionsTest, WordsThatNameAnotherThingAreSeen) {
  InvalidOptions certain{.options = {}, .name = "order", .certain = true}, open{.options = {}, .name = "order"};
  auto said = [](DiagKind kind, std::string message) { return Diag{kind, {}, std::move(message), "", {}}; };
  EXPECT_EQ(WrongWordsOf(said(DiagKind::kBadArgument, "invalid option 'order': …"), certain), "");
  EXPECT_EQ(WrongWordsOf(said(DiagKind::kBadArgument, "expected a variable"), certain), "expected a variable");
  EXPECT_EQ(WrongWordsOf(said(DiagKind::kBadArgument, "expected a variable"), open), "");
  EXPECT_EQ(WrongWordsOf(said(DiagKind::kPassOrder, "run LegalizeOps first"), certain), "");
}

}  // namespace
}  // namespace assay
