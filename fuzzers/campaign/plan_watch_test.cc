// A unit of the sweep whose plan ends a worker is left out by those behind it, and the others are swept as before.
#include "fuzzers/campaign/plan_watch.h"

#include <gtest/gtest.h>

#include <memory>

#include "fuzzers/campaign/case_source.h"
#include "ir/context.h"

namespace assay {
namespace {

SweepOptions Two() { return {.ops = {FindOp("add"), FindOp("nn.relu")}, .dtypes = {DType::Float(32)}}; }

TEST(PlanWatch, AUnitThatEndedAWorkerHasNoRows) {
  for (size_t unit : {size_t{0}, size_t{1}}) {
    auto control = std::make_unique<SharedControl>();
    auto shared = std::make_unique<SharedCase>();
    shared->planning.store(static_cast<uint32_t>(unit + 1));
    EXPECT_EQ(LeaveOutPlanned(*control, *shared), unit);
    EXPECT_EQ(LeaveOutPlanned(*control, *shared), std::nullopt) << "it is known by then";
    Sweep all(Two()), rest(Two()), same(Two());
    PlanWatch leaves(*control, *shared, true), keeps(*control, *shared, false);
    rest.SetWatch(&leaves);
    same.SetWatch(&keeps);
    EXPECT_EQ(rest.PlanOf(unit).rows, 0u);
    EXPECT_EQ(rest.PlanOf(1 - unit).rows, all.PlanOf(1 - unit).rows);
    EXPECT_GT(all.steps(), rest.steps());
    EXPECT_EQ(all.steps(), same.steps());
    Context ctx;
    size_t made = 0;
    for (uint64_t step = 0; step < 2; ++step) made += rest.Step(ctx, step) ? 1 : 0;
    EXPECT_EQ(made, 1u);
  }
}

// Tells which unit is planned when.
class Notes final : public SweepWatch {
 public:
  bool MayPlan(size_t) override { return true; }
  void Planning(std::optional<size_t> unit) override { seen.push_back(unit); }
  std::vector<std::optional<size_t>> seen;
};

TEST(PlanWatch, IsToldBeforeAndAfterEachPlan) {
  Sweep sweep(Two());
  Notes notes;
  sweep.SetWatch(&notes);
  sweep.PlanOf(1);
  sweep.PlanOf(1);
  sweep.PlanOf(0);
  EXPECT_EQ(notes.seen, (std::vector<std::optional<size_t>>{1, std::nullopt, 0, std::nullopt}));
}

// To find them anew, the parent of a worker that is gone would have to plan what that did not survive.
TEST(PlanWatch, SeedsOfInputsAreKnownWithoutThePlan) {
  CampaignOptions options;
  options.generate.ops = {"add", "nn.relu"};
  options.passes_per_case = 1;
  CaseSource source(options), told(options);
  auto shared = std::make_unique<SharedCase>();
  Notes notes;
  told.WatchSweep(notes);
  for (uint64_t run = 0; run < 16; ++run) {
    const std::vector<uint64_t> seeds = source.InputSeeds(run);
    shared->SetInputSeeds(seeds);
    told.KnowInputSeeds(run, shared->InputSeeds());
    EXPECT_EQ(told.InputSeeds(run), seeds) << run;
  }
  EXPECT_TRUE(notes.seen.empty());
}

}  // namespace
}  // namespace assay
