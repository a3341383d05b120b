// RunJobs: one piece of work in several processes at once, each of which sends what it has to say. Tested by
// jobs_test.cc.
#pragma once

#include <cstddef>
#include <functional>

#include <nlohmann/json.hpp>

#include "fuzzers/process/channel.h"
#include "ir/support/result.h"

namespace assay {

// `work(job, fd)` in a child process for each job in [0, jobs), with messages to `fd` (channel.h) handed to `hear`, and
// an exit code as its result. Diag kEnvironment when a process cannot be started, or ends otherwise than by 0; the
// others end with it.
Status RunJobs(size_t jobs, const std::function<int(size_t job, int fd)>& work,
               const std::function<void(size_t job, const nlohmann::json& message)>& hear);

}  // namespace assay
