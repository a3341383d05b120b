// What the oracles that compare results share.
#pragma once

#include "oracles/core/pass_oracles.h"

namespace assay {

// A program that reads, or gives back, what nothing wrote, whose symbolic shapes turn out not to fit, or whose function
// gives back what its type does not say, has no result to compare; interpreters see that, machine code does not.
bool IsUndefined(const Outcome& outcome);

// The reference interpreter saw the module read a tensor under its old name that call_tir_inplace has overwritten.
bool ReadsOverwritten(const Outcome& outcome);

// Where an extent comes out negative nothing can be allocated; the types may say so beforehand.
bool MeetsNegativeExtent(const Outcome& outcome);

// What a run's fault says without what changes from module to module.
FindingFacts FactsOfRun(const Outcome& got, const Subject& subject);

// To the reference every operator makes a value of its own: what is overwritten too early shows where views share
// storage.
bool OverwritesArguments(const ModuleRef& module, OracleContext& oc);

// How the result for one set of inputs comes out of a program.
using CallProgram = std::function<Outcome(const ProgramRef&, std::span<const Value>)>;

// Builds `module` as `how` says and runs it on each set of inputs against the reference of the case's own module; by
// `call` when the case's entry function is not simply called; of inputs, of no more than the first `most`. Skip when
// the reference has no value to compare with, or the subject refuses.
Verdict CompareRunsWithReference(const OracleSpec& oracle, const PassCall* pass, const ModuleRef& module,
                                 const BuildOptions& how, OracleContext& oc, const CallProgram& call = {},
                                 size_t most = SIZE_MAX);

}  // namespace assay
