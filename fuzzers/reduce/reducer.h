// Reducer: the module that is being reduced, and the one way to propose a smaller one. Tested by reduce_test.cc.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "fuzzers/reduce/lookahead.h"
#include "fuzzers/reduce/reduce.h"

namespace assay {

class Reducer {
 public:
  Reducer(Context& context, const Module& input, std::string_view entry_name, std::vector<PassCall> calls,
          const ReducePredicate& shows, const ReduceBudget& limits);

  ReduceResult Run();
  // Takes what it was shrunk to in place of `module` when that is well-formed and still shows the finding.
  bool Try(const Module& shrunk);
  bool TryPasses(std::vector<PassCall> candidate);
  bool Spent() const;

  Context& ctx;
  Module module;
  std::string entry;
  std::vector<PassCall> passes;
  int tried = 0;
  int kept = 0;

 private:
  const ReducePredicate& predicate_;
  const ReduceBudget& budget_;
  double deadline_;
  Lookahead lookahead_;
  // What the module was so far.
  std::set<uint64_t> taken_;
};

// Delta debugging over `count` parts: proposes to keep subsets, halves first, then single parts. `keep(flags)` builds
// and tries the candidate and says whether it was taken; the parts that are left then are `count_now()`.
template <class TryDrop, class CountNow>
void DropParts(const Reducer& reducer, TryDrop&& try_drop, CountNow&& count_now) {
  for (size_t chunk = count_now(); chunk >= 1; chunk /= 2) {
    for (size_t start = 0; start < count_now() && !reducer.Spent();) {
      size_t end = std::min(start + chunk, count_now());
      // What follows moves into the place of what was dropped.
      if (!try_drop(start, end)) start = end;
    }
  }
}

}  // namespace assay
