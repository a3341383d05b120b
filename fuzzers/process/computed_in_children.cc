#include "fuzzers/process/computed_in_children.h"

#include <sys/resource.h>

#include "fuzzers/process/process.h"
#include "fuzzers/process/shared_array.h"

namespace assay {
namespace {

// Of the processor, for all that one child computes.
constexpr rlim_t kMostCpuSeconds = 20;

}  // namespace

std::vector<uint64_t> ComputedInChildren(size_t count, FunctionRef<uint64_t(size_t)> compute,
                                         FunctionRef<uint64_t(size_t)> otherwise) {
  // The results, and how many there are.
  SharedArray<uint64_t> shared(count + 1);
  uint64_t& done = shared[count];
  while (done < count) {
    (void)RunInChild({}, [&] {
      const rlimit limit{kMostCpuSeconds, kMostCpuSeconds};
      setrlimit(RLIMIT_CPU, &limit);
      for (; done < count; ++done) shared[done] = compute(done);
      return 0;
    });
    if (done < count) {
      shared[done] = otherwise(done);
      ++done;
    }
  }
  return {shared.begin(), shared.begin() + count};
}

}  // namespace assay
