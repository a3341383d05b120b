// The table of all engines (vm/engines.def), in the one layer that sees every one of them. Tested by engines_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "vm/engine.h"

namespace assay {

class CompiledKernels;
struct LoadedImage;

// All engines, in engines.def order.
std::span<const EngineSpec* const> AllEngines();
// nullptr when there is none of that name.
const EngineSpec* FindEngine(std::string_view name);

// As the engine's `load`, and as LoadExecutable (vm/bytecode/executable.h); what is there compiled is not compiled
// again.
Result<std::unique_ptr<Executable>> LoadSharing(CompiledKernels& compiled, const EngineSpec& engine, Context& ctx,
                                                const Module& module, const LoadOptions& options);
Result<std::unique_ptr<Executable>> LoadSharing(CompiledKernels& compiled, LoadedImage loaded, std::string_view engine,
                                                const LoadOptions& options);

}  // namespace assay
