// The scalar function of a binary node kind: the one place where a kind becomes arithmetic on values.
#pragma once

#include "ir/prim/node.h"
#include "ir/support/check.h"
#include "ir/tensor/scalar.h"

namespace assay {

using BinaryFn = Scalar (*)(Scalar, Scalar);

// Of one of the seventeen binary kinds; operands of one dtype. Divisions need a divisor that is not 0
// (scalar::DividesByZero).
inline BinaryFn BinaryFunction(NodeKind kind) {
  // In the order of the kinds.
  constexpr BinaryFn kFunctions[] = {scalar::Add,      scalar::Sub,      scalar::Mul, scalar::Div, scalar::TruncMod,
                                     scalar::FloorDiv, scalar::FloorMod, scalar::Min, scalar::Max, scalar::Eq,
                                     scalar::Ne,       scalar::Lt,       scalar::Le,  scalar::Gt,  scalar::Ge,
                                     scalar::And,      scalar::Or};
  ASSAY_CHECK(IsBinary(kind));
  return kFunctions[static_cast<int>(kind) - static_cast<int>(NodeKind::kAdd)];
}

// True for Div, Mod, FloorDiv and FloorMod, which trap on an integer zero.
inline bool IsDivision(NodeKind kind) { return kind >= NodeKind::kDiv && kind <= NodeKind::kFloorMod; }

}  // namespace assay
