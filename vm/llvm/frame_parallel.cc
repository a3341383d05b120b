// Parallel loops: threads run ranges of the iterations, each on a budget of its own, and what they did is put together
// in order, so that a run ends where it would end in order: by the first iteration that traps, or that takes more than
// is left.
#include <algorithm>
#include <memory>

#include "vm/llvm/fault.h"
#include "vm/llvm/thread_pool.h"

namespace assay {
namespace {

// More ranges than threads, since not all iterations take the same time.
constexpr int64_t kRangesOfAThread = 4;

}  // namespace

FrameRun::FrameRun(const FrameRun& around, Meter& meter)
    : meter_(meter), memories_(around.memories_.size()), poison_(around.poison_) {
  steps = meter.steps();
  for (size_t i = 0; i < memories_.size(); ++i) memories_[i].paid = around.memories_[i].paid;
}

KernelCode FrameRun::Append(const FrameRun& iterations, int64_t steps, KernelCode code) {
  meter_.EndAs(iterations.meter_);
  if (!meter_.Step(steps)) return KernelCode::kOutOfBudget;
  for (size_t i = 0; i < memories_.size(); ++i) {
    int64_t growth = std::max<int64_t>(iterations.memories_[i].paid - memories_[i].paid, 0);
    if (!meter_.Allocate(growth)) return KernelCode::kOutOfBudget;
    allocated_ += growth;
    memories_[i].paid += growth;
  }
  site = iterations.site;
  std::ranges::copy(iterations.notes, notes);
  fault_ = iterations.fault_;
  return fault_ ? KernelCode::kFault : code;
}

KernelCode FrameRun::InParallel(KernelEntry iterations, const void* around, int64_t count) {
  const auto* taken = static_cast<const TensorArgument*>(around);
  if (pool_ == nullptr || count < 2) {
    const int64_t all[] = {0, count};
    return static_cast<KernelCode>(iterations(taken, all, this, 0));
  }
  struct Part {
    Part(const FrameRun& outer, const Budget& budget) : meter(budget), run(outer, meter) {}
    Meter meter;
    FrameRun run;
    int32_t code = 0;
  };
  const Budget left = meter_.left();
  int64_t ranges = std::min(count, kRangesOfAThread * static_cast<int64_t>(pool_->threads()));
  std::vector<std::unique_ptr<Part>> parts(static_cast<size_t>(ranges));
  for (std::unique_ptr<Part>& part : parts) part.reset(new Part(*this, left));
  pool_->Run(parts.size(), [&](size_t i) {
    Part& part = *parts[i];
    auto number = static_cast<int64_t>(i);
    // The first ranges take one more iteration, where they are not all alike.
    auto begin = [&](int64_t range) { return count / ranges * range + std::min(range, count % ranges); };
    const int64_t range[] = {begin(number), begin(number + 1)};
    std::optional<CaughtSignal> fault = CallCompiled({iterations, taken, range, &part.run, 0}, &part.code);
    if (fault) part.run.NoteFault(*fault);
  });
  for (const std::unique_ptr<Part>& part : parts) {
    KernelCode code = Append(part->run, left.steps - part->meter.left().steps, static_cast<KernelCode>(part->code));
    if (code != KernelCode::kDone) return code;
  }
  return KernelCode::kDone;
}

}  // namespace assay
