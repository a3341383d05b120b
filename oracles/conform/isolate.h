// Isolation: judging cases in child processes, so that a crash or a hang is one failed case and not a dead run. A child
// takes a batch; when it dies, the case that it was at is marked and a new child takes the rest. Tested by
// isolate_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct IsolateOptions {
  int jobs = 1;
  // Seconds that one case may take.
  double case_seconds = 20;
  // Address space of a child in bytes; 0: no limit. Not applied under sanitizers, which reserve terabytes.
  uint64_t memory_bytes = uint64_t{6} << 30;
  size_t batch = 16;
  // Called in the parent after each case, with how many are done.
  std::function<void(size_t done)> progress;
  // Called there with what came of it, before that; may be empty.
  std::function<void(size_t index, const struct IsolatedResult&)> finished = nullptr;
  // Asked now and then; once it says yes, what is left is not judged.
  std::function<bool()> enough = nullptr;
  // What is known of a case already: it is not run. May be empty.
  std::function<std::optional<struct IsolatedResult>(size_t index)> given = nullptr;
};

struct IsolatedResult {
  // The child finished the case and `text` is what it answered; otherwise `text` says how the child ended.
  bool finished = false;
  // The run was interrupted (interrupt.h), or had enough, before the case was judged.
  bool skipped = false;
  std::string text = {};
};

// What `work` answers for each index below `count`, in order of index. Never fails: a child that cannot be made counts
// as one that died.
std::vector<IsolatedResult> RunIsolated(size_t count, const std::function<std::string(size_t)>& work,
                                        const IsolateOptions& options);

}  // namespace assay
