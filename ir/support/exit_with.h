// The end of a forked child. Tested by process_test.cc of fuzzers/campaign.
#pragma once

#include <functional>

namespace assay {

// Ends this process with what `work` returns. An exception ends it here, by SIGABRT: unwinding into the parent's
// frames, of which a child has a copy, would have it write the parent's files.
[[noreturn]] void ExitWith(const std::function<int()>& work) noexcept;

}  // namespace assay
