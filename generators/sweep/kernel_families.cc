// The families of swept kernels (kernel_unit.h): loops over views of memory, conditions, operations, divisions of
// affine forms, intrinsics.
#include <algorithm>
#include <array>
#include <cmath>

#include "generators/modules/tir_expr.h"
#include "generators/modules/widen.h"
#include "generators/sweep/kernel_unit.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"

namespace assay {
namespace {

using F = KernelFactor;

const Expr* Load(KernelBuilder& b, const Buffer* buffer, const Expr* index) { return MakeLoad(b.ctx, buffer, {index}); }
const Stmt* Store(KernelBuilder& b, const Buffer* buffer, const Expr* value, const Expr* index) {
  return MakeStore(b.ctx, buffer, value, {index});
}
const Expr* Immediate(KernelBuilder& b, Scalar value) { return MakeImmediate(b.ctx, value); }

// TVM 0.26 takes every literal through int64 or float32, and has none for what is not finite.
bool IsReadable(Scalar value) {
  if (value.dtype == DType::UInt(64)) return value.i >= 0;
  return !value.dtype.IsFloating() || (std::isfinite(value.f) && std::abs(value.f) <= 3.0e38);
}

// ---- loops

// Memory of which the loop sees every so many elements, from some element on.
struct View {
  const Buffer* buffer;
  std::vector<const Stmt*> made;
};
View ViewOf(KernelBuilder& b, DType dtype, int64_t extent, int64_t stride, int64_t offset) {
  AllocBuffer* alloc = b.ctx.arena.New<AllocBuffer>();
  int64_t whole = std::max<int64_t>(extent - 1, 0) * stride + offset + 2;
  alloc->buffer = MakeBuffer(b.ctx, "memory", dtype, {b.Int(whole)}, "global");
  Buffer* view = b.ctx.arena.New<Buffer>(*MakeBuffer(b.ctx, "view", dtype, {b.Int(extent)}, "global"));
  view->data = alloc->buffer->data;
  if (stride != 1) view->strides = b.ctx.Copy(std::vector<const Expr*>{b.Int(stride)});
  if (offset != 0) view->elem_offset = b.Int(offset);
  DeclBuffer* declared = b.ctx.arena.New<DeclBuffer>();
  declared->buffer = view;
  declared->data = view->data;
  // All of it is written, so that what is read has a value whatever becomes of the view.
  const Var* i = b.Index();
  const Stmt* filled = b.Over(i, whole, Store(b, alloc->buffer, Immediate(b, Scalar::Zero(dtype)), i));
  return {view, {alloc, filled, declared}};
}

// Of more lanes there are a few vectors only, which keeps kernels small.
constexpr int64_t kFewLanes = 8;

const Expr* Joined(KernelBuilder& b, DType dtype, const Expr* x, const Expr* y) {
  return b.Binary(dtype.IsBool() ? NodeKind::kOr : NodeKind::kAdd, x, y);
}

const For* LoopOf(KernelBuilder& b, KernelChoice& choice, const Var* var, int64_t extent, const Stmt* body) {
  For* loop =
      b.ctx.arena.New<For>(*MakeFor(b.ctx, var, b.Int(extent), body, static_cast<ForKind>(choice.Of(F::kLoop))));
  int64_t start = choice.Of(F::kStart), step = choice.Of(F::kStep);
  loop->min = b.Int(start);
  loop->extent = b.Int(std::max<int64_t>(extent - start, 0));
  if (step != 1) loop->step = b.Int(step);
  return loop;
}

// out = a + b through a view of other memory, in a loop of some kind over vectors of some lanes.
const Stmt* MakeLoops(KernelBuilder& b, KernelChoice& choice) {
  DType dtype = choice.DTypeOf(F::kDType);
  int64_t extent = choice.Of(F::kExtent), lanes = choice.Of(F::kLanes), stride = choice.Of(F::kStride);
  auto kind = static_cast<ForKind>(choice.Of(F::kLoop));
  // Iterations in steps have an order; vectors are not made of vectors, nor of strides, nor of the narrowest floats.
  if (kind != ForKind::kSerial) choice.Replace(F::kStep, 1);
  // A vectorized loop has as many iterations as its vectors have lanes.
  if (kind == ForKind::kVectorized && lanes != 1) {
    choice.Replace(F::kExtent, lanes);
    extent = lanes;
  } else if (stride != 1 || (dtype.IsFloating() && dtype.bits < 16)) {
    choice.Replace(F::kLanes, 1);
  }
  lanes = kind == ForKind::kVectorized ? 1 : choice.Of(F::kLanes);
  if (lanes > kFewLanes) choice.Replace(F::kExtent, extent = std::min<int64_t>(extent, 2));
  int64_t whole = extent * lanes;
  const Buffer *x = b.Input(dtype, whole), *y = b.Input(dtype, whole), *out = b.Output(dtype, whole);
  View view = ViewOf(b, dtype, whole, stride, choice.Of(F::kOffset));
  const Var *i = b.Index(), *element = b.Index();
  const Expr* sum = Joined(b, dtype, Load(b, x, element), Load(b, y, element));
  const Stmt* body = nullptr;
  if (lanes == 1) {
    sum = Joined(b, dtype, Load(b, x, i), Load(b, y, i));
    body = Store(b, view.buffer, sum, i);
  } else {
    const Expr* base = b.Binary(NodeKind::kMul, i, b.Int(lanes));
    WideVar over{element, base, static_cast<int>(lanes), nullptr};
    body = Store(b, view.buffer, Widened(b.ctx, over, sum), MakeRamp(b.ctx, base, over.lanes));
  }
  std::vector<const Stmt*> stmts = std::move(view.made);
  stmts.push_back(LoopOf(b, choice, i, extent, body));
  const Var* j = b.Index();
  stmts.push_back(b.Over(j, whole, Store(b, out, Load(b, view.buffer, j), j)));
  return MakeSeqStmt(b.ctx, stmts);
}

// ---- conditions

const Stmt* Chosen(KernelBuilder& b, KernelForm form, const Expr* condition, const Buffer* out, const Var* i) {
  auto number = [&](int64_t value) { return MakeInt(b.ctx, value, out->dtype); };
  const Expr* inside = b.Binary(NodeKind::kGE, i, b.Int(1));
  switch (form) {
    case KernelForm::kIf: {
      IfThenElse* choice = b.ctx.arena.New<IfThenElse>();
      choice->condition = condition;
      choice->then_case = Store(b, out, number(1), i);
      choice->else_case = Store(b, out, number(2), i);
      return choice;
    }
    case KernelForm::kIfThenElse:
      return Store(b, out,
                   MakeIntrinsic(b.ctx, IntrinsicId::if_then_else, out->dtype, {condition, number(1), number(2)}), i);
    case KernelForm::kElse: {
      Evaluate* nothing = b.ctx.arena.New<Evaluate>();
      nothing->value = MakeInt(b.ctx, 0, DType::Int(32));
      IfThenElse* choice = b.ctx.arena.New<IfThenElse>();
      choice->condition = condition;
      choice->then_case = nothing;
      choice->else_case = Store(b, out, number(2), i);
      return MakeSeqStmt(b.ctx, {Store(b, out, number(1), i), choice});
    }
    case KernelForm::kNumber: return Store(b, out, MakeCast(b.ctx, out->dtype, condition), i);
    case KernelForm::kSelect: break;
    case KernelForm::kEqual: condition = b.Binary(NodeKind::kEQ, condition, inside); break;
    case KernelForm::kUnequal: condition = b.Binary(NodeKind::kNE, condition, inside); break;
    case KernelForm::kNot: condition = MakeNot(b.ctx, condition); break;
    case KernelForm::kAnd: condition = b.Binary(NodeKind::kAnd, inside, condition); break;
    case KernelForm::kOr: condition = b.Binary(NodeKind::kOr, condition, inside); break;
  }
  return Store(b, out, MakeSelect(b.ctx, condition, number(1), number(2)), i);
}

// Whether an element is less, … than a value near an end of its dtype, or than another element.
const Stmt* MakeConditions(KernelBuilder& b, KernelChoice& choice) {
  DType dtype = choice.DTypeOf(F::kDType);
  int64_t extent = choice.Of(F::kExtent);
  const Buffer* x = b.Input(dtype, extent);
  int64_t threshold = choice.Of(F::kThreshold);
  const Buffer* y = threshold < 0 ? b.Input(dtype, extent) : nullptr;
  const Buffer* out = b.Output(DType::Int(32), extent);
  const Var* i = b.Index();
  const Expr *left = Load(b, x, i), *right = nullptr;
  if (y != nullptr) {
    right = Load(b, y, i);
  } else {
    Scalar value = SpecialScalar(dtype, static_cast<size_t>(threshold));
    if (choice.readable && !IsReadable(value)) return nullptr;
    right = Immediate(b, value);
  }
  if (choice.Of(F::kSide) == 1) std::swap(left, right);
  const Expr* condition = b.Binary(static_cast<NodeKind>(choice.Of(F::kComparison)), left, right);
  auto form = static_cast<KernelForm>(choice.Of(F::kForm));
  return b.Over(i, extent, Chosen(b, form, condition, out, i));
}

// ---- operations

// What divides is not 0; for other compilers, neither is it -1, by which the least number has no quotient.
const Expr* Divisor(KernelBuilder& b, const KernelChoice& choice, DType dtype, const Expr* value) {
  if (dtype.IsFloating()) return value;
  const Expr* one = Immediate(b, Scalar::One(dtype));
  if (choice.readable) return b.Binary(NodeKind::kMax, value, one);
  const Expr* is_zero = b.Binary(NodeKind::kEQ, value, Immediate(b, Scalar::Zero(dtype)));
  return MakeSelect(b.ctx, is_zero, one, value);
}

const Expr* Truth(KernelBuilder& b, const Expr* e) {
  DType dtype = DTypeOf(e);
  return dtype.IsBool() ? e : b.Binary(NodeKind::kNE, e, Immediate(b, Scalar::Zero(dtype)));
}

// The other operand: another element, or a special value; nullptr where that has no text.
const Expr* Other(KernelBuilder& b, const KernelChoice& choice, const Buffer* y, const Var* i) {
  int64_t operand = choice.Of(F::kOperand);
  if (operand < 0) return Load(b, y, i);
  Scalar value = SpecialScalar(y->dtype, static_cast<size_t>(operand));
  return choice.readable && !IsReadable(value) ? nullptr : Immediate(b, value);
}

// One of the binary operations on two elements, or an element and a constant.
const Stmt* MakeOperations(KernelBuilder& b, KernelChoice& choice) {
  auto kind = static_cast<NodeKind>(choice.Of(F::kOperation));
  DType dtype = choice.DTypeOf(F::kDType);
  bool logical = kind == NodeKind::kAnd || kind == NodeKind::kOr;
  if (dtype.IsBool() && !logical && !IsComparison(kind)) return nullptr;
  // There is no remainder of floats, and they divide in one way.
  if (dtype.IsFloating() && IsDivision(kind) && kind != NodeKind::kDiv) return nullptr;
  int64_t extent = choice.Of(F::kExtent);
  const Buffer *x = b.Input(dtype, extent), *y = b.Input(dtype, extent);
  bool truth = logical || IsComparison(kind);
  const Buffer* out = b.Output(truth ? DType::Bool() : dtype, extent);
  const Var* i = b.Index();
  const Expr *left = Load(b, x, i), *right = Other(b, choice, y, i);
  if (right == nullptr) return nullptr;
  const auto* constant = As<FloatImm>(right);
  // Not read from text.
  if (kind == NodeKind::kDiv && constant != nullptr && constant->value == 0) return nullptr;
  if (choice.Of(F::kSide) == 1) std::swap(left, right);
  if (IsDivision(kind)) {
    if (As<IntImm>(right) != nullptr && As<IntImm>(right)->value == 0) return nullptr;
    right = Is<IntImm>(right) ? right : Divisor(b, choice, dtype, right);
    bool positive = !Is<IntImm>(right) || As<IntImm>(right)->value > 0;
    if (choice.readable && !positive) return nullptr;
  }
  if (logical) {
    if (choice.Of(F::kOperand) >= 0) return nullptr;
    left = Truth(b, left);
    right = Truth(b, right);
  }
  return b.Over(i, extent, Store(b, out, b.Binary(kind, left, right), i));
}

// ---- divisions

// scale * i + beside, as one writes it: constants stand on the left of what is subtracted.
const Expr* AffineOf(KernelBuilder& b, const Expr* i, int64_t scale, int64_t beside) {
  const Expr* times = std::abs(scale) == 1 ? i : b.Binary(NodeKind::kMul, i, b.Int(std::abs(scale)));
  if (scale < 0) return b.Binary(NodeKind::kSub, b.Int(beside), times);
  if (beside == 0) return times;
  return beside < 0 ? b.Binary(NodeKind::kSub, times, b.Int(-beside)) : b.Binary(NodeKind::kAdd, times, b.Int(beside));
}

// Quotients and remainders of affine forms of loop variables, of either sign: stored, as an index, or in a condition.
const Stmt* MakeDivisions(KernelBuilder& b, KernelChoice& choice) {
  int64_t divisor = choice.Of(F::kDivisor), extent = choice.Of(F::kExtent), second = choice.Of(F::kSecond);
  if (choice.readable && divisor < 0) return nullptr;
  constexpr int64_t kIterations = 3;
  int64_t iterations = second == 0 ? 1 : kIterations;
  DType dtype = DType::Int(32);
  const Buffer *x = b.Input(dtype, extent * iterations), *out = b.Output(dtype, extent * iterations);
  const Var *i = b.Index(), *j = b.Index();
  const Expr *divided = AffineOf(b, i, choice.Of(F::kScale), choice.Of(F::kBeside)), *at = i;
  if (second != 0) {
    divided = b.Binary(second == 1 ? NodeKind::kAdd : NodeKind::kSub, divided, j);
    at = b.Binary(NodeKind::kAdd, b.Binary(NodeKind::kMul, i, b.Int(iterations)), j);
  }
  const Expr* result = b.Binary(static_cast<NodeKind>(choice.Of(F::kDivision)), divided, b.Int(divisor));
  const Stmt* body = nullptr;
  switch (choice.Of(F::kPlace)) {
    case 0: body = Store(b, out, b.index == dtype ? result : MakeCast(b.ctx, dtype, result), at); break;
    case 1: {
      const Expr* most = b.Binary(NodeKind::kMin, result, b.Int(extent * iterations - 1));
      body = Store(b, out, Load(b, x, b.Binary(NodeKind::kMax, most, b.Int(0))), at);
      break;
    }
    default: {
      const Expr* condition = b.Binary(NodeKind::kLT, result, b.Int(0));
      body = Store(b, out, MakeSelect(b.ctx, condition, Load(b, x, at), MakeInt(b.ctx, 1, dtype)), at);
    }
  }
  return b.Over(i, extent, second == 0 ? body : b.Over(j, iterations, body));
}

// ---- intrinsics

// An intrinsic of the table, of an element and others.
const Stmt* MakeIntrinsics(KernelBuilder& b, KernelChoice& choice) {
  const IntrinsicSpec& row = AllIntrinsics()[static_cast<size_t>(choice.Of(F::kIntrinsic))];
  DType dtype = choice.DTypeOf(F::kDType);
  bool narrow = dtype.IsFloating() && dtype.bits <= 8;
  // Rows for integers are for those that are no truths; floats of 8 bits have no mathematics.
  if (dtype.IsBool() || narrow || !row.TakesOperand(dtype)) return nullptr;
  bool floats = row.sampled == Sampled::kModerate || row.sampled == Sampled::kTest;
  if (floats != dtype.IsFloating()) return nullptr;
  if ((row.tvm_code == TvmCode::kWideScalars || row.widens_halves) && dtype.bits < 32) return nullptr;
  int64_t extent = choice.Of(F::kExtent);
  const Buffer *x = b.Input(dtype, extent), *y = b.Input(dtype, extent);
  const Buffer* out = b.Output(row.result == ResultType::kBool ? DType::Bool() : dtype, extent);
  const Var* i = b.Index();
  std::vector<const Expr*> operands{Load(b, x, i)};
  if (row.arity == 1) choice.Unused(F::kOperand);
  while (operands.size() < static_cast<size_t>(row.arity)) {
    const Expr* other = Other(b, choice, y, i);
    if (other == nullptr) return nullptr;
    // For other compilers shifts stay within the width.
    if (row.sampled == Sampled::kShift && choice.readable) {
      if (Is<IntImm>(other)) return nullptr;
      other = b.Binary(NodeKind::kFloorMod, other, MakeInt(b.ctx, std::min<int>(dtype.bits, 7), dtype));
    }
    operands.push_back(other);
  }
  return b.Over(i, extent, Store(b, out, MakeIntrinsic(b.ctx, row.id, out->dtype, operands), i));
}

// ---- casts

const Stmt* MakeCasts(KernelBuilder& b, KernelChoice& choice) {
  DType from = choice.DTypeOf(F::kDType), to = choice.DTypeOf(F::kOtherDType);
  if (from == to) return nullptr;
  int64_t extent = choice.Of(F::kExtent);
  const Buffer *x = b.Input(from, extent), *out = b.Output(to, extent);
  const Var* i = b.Index();
  return b.Over(i, extent, Store(b, out, MakeCast(b.ctx, to, Load(b, x, i)), i));
}

constexpr F kLoopFactors[] = {F::kDType, F::kIndex, F::kExtent, F::kLoop,   F::kStart,
                              F::kStep,  F::kLanes, F::kStride, F::kOffset, F::kValues};
constexpr F kConditionFactors[] = {F::kDType,     F::kIndex, F::kExtent, F::kComparison,
                                   F::kThreshold, F::kSide,  F::kForm,   F::kValues};
constexpr F kOperationFactors[] = {F::kDType, F::kExtent, F::kOperation, F::kOperand, F::kSide, F::kValues};
constexpr F kDivisionFactors[] = {F::kIndex,  F::kExtent,  F::kDivision, F::kScale, F::kBeside,
                                  F::kSecond, F::kDivisor, F::kPlace,    F::kValues};
constexpr F kIntrinsicFactors[] = {F::kDType, F::kExtent, F::kIntrinsic, F::kOperand, F::kValues};
constexpr F kCastFactors[] = {F::kDType, F::kOtherDType, F::kExtent, F::kValues};

constexpr KernelFamily kFamilies[] = {{"kernel.loops", kLoopFactors, MakeLoops},
                                      {"kernel.conditions", kConditionFactors, MakeConditions},
                                      {"kernel.operations", kOperationFactors, MakeOperations},
                                      {"kernel.divisions", kDivisionFactors, MakeDivisions},
                                      {"kernel.intrinsics", kIntrinsicFactors, MakeIntrinsics},
                                      {"kernel.casts", kCastFactors, MakeCasts}};

}  // namespace

std::span<const KernelFamily> KernelFamilies() { return kFamilies; }

}  // namespace assay
