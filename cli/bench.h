// The parts of `assay bench` that have a file of their own. Tested by cli_test.cc.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/say.h"
#include "fuzzers/bench/rediscovery.h"
#include "ir/support/interrupt.h"

namespace assay {

// bench rediscovery: how soon campaigns find the historical bugs of the faults build.
void AddRediscovery(Command bench, Job& job);
// bench dedup: whether findings of one historical bug land in one bucket.
void AddDedup(Command bench, Job& job);
// bench mutation: which generic faults of the mutation build campaigns see.
void AddMutation(Command bench, Job& job);
// bench contracts: TIR passes on random kernels.
void AddContracts(Command bench, Job& job);
// bench validity: how many generated modules are well-formed and compile.
void AddValidity(Command bench, Job& job);
// bench iteration: how many whole iterations a core does in a second.
void AddIteration(Command bench, Job& job);
// bench places: which kinds generated modules have in which places.
void AddPlaces(Command bench, Job& job);
// bench neighbourhoods: which operators of each pass stand beside which, and how.
void AddNeighbourhoods(Command bench, Job& job);
// bench sweep: what the sweep of campaigns goes through, by operator.
void AddSweep(Command bench, Job& job);
// bench races: whether races between threads are found.
void AddRaces(Command bench, Job& job);
// bench merge: how long a merge of many units takes.
void AddMergeScale(Command bench, Job& job);
// bench code: what of a library's code tests reach that campaigns do not.
void AddCode(Command bench, Job& job);

// What Ctrl-C leaves of a measurement is told like a whole one.
template <class Flags>
int Guarded(int (*measure)(const Flags&), const Flags& flags) {
  InterruptGuard guard;
  int code = measure(flags);
  if (Interrupted()) SayNote("interrupted: the numbers are of what had been measured by then");
  return code;
}

// Historical bugs of these names, in the table's order; all when there is none. Diag kUnsupported in a build without
// faults.
Result<std::vector<PlantedBug>> BugsNamed(const std::vector<std::string>& given);

}  // namespace assay
