// Passes for inference take every batch_norm for one of inference, those for training for one of training, whatever its
// attribute says: results are compared in that mode. Tested by norm_mode_test.cc.
#pragma once

#include <optional>

#include "passes/pass.h"

namespace assay {

enum class NormMode : bool { kInference, kTraining };
// Nothing for passes that leave operators what they are.
std::optional<NormMode> NormModeOf(Exactness exact);

// The module with each batch_norm in this mode; where the pass is told a function (`func_name`), in that one.
Module WithNormsIn(NormMode mode, Context& ctx, const Module& module, const PassCall& pass);

}  // namespace assay
