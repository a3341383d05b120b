// Perturber: moves the float results of rounding operators by their rows' tolerance, so that oracles see how far the
// final results may be (docs/decisions/003-bounds-by-perturbation.md). Tested by perturb_test.cc.
#pragma once

#include "ir/ops/op_spec.h"
#include "ir/support/byte_source.h"
#include "ir/support/pointer_map.h"
#include "vm/engine.h"

namespace assay {

// What a run with a narrowed dtype is refused with.
inline constexpr std::string_view kLeavesRange = "values come up that the narrower dtype does not hold";

// Whether a statement under `root` adds to a float of memory or multiplies it, or threads reduce floats: what such a
// sum or product comes to depends on its order.
bool SumsFloats(const Node* root);

class Perturber {
 public:
  explicit Perturber(Perturbation mode, bool other_library = false, DType narrowed = DType::Void())
      : mode_(mode), other_library_(other_library), narrowed_(narrowed), random_(ByteSource::FromSeed(1)) {}

  // `result` itself when the row is exact, when nothing is to be perturbed, and where the row sums products of integers
  // that its dtype holds: those are the same in every order.
  Value Move(const OpSpec& row, std::span<const Value> args, Value result);
  // With a narrowed dtype: the operands of a call as that dtype rounds them. Notes those that it does not hold, or
  // whose products' sums it does not, but for constants: these need not be rounded.
  void MoveOperands(const Call& call, std::vector<Value>& args);
  // Whether an operand or a result came up that the narrowed dtype does not hold.
  bool left_range() const { return left_range_; }
  // In place, what a kernel has written of what it was given, where the library is another: by what functions of real
  // numbers may be off, and by what sums may be in another order, in which a schedule may bring them.
  void MoveWritten(const PrimFunc& kernel, std::span<const Value> args, std::span<const Value> written);
  // Every float of the tensors in it, by a few units in the last place; of dtypes of 8 bits by one, since nothing
  // computes in these. What is 0 stays.
  Value MoveInput(const Value& value);

 private:
  Tensor MoveTensor(const Tensor& tensor, double ulps);
  Value MoveOperand(const Value& value);
  // Float tensors that are wider than the narrowed dtype.
  bool Narrows(const Value& value) const;
  void NoteRange(double magnitude);
  bool FadesWhenNarrow(const OpSpec& row, const Call& call, std::span<const Value> args) const;
  double Share();

  struct Rounds {
    bool in_library = false;
    // The narrowest dtype of floats that it adds up in; void: none.
    DType sums_in = DType::Void();
  };
  Rounds RoundsOf(const PrimFunc& kernel);

  Perturbation mode_;
  bool other_library_;
  DType narrowed_;
  bool left_range_ = false;
  PointerMap<Node, Rounds> rounds_;
  ByteSource random_;
};

}  // namespace assay
