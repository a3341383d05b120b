// Several processes at one piece of work (jobs.h).
#include "fuzzers/process/jobs.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fuzzers/campaign/slot.h"

namespace assay {
namespace {

constexpr useconds_t kPollMicroseconds = 20'000;

Diag Failed(std::string why) { return {DiagKind::kEnvironment, {}, std::move(why), "", {}}; }

}  // namespace

Status RunJobs(size_t jobs, const std::function<int(size_t job, int fd)>& work,
               const std::function<void(size_t job, const nlohmann::json& message)>& hear) {
  std::vector<std::unique_ptr<Slot>> slots;
  auto kill_all = [&] {
    for (auto& slot : slots) slot->Kill(false);
  };
  for (size_t job = 0; job < jobs; ++job) {
    auto* shared = static_cast<SharedCase*>(MapShared(sizeof(SharedCase)));
    if (shared != nullptr) slots.push_back(std::make_unique<Slot>(*shared));
    if (shared != nullptr && slots.back()->Start({}, [&](int fd) { return work(job, fd); })) continue;
    kill_all();
    return Failed(shared == nullptr ? "no memory to share with other processes" : "cannot start a process");
  }
  for (bool running = true; running; usleep(kPollMicroseconds)) {
    running = false;
    for (size_t job = 0; job < jobs; ++job) {
      Slot& slot = *slots[job];
      if (!slot.running()) continue;
      slot.Pump();
      std::optional<Ending> ending = slot.Reap();
      while (std::optional<nlohmann::json> message = slot.Next()) hear(job, *message);
      running |= !ending;
      if (!ending || ending->clean()) continue;
      kill_all();
      return Failed(fmt::format("a process ended by {}; it said: {}", ending->Word(), ending->said));
    }
  }
  return Done{};
}

}  // namespace assay
