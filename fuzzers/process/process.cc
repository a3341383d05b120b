// Child processes with limits (process.h).
#include "fuzzers/process/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <new>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "ir/support/check.h"
#include "ir/support/clock.h"
#include "ir/support/exit_with.h"
#include "ir/support/file.h"
#include "ir/support/sanitized.h"
#include "oracles/core/normalized_message.h"

namespace assay {
namespace {

constexpr off_t kTailBytes = 8192;

[[noreturn]] void OutOfMemory() { _exit(kOutOfMemoryExit); }

}  // namespace

FindingClass Ending::Class() const {
  if (how == "timeout") return FindingClass::kHang;
  if (how != "exit") return {FindingClass::kSignal, static_cast<uint8_t>(code)};
  return code == kOutOfMemoryExit ? FindingClass(FindingClass::kOutOfMemory)
                                  : FindingClass(FindingClass::kExit, static_cast<uint8_t>(code));
}

std::string Ending::BrokenPromise() const {
  size_t at = said.find(kBrokenPromise);
  if (at == std::string::npos) return "";
  std::string_view promise = std::string_view(said).substr(at);
  size_t condition = promise.find(": ");
  return NormalizedMessage(
      promise.substr(0, condition == std::string_view::npos ? condition : promise.find(": ", condition + 2)));
}

void KillTree(pid_t process) {
  std::vector<pid_t> tree{process};
  for (size_t i = 0; i < tree.size(); ++i) {
    // Children come and go while this is read; what was missed is met when the caller asks again.
    Result<std::string> children = ReadFile(fmt::format("/proc/{0}/task/{0}/children", tree[i]));
    std::istringstream list(children.ok() ? *children : "");
    for (pid_t child = 0; list >> child;) tree.push_back(child);
  }
  // Children before their parents.
  for (size_t i = tree.size(); i-- > 0;) kill(tree[i], SIGKILL);
}

double CpuSecondsOf(pid_t child) {
  clockid_t clock{};
  timespec spent{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &spent) != 0) return 0;
  return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

double CpuSecondsOfReaped() {
  rusage usage{};
  if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double CpuSecondsHere() { return CpuSecondsOf(getpid()) + CpuSecondsOfReaped(); }

void ApplyLimits(const ChildLimits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Sent to all processes of a terminal or a service, they ask the parent to end.
  for (int asks_to_end : {SIGINT, SIGTERM, SIGHUP}) signal(asks_to_end, SIG_IGN);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (limits.memory_bytes != 0 && !kSanitized) {
    rlimit memory{limits.memory_bytes, limits.memory_bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
  std::set_new_handler(OutOfMemory);
  // Where the machine runs out of memory, the kernel is to end a child and not the parent.
  if (int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); fd >= 0) {
    static_cast<void>(!write(fd, "500", 3));
    close(fd);
  }
}

int MakeStderrFile() { return memfd_create("assay-stderr", MFD_CLOEXEC); }

std::string TailOf(int fd) {
  off_t size = lseek(fd, 0, SEEK_END);
  off_t from = std::max<off_t>(0, size - kTailBytes);
  std::string text(static_cast<size_t>(size - from), '\0');
  ssize_t count = pread(fd, text.data(), text.size(), from);
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, count)));
  return text;
}

Ending EndingOf(int status, bool killed_for_time, int stderr_fd) {
  Ending ending;
  ending.said = stderr_fd < 0 ? "" : TailOf(stderr_fd);
  ending.how = killed_for_time ? "timeout" : WIFSIGNALED(status) ? "signal" : "exit";
  ending.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return ending;
}

Ending RunInChild(const ChildLimits& limits, const std::function<int()>& work) {
  int stderr_fd = MakeStderrFile();
  pid_t child = fork();
  if (child == 0) {
    ApplyLimits(limits);
    dup2(stderr_fd, STDERR_FILENO);
    ExitWith(work);
  }
  if (child < 0) {
    close(stderr_fd);
    return {"exit", 127, std::strerror(errno)};
  }
  double deadline = Now() + limits.seconds;
  int status = 0;
  bool killed = false;
  for (int wait_us = 50; waitpid(child, &status, WNOHANG) == 0; wait_us = std::min(wait_us * 2, 2000)) {
    if (limits.seconds > 0 && !killed && Now() > deadline) {
      killed = true;
      kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(wait_us));
  }
  Ending ending = EndingOf(status, killed, stderr_fd);
  close(stderr_fd);
  return ending;
}

}  // namespace assay
