// The operators of numbers that any operands of one dtype have, and whose results trap nowhere. Tested through
// tir_moves.cc and tir_vectors.cc, which draw from them.
#pragma once

#include <array>

#include "ir/prim/node.h"

namespace assay {

inline constexpr std::array kTotalArithmetic = {NodeKind::kAdd, NodeKind::kSub, NodeKind::kMul, NodeKind::kMin,
                                                NodeKind::kMax};

}  // namespace assay
