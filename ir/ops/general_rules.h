// The rules of inference that are no row's own precondition: their labels and what must hold.
#pragma once

#include <span>

#include "ir/ops/op_spec.h"

namespace assay {

std::span<const Precondition> GeneralRules();

}  // namespace assay
