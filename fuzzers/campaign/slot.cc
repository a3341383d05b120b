// Starting, reading and reaping one worker (slot.h).
#include "fuzzers/campaign/slot.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/support/exit_with.h"

namespace assay {

bool Slot::Start(const ChildLimits& limits, const std::function<int(int fd)>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  stderr_fd_ = MakeStderrFile();
  shared_.Enter(Phase::kIdle);
  pid_ = fork();
  if (pid_ == 0) {
    ApplyLimits(limits);
    close(ends[0]);
    if (stderr_fd_ >= 0) dup2(stderr_fd_, STDERR_FILENO);
    ExitWith([&] { return work(ends[1]); });
  }
  close(ends[1]);
  if (pid_ < 0) {
    close(ends[0]);
    return false;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  read_fd_ = ends[0];
  reader_ = {};
  killed_for_time_ = false;
  return true;
}

std::optional<Ending> Slot::Reap() {
  int status = 0;
  if (pid_ <= 0 || waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  Pump();
  Ending ending = EndingOf(status, killed_for_time_, stderr_fd_);
  close(read_fd_);
  if (stderr_fd_ >= 0) close(stderr_fd_);
  pid_ = read_fd_ = stderr_fd_ = -1;
  return ending;
}

double Slot::SecondsInPhase() const {
  int64_t since = shared_.since.load();
  return since == 0 ? 0 : Now() - static_cast<double>(since) / 1e9;
}

double Slot::CpuSecondsInPhase() const {
  bool idle = shared_.since.load() == 0;
  return idle ? 0 : CpuSeconds() - static_cast<double>(shared_.cpu_since.load()) / 1e9;
}

void Slot::Kill(bool for_time) {
  if (pid_ <= 0) return;
  killed_for_time_ |= for_time;
  kill(pid_, SIGKILL);
}

}  // namespace assay
