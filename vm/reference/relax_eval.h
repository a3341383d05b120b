// relax-reference: Relax interpreted as it is written, operators by their rows' reference evaluation, kernels by the
// reference interpreter. Declared types are checked where TVM checks them: parameters, match_cast, results. Tested by
// relax_eval_test.cc.
#pragma once

#include "vm/engine.h"

namespace assay {

Result<std::unique_ptr<Executable>> MakeRelaxReference(Context& ctx, const Module& module, const LoadOptions& options);
extern const EngineSpec kRelaxReference;

}  // namespace assay
