// What a worker makes of the blocks of the subject's code that its cases reach (worker.h): by counts alone, so that a
// seed stays a seed.
#include <algorithm>
#include <bit>

#include "fuzzers/campaign/worker.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

// A module is kept for so many blocks that it reached first; more say no more of it.
constexpr size_t kMostFeatures = 16;
// So many passes join a case, drawn from those that reached most.
constexpr size_t kPreferred = 4, kDrawnFrom = 16;
// One that was asked about so often, and reached nothing new in all of them, leaves every other case.
constexpr uint64_t kEnough = 24;
constexpr std::string_view kApplied = "apply ";

// For some of the runs: the first ones, and then four between one power of two and the next.
bool IsToBeCounted(uint64_t run) {
  uint64_t number = run + 1;
  uint64_t step = std::bit_floor(number) / 4;
  return step == 0 || number % step == 0;
}

// New blocks for each question; one that was never asked about comes first.
double Yield(const QuestionTally& tally) {
  return static_cast<double>(tally.blocks + 1) / static_cast<double>(tally.asked + 1);
}

}  // namespace

void Worker::Watch(int slot) {
  options_.reach->UseSlot(slot);
  // That this can be done was tried before; where it can no more, the campaign goes on without.
  if (options_.reach->whose() == WhoseCode::kThisProgram) (void)options_.reach->WatchThisProcess().ok();
}

void Worker::BeginWatching() {
  if (options_.steer) options_.reach->TakeNew(0);
}

Reached Worker::BlocksAsFeatures() {
  Reached features;
  for (uint32_t block : options_.reach->TakeNew(kMostFeatures))
    features.push_back(static_cast<uint32_t>(HashCombine(HashText("block"), block)));
  return features;
}

void Worker::CountReached(uint64_t run) {
  if (options_.reach != nullptr && IsToBeCounted(run)) tally_.growth[run + 1] = options_.reach->Found();
}

void Worker::PreferPasses(Context& ctx, uint64_t run, Case& c) {
  // What is drawn is the run's, what is drawn from what came before.
  uint64_t drawn = HashCombine(HashText("preferred passes"), HashCombine(options_.seed, run));
  if (drawn % 2 == 0) {
    std::erase_if(c.passes, [&](const PassCall& call) {
      auto found = reached_by_.find(call.pass->name);
      return found != reached_by_.end() && found->second.asked >= kEnough && found->second.blocks == 0;
    });
  }
  std::vector<PassCall> others = source_.Others(ctx, run, c, SIZE_MAX);
  auto yield = [&](const PassCall& call) {
    auto found = reached_by_.find(call.pass->name);
    return found == reached_by_.end() ? 1.0 : Yield(found->second);
  };
  std::ranges::sort(others, {}, [&](const PassCall& call) { return std::pair(-yield(call), call.pass->name); });
  for (size_t i = 0; i < kPreferred && !others.empty(); ++i) {
    size_t which = HashCombine(drawn, i) % std::min(kDrawnFrom, others.size());
    c.passes.push_back(std::move(others[which]));
    others.erase(others.begin() + static_cast<ptrdiff_t>(which));
  }
}

void Worker::NoteReached(const QuestionTallies& asked) {
  for (const auto& [kind, question] : asked) {
    if (!kind.starts_with(kApplied)) continue;
    QuestionTally& sum = reached_by_[kind.substr(kApplied.size())];
    sum.asked += question.asked;
    sum.blocks += question.blocks;
  }
}

}  // namespace assay
