// TirExpr: small random scalar expressions over buffers and axes: in bounds, without division by zero, deterministic.
// Keeps which regions are read, for the block that the expression stands in. Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/module_gen.h"

namespace assay {

// An iteration variable that runs over [0, extent).
struct Axis {
  const Var* var = nullptr;
  const Expr* extent = nullptr;
  bool reduce = false;
};

class TirExpr {
 public:
  TirExpr(ModuleGen& module, const std::vector<const Buffer*>& readable, const std::vector<Axis>& axes, DType index)
      : module_(module), readable_(readable), axes_(axes), index_(index) {}

  const Expr* Value(DType dtype, int depth);
  // A bool.
  const Expr* Condition(int depth);
  // `lanes` of them, which differ in kernels for engines that take any vector.
  const Expr* Vector(DType dtype, int lanes, int depth);
  // A condition whose left side decides whether its right side is computed, which traps where it should not be; null
  // where there is nothing of the kind.
  const Expr* Guarded(int depth);
  const Expr* Immediate(DType dtype);
  // The number, or where the module computes such (kComputed) an expression of any kind that comes to it.
  const Expr* Known(const Expr* number);
  // What was read so far, one region for each buffer.
  std::vector<const BufferRegion*> Reads() const;

 private:
  struct Read {
    const Buffer* buffer;
    std::vector<const Expr*> indices;
    bool whole;
  };
  Context& ctx() { return module_.ctx; }
  ByteSource& bytes() { return module_.bytes; }
  // Whether something that may end the run stands here.
  bool Hazard() { return module_.plan.options->hazards && bytes().Chance(1, 4); }
  const Expr* Single(DType dtype, int depth);
  const Expr* TwinOf(const Expr* value);
  const Expr* Beside(const Expr* value);
  const Expr* Leaf(DType dtype);
  const Expr* Load(const Buffer* buffer);
  // if_then_else(v >= 1, load at v - 1, fallback): the branch that is not taken would be out of bounds.
  const Expr* ShiftedLoad(const Buffer* buffer, std::vector<const Expr*> indices, DType dtype);
  // Only where its guard holds.
  const Expr* Partial(const Expr*& guard, int depth);
  const Expr* Index(const Expr* extent, size_t from_right);
  // `row` of `first` and, where it takes more, other values of the dtype.
  const Expr* Applied(const IntrinsicSpec& row, DType dtype, const Expr* first, int depth);
  const Expr* Tested(const IntrinsicSpec& row, const Expr* value);
  const Expr* FloatValue(DType dtype, int depth);
  const Expr* IntValue(DType dtype, int depth);
  const Expr* BoolValue(int depth);
  // What an integer is divided or shifted by: constants that are safe, unless there are hazards.
  const Expr* Divisor(NodeKind kind, DType dtype, int depth);
  const Expr* ShiftAmount(DType dtype, int depth);
  const Expr* Choice(DType dtype, int depth);
  // Never of constants alone, which fold in every reader of text, nor over a constant zero, which TVM does not read.
  const Expr* Binary(NodeKind kind, const Expr* a, const Expr* b);
  const Expr* LetValue(DType dtype, int depth);
  // tir_vectors.cc
  // An element of a vector.
  const Expr* LaneValue(DType dtype, int depth);
  bool HasVectors(DType dtype) const;
  const Expr* Counting(DType dtype, int lanes, int depth);
  const Expr* InARow(DType dtype, int lanes, int depth);
  const Expr* Computed(DType dtype, int lanes, int depth);
  const Expr* WideLoad(DType dtype, int lanes);
  void Record(const Buffer* buffer, const std::vector<const Expr*>& indices, bool whole);

  ModuleGen& module_;
  const std::vector<const Buffer*>& readable_;
  const std::vector<Axis>& axes_;
  DType index_;
  std::vector<Read> reads_;
};

// A scalar as an immediate of its dtype.
const Expr* MakeImmediate(Context& ctx, Scalar value);

}  // namespace assay
