#include "oracles/conform/isolate.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "ir/support/clock.h"
#include "ir/support/exit_with.h"
#include "ir/support/interrupt.h"
#include "ir/support/sanitized.h"

namespace assay {
namespace {

constexpr int kOutOfMemoryExit = 86;

struct FrameHeader {
  uint64_t index = 0;
  uint64_t bytes = 0;
};

bool WriteAll(int fd, const void* data, size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    ssize_t count = write(fd, at, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

void LimitSelf(const IsolateOptions& options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (options.memory_bytes != 0 && !kSanitized) {
    rlimit memory{options.memory_bytes, options.memory_bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
  std::set_new_handler([] { _exit(kOutOfMemoryExit); });
}

// The last line of what a child said on standard error, for the reason of its death.
std::string LastLine(int fd) {
  off_t size = lseek(fd, 0, SEEK_END);
  char buffer[400] = {};
  size_t wanted = std::min<size_t>(sizeof(buffer), static_cast<size_t>(std::max<off_t>(size, 0)));
  ssize_t count = pread(fd, buffer, wanted, size - static_cast<off_t>(wanted));
  std::string text(buffer, static_cast<size_t>(std::max<ssize_t>(count, 0)));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

std::string HowItEnded(int status, bool killed, const std::string& said) {
  std::string how;
  if (killed) {
    how = "out of time";
  } else if (WIFSIGNALED(status)) {
    how = fmt::format("crashed with SIG{}", sigabbrev_np(WTERMSIG(status)));
  } else if (WEXITSTATUS(status) == kOutOfMemoryExit) {
    how = "out of memory";
  } else {
    how = fmt::format("ended with exit code {}", WEXITSTATUS(status));
  }
  return said.empty() ? how : fmt::format("{}: {}", how, said);
}

// One child and what it still has to do: indices [next, end).
struct Child {
  pid_t pid = -1;
  int pipe = -1;
  int errors = -1;
  size_t next = 0;
  size_t end = 0;
  double deadline = 0;
  std::string buffer;
};

class Pool {
 public:
  Pool(size_t count, const std::function<std::string(size_t)>& work, const IsolateOptions& options)
      : work_(work), options_(options), results_(count) {}

  std::vector<IsolatedResult> Run() {
    while (done_ < results_.size() && !Ends()) {
      while (children_.size() < static_cast<size_t>(std::max(options_.jobs, 1)) && next_ < results_.size()) {
        size_t end = std::min(next_ + std::max<size_t>(options_.batch, 1), results_.size());
        Start(next_, end);
        next_ = end;
      }
      Wait();
    }
    GiveUp();
    return std::move(results_);
  }

 private:
  void Start(size_t begin, size_t end) {
    int ends[2];
    Child child{.next = begin, .end = end, .deadline = Now() + options_.case_seconds, .buffer = {}};
    child.errors = memfd_create("errors", MFD_CLOEXEC);
    if (child.errors < 0 || pipe2(ends, O_CLOEXEC) != 0) return Lost(child, "no more file descriptors");
    child.pid = fork();
    if (child.pid == 0) ExitWith([&] { return Serve(ends[1], child); });
    close(ends[1]);
    child.pipe = ends[0];
    if (child.pid < 0) return Lost(child, "no more processes");
    children_.push_back(std::move(child));
  }

  // The child's exit code.
  int Serve(int out, const Child& child) {
    LimitSelf(options_);
    dup2(child.errors, STDERR_FILENO);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    for (size_t i = child.next; i < child.end; ++i) {
      std::string text = work_(i);
      FrameHeader header{i, text.size()};
      if (!WriteAll(out, &header, sizeof(header)) || !WriteAll(out, text.data(), text.size())) return 1;
    }
    return 0;
  }

  // Nothing of the batch can be run.
  void Lost(const Child& child, std::string_view why) {
    for (size_t i = child.next; i < child.end; ++i) Finish(i, {.text = std::string(why)});
    if (child.pipe >= 0) close(child.pipe);
    if (child.errors >= 0) close(child.errors);
  }

  bool Ends() const { return Interrupted() || (options_.enough && options_.enough()); }

  // What has not been judged by then stays so.
  void GiveUp() {
    for (Child& child : children_) {
      kill(child.pid, SIGKILL);
      while (waitpid(child.pid, nullptr, 0) < 0 && errno == EINTR) {
      }
      close(child.pipe);
      close(child.errors);
      Skip(child.next, child.end);
    }
    children_.clear();
    Skip(next_, results_.size());
  }
  void Skip(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) results_[i] = {.finished = false, .skipped = true, .text = "not judged"};
  }

  void Finish(size_t index, IsolatedResult result) {
    results_[index] = std::move(result);
    ++done_;
    if (options_.finished) options_.finished(index, results_[index]);
    if (options_.progress) options_.progress(done_);
  }

  void Wait() {
    std::vector<pollfd> polled;
    double first = Now() + 3600;
    for (const Child& child : children_) {
      polled.push_back({child.pipe, POLLIN, 0});
      first = std::min(first, child.deadline);
    }
    // A signal may come just before the wait for the children begins.
    constexpr double kMostWait = 0.2;
    int timeout = static_cast<int>(std::clamp(first - Now(), 0.0, kMostWait) * 1000) + 1;
    poll(polled.data(), polled.size(), timeout);
    std::vector<Child> waiting = std::move(children_);
    children_.clear();
    for (size_t i = 0; i < waiting.size(); ++i) {
      bool late = Now() >= waiting[i].deadline;
      bool open = polled[i].revents == 0 || Receive(waiting[i]);
      if (open && !late) {
        children_.push_back(std::move(waiting[i]));
      } else {
        Reap(waiting[i], open);
      }
    }
  }

  // Takes what the pipe holds; false at its end.
  bool Receive(Child& child) {
    char chunk[1 << 16];
    ssize_t count = read(child.pipe, chunk, sizeof(chunk));
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) return false;
    child.buffer.append(chunk, static_cast<size_t>(count));
    FrameHeader header;
    while (child.buffer.size() >= sizeof(header)) {
      std::memcpy(&header, child.buffer.data(), sizeof(header));
      if (child.buffer.size() - sizeof(header) < header.bytes) break;
      Finish(child.next++, {.finished = true, .text = child.buffer.substr(sizeof(header), header.bytes)});
      child.buffer.erase(0, sizeof(header) + header.bytes);
      child.deadline = Now() + options_.case_seconds;
    }
    return true;
  }

  // `kill_first`: the child is still there and its time is over.
  void Reap(Child& child, bool kill_first) {
    if (kill_first) kill(child.pid, SIGKILL);
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (child.next < child.end) Finish(child.next++, {.text = HowItEnded(status, kill_first, LastLine(child.errors))});
    close(child.pipe);
    close(child.errors);
    if (child.next < child.end) Start(child.next, child.end);
  }

  const std::function<std::string(size_t)>& work_;
  const IsolateOptions& options_;
  std::vector<IsolatedResult> results_;
  std::vector<Child> children_;
  size_t next_ = 0;
  size_t done_ = 0;
};

}  // namespace

std::vector<IsolatedResult> RunIsolated(size_t count, const std::function<std::string(size_t)>& work,
                                        const IsolateOptions& options) {
  if (!options.given) return Pool(count, work, options).Run();
  std::vector<IsolatedResult> all(count);
  std::vector<size_t> left;
  for (size_t i = 0; i < count; ++i) {
    if (std::optional<IsolatedResult> one = options.given(i))
      all[i] = *std::move(one);
    else
      left.push_back(i);
  }
  IsolateOptions of_left = options;
  if (options.finished)
    of_left.finished = [&](size_t i, const IsolatedResult& result) { options.finished(left[i], result); };
  std::vector<IsolatedResult> done = Pool(left.size(), [&](size_t i) { return work(left[i]); }, of_left).Run();
  for (size_t i = 0; i < left.size(); ++i) all[left[i]] = std::move(done[i]);
  return all;
}

}  // namespace assay
