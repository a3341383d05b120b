#include "vm/llvm/needed_passes.h"

#include <llvm/Pass.h>

#include <algorithm>
#include <array>
#include <memory>

namespace assay {
namespace {

// By the names that LLVM 19 gives them; another name is needed.
constexpr std::array kNeedless = std::to_array<std::string_view>({
    // Intrinsics, types and attributes that kernels do not use.
    "Expand large div/rem",
    "Expand large fp convert",
    "Expand Atomic instructions",
    "Lower AMX intrinsics",
    "Lower AMX type for load/store",
    "Lower constant intrinsics",
    "Expand vector predication intrinsics",
    "Scalarize Masked Memory Intrinsics",
    "Expand indirectbr instructions",
    "Prepare callbr",
    "Fast Tile Register Preconfigure",
    "Fast Tile Register Configure",
    "X86 Lower Tile Copy",
    // Nothing is thrown, nor collected.
    "Lower Garbage Collection Instructions",
    "Shadow Stack GC Lowering",
    "Analyze Machine Code For Garbage Collection",
    "Exception handling preparation",
    "Contiguously Lay Out Funclets",
    "Fixup Statepoint Caller Saved",
    "StackMap Liveness Analysis",
    // Hardening and instrumentation that nobody asks for.
    "Instrument function entry/exit with calls to e.g. mcount() (post inlining)",
    "Safe Stack instrumentation pass",
    "Insert stack protectors",
    "X86 speculative load hardening",
    "X86 Speculative Execution Side Effect Suppression",
    "X86 Load Value Injection (LVI) Ret-Hardening",
    "X86 Indirect Thunks",
    "X86 Return Thunks",
    "X86 Indirect Branch Tracking",
    "Insert KCFI indirect call checks",
    "Insert fentry calls",
    "Insert XRay ops",
    "Implement the 'patchable-function' attribute",
    "Machine Sanitizer Binary Metadata",
    "Pseudo Probe Inserter",
    // The baseline instruction set: neither x87 nor AVX.
    "X86 FP Stackifier",
    "X86 insert wait instruction",
    "X86 vzeroupper inserter",
    "Compressing EVEX instrs when possible",
    // Profiles, and variables of a debugger: debug information is of places alone.
    "X86 Discriminate Memory Operands",
    "X86 Insert Cache Prefetches",
    "Remove Redundant DEBUG_VALUE analysis",
    "Live DEBUG_VALUE analysis",
    "Assignment Tracking Analysis",
    "Stack Frame Layout Analysis",
});

}  // namespace

bool IsNeedless(std::string_view pass) { return std::ranges::find(kNeedless, pass) != kNeedless.end(); }

void NeededPasses::add(llvm::Pass* pass) {
  std::unique_ptr<llvm::Pass> owned(pass);
  if (IsNeedless(std::string_view(pass->getPassName()))) return;
  into_.add(owned.release());
}

}  // namespace assay
