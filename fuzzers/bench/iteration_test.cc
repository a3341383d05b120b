// Iterations: what each asks, and what is counted of one worker and of two.
#include "fuzzers/bench/iteration.h"

#include <gtest/gtest.h>

#include "ir/equal.h"

namespace assay {
namespace {

TEST(IterationTest, AsksTheCoreOfEachAndAllOfOneInSoMany) {
  IterationOptions options;
  options.all_one_in = 4;
  options.generate.bindings = 3;
  Tally tally;
  for (uint64_t number = 1; number <= 32; ++number) Iterate(options, number, tally);
  EXPECT_EQ(tally.runs, 32u);
  EXPECT_EQ(tally.oracles["interpreted_equals_compiled"].agree + tally.oracles["interpreted_equals_compiled"].skip,
            32u);
  EXPECT_EQ(tally.oracles["optimisation_levels"].agree + tally.oracles["optimisation_levels"].skip, 8u);
  // The module itself, and what passes change of it.
  EXPECT_GE(tally.oracles["round_trip"].agree, 32u);
  EXPECT_GT(tally.passes.size(), 20u);
  EXPECT_EQ(Total(tally.oracles).finding, 0u);
  EXPECT_GT(UsefulPercent(tally), 90);
}

TEST(IterationTest, PassesTakeTurns) {
  Context ctx;
  GenOptions generate;
  generate.bindings = 3;
  Case one = IterationCase(ctx, generate, 4, 1, 1), next = IterationCase(ctx, generate, 4, 2, 2);
  ASSERT_FALSE(one.passes.empty());
  for (const PassCall& call : next.passes) EXPECT_NE(call.pass, one.passes[0].pass);
  EXPECT_EQ(one.inputs.size(), 2u);
}

TEST(IterationTest, TakesOnlyTheModulesThatGenNumbersSo) {
  GenOptions generate;
  generate.bindings = 3;
  generate.exact = true;
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(CaseSeed(7, 3));
  Module made = Generate(ctx, bytes, generate);
  Case first = IterationCase(ctx, generate, 4, 1, CaseSeed(7, 3)),
       second = IterationCase(ctx, generate, 4, 2, CaseSeed(7, 3));
  EXPECT_TRUE(Equal(first.module, made));
  EXPECT_TRUE(Equal(second.module, made));
  EXPECT_NE(first.passes[0].pass, second.passes[0].pass);

  IterationOptions options{.generate = generate, .all_one_in = 0, .seed = 7, .only = {3, 5}};
  Tally tally;
  for (uint64_t number = 0; number < 4; ++number) Iterate(options, number, tally);
  EXPECT_EQ(tally.runs, 4u);
}

TEST(IterationTest, TwoWorkersAreCountedBesideOne) {
  IterationOptions options;
  options.seconds = 0.5;
  options.jobs = 2;
  options.generate.bindings = 3;
  Result<IterationResult> result = MeasureIterations(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_TRUE(result->together.has_value());
  EXPECT_GT(result->alone.tally.runs, 0u);
  EXPECT_GT(result->together->tally.runs, 0u);
  EXPECT_GT(result->together->cpu_seconds, 0);
  nlohmann::json json = IterationJson(*result);
  EXPECT_EQ(json["iterations"], result->alone.tally.runs);
  EXPECT_EQ(json["together"]["iterations"], result->together->tally.runs);
  EXPECT_GT(json["scaling"].get<double>(), 0);
}

}  // namespace
}  // namespace assay
