// Perturber: moves the float results of rounding operators by their rows' tolerance, so that oracles see how far the
// final results may be (docs/decisions/003-bounds-by-perturbation.md). Tested by perturb_test.cc.
#pragma once

#include "ir/ops/op_spec.h"
#include "ir/support/byte_source.h"
#include "ir/support/pointer_map.h"
#include "vm/engine.h"

namespace assay {

class Perturber {
 public:
  explicit Perturber(Perturbation mode, bool other_library = false)
      : mode_(mode), other_library_(other_library), random_(ByteSource::FromSeed(1)) {}

  // `result` itself when the row is exact, when nothing is to be perturbed, and where the row sums products of integers
  // that its dtype holds: those are the same in every order.
  Value Move(const OpSpec& row, std::span<const Value> args, Value result);
  // In place, what a kernel has written, where it calls functions of real numbers and the library is another.
  void MoveWritten(const PrimFunc& kernel, std::span<const Value> written);
  // Every float of the tensors in it, by a few units in the last place; of dtypes of 8 bits by one, since nothing
  // computes in these. What is 0 stays.
  Value MoveInput(const Value& value);

 private:
  Tensor MoveTensor(const Tensor& tensor, double ulps);
  double Share();

  bool CallsLibrary(const PrimFunc& kernel);

  Perturbation mode_;
  bool other_library_;
  PointerMap<Node, bool> calls_library_;
  ByteSource random_;
};

}  // namespace assay
