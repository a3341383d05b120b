// Slot: one worker's place in a campaign, as the parent sees it: the child, its pipe, its shared case, and how long it
// may take. Tested by campaign_test.cc.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>

#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/shared_case.h"
#include "fuzzers/process/channel.h"
#include "fuzzers/process/process.h"

namespace assay {

class Slot {
 public:
  explicit Slot(SharedCase& shared) : shared_(shared) {}
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  // Starts a child that does `work(fd)` under the limits. False when the machine refuses.
  bool Start(const ChildLimits& limits, const std::function<int(int fd)>& work);
  bool running() const { return pid_ > 0; }
  // For poll; -1 when not running.
  int fd() const { return read_fd_; }
  // Reads what has come in.
  void Pump() { reader_.Fill(read_fd_); }
  std::optional<nlohmann::json> Next() { return reader_.Next(); }
  // How the child ended, once it has; everything that it sent can then be read.
  std::optional<Ending> Reap();
  double CpuSeconds() const { return running() ? CpuSecondsOf(pid_) : 0; }
  // Seconds that the child has spent in its current phase.
  double SecondsInPhase() const;
  double CpuSecondsInPhase() const;
  void Kill(bool for_time);

  SharedCase& shared() { return shared_; }
  const SharedCase& shared() const { return shared_; }

  // The finding that is being reduced, in case the child does not come back.
  std::optional<FindingMessage> pending;
  // A crash is being reduced here.
  bool reducing_crash = false;

 private:
  SharedCase& shared_;
  pid_t pid_ = -1;
  int read_fd_ = -1;
  int stderr_fd_ = -1;
  bool killed_for_time_ = false;
  MessageReader reader_;
};

}  // namespace assay
