// The value of integer and truth expressions as engines compute it, and random ones: what tests and the fuzz target of
// the arithmetic hold Simplify and the bounds against.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/builder.h"
#include "ir/support/byte_source.h"
#include "ir/tensor/scalar.h"

namespace assay {

using ScalarValues = std::unordered_map<const Var*, int64_t>;

// The value of an expression of integers and truth values; nothing where it divides by zero. Arithmetic wraps.
std::optional<Scalar> EvaluateScalar(const Expr* e, const ScalarValues& values);

// Expressions in two variables, x and y; at small depth and for small values their intermediate results stay far from
// the ends of int32.
class ScalarSampler {
 public:
  ScalarSampler(Context& ctx, ByteSource& bytes, DType dtype);
  const Expr* Number(int depth);
  const Expr* Truth(int depth);

  std::vector<const Var*> vars;

 private:
  Context& ctx_;
  ByteSource& bytes_;
  DType dtype_;
};

}  // namespace assay
