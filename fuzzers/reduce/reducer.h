// Reducer: the module that is being reduced, and the one way to propose a smaller one. Tested by reduce_test.cc.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fuzzers/reduce/lookahead.h"
#include "fuzzers/reduce/reduce.h"
#include "generators/moves/move.h"

namespace assay {

class Reducer {
 public:
  Reducer(Context& context, const Module& input, std::string_view entry_name, std::vector<PassCall> calls,
          const ReducePredicate& shows, const ReduceBudget& limits);

  ReduceResult Run();
  // Takes what it was shrunk to in place of `module` when that is smaller, well-formed and still shows the finding.
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
  // Tries what the move proposes, halves of its places first.
  void Walk(const MoveSpec& move);

  const ReducePredicate& predicate_;
  const ReduceBudget& budget_;
  double deadline_;
  Lookahead lookahead_;
  size_t weight_;
  // What did not show the finding, under the passes as they are.
  std::set<uint64_t> refused_;
};

// Delta debugging over the `count_now()` parts that there are: all of them first, then halves, down to single ones.
// `try_drop(start, end)` makes the candidate without these and says whether it was taken.
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

// pass_shrinks.cc: fewer passes, and fewer instructions of traces.
void DropPasses(Reducer& r);
void DropInstructions(Reducer& r);

}  // namespace assay
