// Forking ahead and collecting answers (lookahead.h).
#include "fuzzers/reduce/lookahead.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace assay {

Lookahead::Lookahead(int jobs) : jobs_(jobs) {
  // Those that look furthest ahead are children of children, and are to be waited for as well.
  if (jobs > 1) prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void Lookahead::Report(uint64_t key, bool shows) const {
  Answer answer{asked_, key, shows};
  // Smaller than a pipe writes at once. A reader that is gone wants no answer.
  _exit(write(answers_, &answer, sizeof answer) == sizeof answer ? 0 : 1);
}

void Lookahead::End() const {
  if (ahead_ >= 0) _exit(0);
}

// Forks a process that goes on as if the question at hand had been answered by no.
void Lookahead::Start(int ahead) {
  pid_t pid = fork();
  if (pid == 0) {
    if (group_ < 0) setpgid(0, 0);
    group_ = group_ < 0 ? getpid() : group_;
    ahead_ = ahead - 1;
    known_.clear();
    return;
  }
  if (pid > 0 && group_ < 0) {
    // Both do, since nobody knows who comes first.
    setpgid(pid, pid);
    group_ = pid;
  }
}

void Lookahead::Stop() {
  if (ahead_ >= 0) return;
  if (group_ >= 0) {
    kill(-group_, SIGKILL);
    while (waitpid(-group_, nullptr, 0) >= 0 || errno == EINTR) {
    }
  }
  if (answers_ >= 0) close(answers_);
  group_ = answers_ = -1;
  known_.clear();
}

bool Lookahead::Known(uint64_t key, bool& shows) {
  if (group_ < 0) return false;
  while (!known_.contains(asked_)) {
    Answer answer;
    ssize_t got = read(answers_, &answer, sizeof answer);
    if (got < 0 && errno == EINTR) continue;
    // Nobody is left to answer.
    if (got != sizeof answer) break;
    known_[answer.number] = answer;
  }
  auto found = known_.find(asked_);
  if (found == known_.end() || found->second.key != key) return false;
  shows = found->second.shows;
  return true;
}

bool Lookahead::Ask(uint64_t key, const std::function<bool()>& judge) {
  ++asked_;
  bool shows = false;
  if (ahead_ >= 0) {
    if (ahead_ > 0) {
      int before = ahead_;
      Start(ahead_);
      if (ahead_ != before) return false;
    }
    Report(key, judge());
  }
  if (jobs_ <= 1) return judge();
  if (!Known(key, shows)) {
    Stop();
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return judge();
    answers_ = ends[1];
    Start(jobs_ - 1);
    if (ahead_ >= 0) {
      close(ends[0]);
      return false;
    }
    close(ends[1]);
    answers_ = ends[0];
    shows = judge();
  }
  if (shows) Stop();
  return shows;
}

}  // namespace assay
