// What compiled Relax functions and their host share: the state of a run that code reads at fixed offsets, and the functions
// that code calls. Plain data, no LLVM. Tested by compiled_vm_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vm/bytecode/image.h"
#include "vm/llvm/frame.h"

namespace assay {

// What a compiled function returns. kEnded: the host knows how.
enum class RelaxCode : int32_t { kDone = 0, kEnded = 1, kOutOfBudget = 2 };

struct RelaxRun {
  // Counted down before each instruction, as Meter::Step does.
  int64_t* steps = nullptr;
  // RelaxPlan::fixed as values.
  const Value* fixed = nullptr;
  // Where code puts the arguments of the call that it is about to make: RelaxPlan::most_args of them.
  const Value** args = nullptr;
};

// `registers` are the function's own, the arguments first. After kDone the host has the result.
using RelaxEntry = int32_t (*)(RelaxRun* run, Value* registers);

// What the host must know of compiled functions.
struct RelaxPlan {
  // Indices of the functions in the image, and their symbols.
  std::vector<int32_t> functions;
  std::vector<std::string> symbols;
  // Arguments that are no registers, each once.
  std::vector<VmArg> fixed;
  size_t most_args = 0;
};

// The host's functions, all on the run of the caller; `pc` is the instruction in the image, for the place of a trap.
// relax_call(run, function, arguments, register or null, pc) -> RelaxCode: any callee.
// relax_enter(run, function, arguments, pc) -> registers of a function that the code then calls itself; null: kEnded.
// relax_take(run, register): the result of that function.
// relax_test(run, register, pc) -> 0 or 1; 2: kEnded.
// relax_return(run, register, pc) -> RelaxCode: leaves the function.
// relax_kill(run, register)
std::span<const RuntimeSymbol> RelaxSymbols();

}  // namespace assay
