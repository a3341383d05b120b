// The loop over shrinks until none is taken (reduce.h, reducer.h).
#include "fuzzers/reduce/reduce.h"

#include "fuzzers/process/process.h"
#include "fuzzers/reduce/reducer.h"
#include "fuzzers/reduce/retype.h"
#include "fuzzers/reduce/shrinks.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/support/interrupt.h"
#include "ir/walk.h"

namespace assay {
namespace {

double Seconds(const ReduceBudget& budget) { return budget.cpu_seconds ? CpuSecondsHere() : Now(); }

}  // namespace

size_t ModuleSize(const Module& module) {
  size_t size = 0;
  for (const ModuleEntry& entry : module.entries) {
    size += 1;
    WalkOnce(entry.func, [&](const Node*) { ++size; }, Types::kInclude);
    if (const AttrDict* attrs = AttrsOf(entry.func)) size += attrs->keys.size();
  }
  return size + (module.attrs == nullptr ? 0 : 1) + module.global_infos.size();
}

Reducer::Reducer(Context& context, const Module& input, std::string_view entry_name, std::vector<PassCall> calls,
                 const ReducePredicate& shows, const ReduceBudget& limits)
    : ctx(context),
      module(input),
      entry(entry_name),
      passes(std::move(calls)),
      predicate_(shows),
      budget_(limits),
      deadline_(Seconds(limits) + limits.seconds),
      lookahead_(limits.jobs) {}

bool Reducer::Spent() const { return tried >= budget_.tries || Seconds(budget_) >= deadline_ || Interrupted(); }

bool Reducer::Try(const Module& shrunk) {
  if (Spent()) return false;
  Module candidate = WithResultsKnown(ctx, shrunk);
  // Ill-formed candidates cost no try: the predicate never sees them. Nor does one that it was before: two shrinks may undo each other.
  uint64_t hash = StructuralHash(candidate);
  if (taken_.contains(hash) || !IsWellFormed(ctx, candidate)) return false;
  ++tried;
  if (!lookahead_.Ask(hash, [&] { return predicate_(candidate, passes); })) return false;
  module = candidate;
  taken_.insert(hash);
  ++kept;
  return true;
}

bool Reducer::TryPasses(std::vector<PassCall> candidate) {
  if (Spent()) return false;
  ++tried;
  if (!lookahead_.Ask(candidate.size(), [&] { return predicate_(module, candidate); })) return false;
  passes = std::move(candidate);
  ++kept;
  return true;
}

ReduceResult Reducer::Run() {
  taken_ = {StructuralHash(module)};
  ReduceResult result{module, passes, 1, 0, "the input does not show it", false};
  if (!predicate_(module, passes)) {
    // What the predicate asks may have been ended with this process.
    if (Interrupted()) result.why = "interrupted";
    return result;
  }
  bool again = true;
  while (again && !Spent()) {
    int before = kept;
    for (const ShrinkSpec& shrink : AllShrinks()) shrink.run(*this);
    again = kept != before;
  }
  lookahead_.End();
  result = {module, passes, tried, kept, "nothing smaller shows it", true};
  if (Seconds(budget_) >= deadline_) result.why = "out of time";
  if (tried >= budget_.tries) result.why = "out of tries";
  if (Interrupted()) result.why = "interrupted";
  return result;
}

ReduceResult Reduce(Context& ctx, const Module& module, std::string_view entry, std::vector<PassCall> passes,
                    const ReducePredicate& predicate, const ReduceBudget& budget) {
  return Reducer(ctx, module, entry, std::move(passes), predicate, budget).Run();
}

}  // namespace assay
