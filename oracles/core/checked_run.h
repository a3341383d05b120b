// Runs that look for all undefined behaviour, also for what the engines give a result to and other compilers need not
// (docs/semantics.md). Tested by oracles_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ir/module.h"
#include "oracles/core/subject.h"
#include "vm/reference/tir_eval.h"

namespace assay {

// On the reference interpreter of kernels, which traps at overflow, races, undeclared and aliased accesses, unless it
// is asked for less; with the threads of launches in the order that is asked for. Refused where the module does not
// build or a kernel is beyond that engine.
Outcome RunChecked(Context& ctx, const Module& module, const std::string& entry, std::span<const Value> inputs,
                   const Budget& budget, const TirOptions& options = {.checks = TirChecks::kAll});

// Whether a kernel has threads that wait for each other, or keep memory of their own where loops would share it: what
// machine code refuses, and launches run one thread after the other do not stand for.
bool HasThreadsThatMeet(const Module& module);
// What the threads of such an outcome did to each other: a race, a barrier that some miss, or a read of what another
// one has yet to write. Null: nothing.
const Trap* OfThreads(const Outcome& outcome);
// The same of a run in which that is looked for; nothing where no kernel binds threads.
std::optional<Trap> TrapOfThreads(Context& ctx, const Module& module, const std::string& entry,
                                  std::span<const Value> inputs, const Budget& budget);

// The trap of such a run, where the subject need not tell of it: what its program gives then is no wrong result.
std::optional<Trap> UntoldTrap(Context& ctx, const Subject& subject, const Module& module, const std::string& entry,
                               std::span<const Value> inputs, const Budget& budget);

}  // namespace assay
