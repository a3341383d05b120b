// What compiled Relax functions and their host share: the state of a run that code reads at fixed offsets, and the
// functions that code calls. Plain data, no LLVM. Tested by compiled_vm_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vm/bytecode/image.h"
#include "vm/llvm/frame.h"

namespace assay {

struct RelaxRun {
  // RelaxPlan::fixed as values.
  const Value* fixed = nullptr;
  // Where code puts the arguments of the call that it is about to make: RelaxPlan::most_args of them.
  const Value** args = nullptr;
};

// `registers` are the function's own, the arguments first. True: the run goes on, and the host has the result. False:
// the run has ended, and the host knows how.
using RelaxEntry = bool (*)(RelaxRun* run, Value* registers);

// What the host must know of compiled functions.
struct RelaxPlan {
  // Indices of the functions in the image, and their symbols.
  std::vector<int32_t> functions;
  std::vector<std::string> symbols;
  // Arguments that are no registers, each once.
  std::vector<VmArg> fixed;
  size_t most_args = 0;
};

// The host's functions, on the run of the caller, one for each instruction, whose step they take first; `pc` is its
// place in the image. False, or null: the run has ended. bool relax_call(run, function, arguments, register or null,
// pc): any callee. Value* relax_enter(run, function, arguments, pc): the registers of a function, which the code then
// calls itself; void relax_take(run, register): its result. bool relax_kill(run, register) bool relax_goto(run) i32
// relax_test(run, register, pc): 0, 1, or 2 when the run has ended. bool relax_return(run, register, pc): leaves the
// function.
std::span<const RuntimeSymbol> RelaxSymbols();

}  // namespace assay
