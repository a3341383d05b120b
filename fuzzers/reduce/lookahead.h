// Lookahead: several processes at one reduction. While a candidate is judged, forked copies of the process go on as if
// it had been turned down, which is what becomes of most, and judge the next ones. Tested by lookahead_test.cc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>

namespace assay {

class Lookahead {
 public:
  // One job: nobody looks ahead.
  explicit Lookahead(int jobs);
  ~Lookahead() { Stop(); }
  Lookahead(const Lookahead&) = delete;
  Lookahead& operator=(const Lookahead&) = delete;

  // What `judge` says. It must be deterministic, and may run in another process; `key` tells candidates apart.
  bool Ask(uint64_t key, const std::function<bool()>& judge);
  // Ends a process that has looked ahead of all candidates; to be called where the reduction ends.
  void End() const;

 private:
  struct Answer {
    uint64_t number = 0;
    uint64_t key = 0;
    bool shows = false;
  };

  void Start(int ahead);
  bool Known(uint64_t key, bool& shows);
  // Answers that wait are no use any more.
  void Stop();
  [[noreturn]] void Report(uint64_t key, bool shows) const;

  int jobs_;
  // How many questions have been asked, here or ahead.
  uint64_t asked_ = 0;
  // In a process that looks ahead: how many more may.
  int ahead_ = -1;
  // Those that look ahead, a process group, and where they answer.
  pid_t group_ = -1;
  int answers_ = -1;
  std::map<uint64_t, Answer> known_;
};

}  // namespace assay
