// Executables: what `assay build` writes and any process loads and runs. An image whose module holds the kernels and,
// for each public function of the written module, one without a body that says what it takes. Nothing in a file is
// trusted: what loads runs within its budget or traps. Tested by executable_test.cc and the fuzz target
// executable_fuzz.
#pragma once

#include "ir/module.h"
#include "vm/bytecode/image.h"

namespace assay {

// The module with its kernels in the form that engines run: launches by name, sorts and tiles of tensor cores written
// out, guards lazy, empty reductions defined.
Module KernelsOf(Context& ctx, const Module& lowered);

// The image of a module after a build pipeline. `written` is the module before it, for what functions take; null:
// nothing is said of that. Diag kCannotLower as EmitVm.
Result<VmImage> MakeExecutable(Context& ctx, const Module& lowered, const Module* written = nullptr);

struct LoadedImage {
  VmImage image;
  // Kernels and signatures as they were saved, in the Context that the loader was given.
  Module module;
  // KernelsOf the module; and as machine code is made of them (vm/launch_loops.h).
  Module kernels;
  Module loops;
};
// Reads, verifies, and checks that the kernels are well-formed. Diag kCorrupt otherwise.
Result<LoadedImage> LoadImage(Context& ctx, std::span<const uint8_t> bytes);
// The same from an image in memory.
Result<LoadedImage> LoadImage(Context& ctx, VmImage image);
// Runs it with kernels by the reference interpreter ("tir-reference", "vm") or by machine code ("vm-llvm";
// "vm-compiled": all of it). Diag kUnknownName for another engine, kUnsupported for a kernel beyond the engine. Defined
// in vm/llvm/engines.cc.
Result<std::unique_ptr<Executable>> LoadExecutable(LoadedImage loaded, std::string_view engine,
                                                   const LoadOptions& options);

}  // namespace assay
