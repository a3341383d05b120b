#include "vm/reference/perturb.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "ir/prim/intrinsics.h"
#include "ir/tensor/compare.h"
#include "ir/walk.h"

namespace assay {
namespace {

// How many elements one result may depend on: no reduction is longer than the largest operand.
double LargestOperand(std::span<const Value> args) {
  double largest = 1;
  for (const Value& arg : args) {
    if (const auto* tensor = arg.As<TensorValue>())
      largest = std::max(largest, static_cast<double>(tensor->tensor.size()));
  }
  return largest;
}

double LargestMagnitude(const Tensor& tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    double magnitude = std::fabs(tensor.At(i).f);
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  }
  return largest;
}

// The largest magnitude of a tensor of integers, whatever its dtype; nothing when one element is none.
bool HasNaN(const Tensor& tensor) {
  for (int64_t i = 0; tensor.dtype().IsFloating() && i < tensor.size(); ++i) {
    if (std::isnan(tensor.At(i).f)) return true;
  }
  return false;
}

std::optional<double> LargestInteger(const Tensor& tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    double value = tensor.At(i).AsDouble();
    if (!std::isfinite(value) || value != std::trunc(value)) return std::nullopt;
    largest = std::max(largest, std::fabs(value));
  }
  return largest;
}

// Whether sums of products of the operands' elements are integers that the dtype holds, all that come up on the way
// among them.
bool StaysExact(std::span<const Value> args, DType dtype) {
  double sum = LargestOperand(args);
  for (const Value& arg : args) {
    const auto* tensor = arg.As<TensorValue>();
    if (tensor == nullptr) continue;
    std::optional<double> largest = LargestInteger(tensor->tensor);
    if (!largest) return false;
    sum *= std::max(1.0, *largest);
  }
  return sum <= 1 / UnitRoundoff(dtype);
}

// What libraries promise of functions of real numbers is at most 4 units in the last place; bounds are four times what
// moves (oracles/core/tolerance.cc).
constexpr double kLibraryUlps = 2;
// Quotients of polynomials that are computed in a dtype of 16 bits, as FastMathTransform makes them, round at each of
// two dozen terms: erf of 4 is off by 42 units in the last place of float16.
constexpr double kPolynomialUlps = 16;

// How many units of a result's dtype one of what it is added up in is.
double UnitsOf(DType sum, DType result) {
  bool narrower = !sum.IsVoid() && sum.bits < result.bits;
  return narrower ? UnitRoundoff(sum) / UnitRoundoff(result) : 1;
}

// Of a function that is made of others.
bool IsComposed(const Tolerance& tolerance) {
  return !tolerance.exact && !tolerance.of_library && !tolerance.per_reduced_element;
}

// What such a function adds up within may be as large as its operands, and cancel. 0 for other
// functions, and where an operand is infinite.
double LargestTerm(const OpSpec& row, std::span<const Value> args) {
  if (!IsComposed(row.tolerance)) return 0;
  double largest = 0;
  for (const Value& arg : args) {
    const auto* operand = arg.As<TensorValue>();
    if (operand != nullptr && operand->tensor.dtype().IsFloating())
      largest = std::max(largest, LargestMagnitude(operand->tensor));
  }
  return std::isfinite(largest) ? largest : 0;
}

}  // namespace

double Perturber::Share() {
  switch (mode_) {
    case Perturbation::kNone: return 0;
    case Perturbation::kUp: return 1;
    case Perturbation::kDown: return -1;
    case Perturbation::kRandom: return 2 * random_.Unit() - 1;
  }
  return 0;
}

bool Perturber::Narrows(const Value& value) const {
  const auto* tensor = value.As<TensorValue>();
  if (tensor == nullptr || narrowed_.IsVoid() || mode_ == Perturbation::kNone) return false;
  DType dtype = tensor->tensor.dtype();
  return dtype.IsFloating() && dtype.bits > narrowed_.bits;
}

void Perturber::NoteRange(double magnitude) {
  if (magnitude > scalar::Highest(narrowed_).AsDouble() / 2) left_range_ = true;
}

// recursion: tuples nest as deep as types, which the parser and the generators cap
Value Perturber::MoveOperand(const Value& value) {
  if (const auto* tuple = value.As<TupleValue>()) {
    TupleValue moved;
    for (const Value& field : tuple->fields) moved.fields.push_back(MoveOperand(field));
    return Value{std::move(moved)};
  }
  if (!Narrows(value)) return value;
  const auto* tensor = value.As<TensorValue>();
  return Value{TensorValue{MoveTensor(tensor->tensor, 1), tensor->device}};
}

void Perturber::MoveOperands(const Call& call, std::vector<Value>& args) {
  if (narrowed_.IsVoid() || mode_ == Perturbation::kNone) return;
  const OpSpec* row = SpecOf(&call);
  bool sums = row != nullptr && !row->tolerance.exact;
  bool composed = row != nullptr && IsComposed(row->tolerance);
  for (size_t i = 0; i < args.size(); ++i) {
    bool constant = i < call.args.size() && Is<Constant>(call.args[i]);
    if (Narrows(args[i]) && !constant) {
      double largest = LargestMagnitude(args[i].As<TensorValue>()->tensor);
      NoteRange(sums ? largest * largest * LargestOperand(args) : largest);
      // A function that is made of others may take the exponential of what it is given (log_add_exp, softplus).
      if (composed) NoteRange(std::exp(largest));
    }
    args[i] = MoveOperand(args[i]);
  }
  bool divides = row != nullptr && row->tolerance.per_reduced_element && !row->tolerance.sums_products;
  if (divides && std::ranges::any_of(args, [&](const Value& arg) { return Narrows(arg); }))
    left_range_ |= FadesWhenNarrow(*row, call, args);
}

// Whether the operator divides by what is nothing in the narrower dtype alone, as by a sum of exponentials.
bool Perturber::FadesWhenNarrow(const OpSpec& row, const Call& call, std::span<const Value> args) const {
  std::vector<Value> narrow(args.begin(), args.end());
  for (Value& arg : narrow) {
    const auto* tensor = arg.As<TensorValue>();
    if (tensor != nullptr && HasNaN(tensor->tensor)) return false;
    if (!Narrows(arg)) continue;
    Tensor rounded(narrowed_, tensor->tensor.shape());
    for (int64_t i = 0; i < rounded.size(); ++i)
      rounded.Set(i, Scalar::Float(narrowed_, tensor->tensor.At(i).AsDouble()));
    arg = Value{TensorValue{rounded, tensor->device}};
  }
  EvalResult result = row.eval({call, narrow});
  const auto* value = std::get_if<Value>(&result);
  const auto* given = value == nullptr ? nullptr : value->As<TensorValue>();
  return given != nullptr && HasNaN(given->tensor);
}

Tensor Perturber::MoveTensor(const Tensor& tensor, double ulps) {
  Tensor moved = tensor.Clone();
  bool narrows = !narrowed_.IsVoid() && tensor.dtype().bits > narrowed_.bits;
  DType dtype = narrows ? narrowed_ : tensor.dtype();
  double unit = 2 * UnitRoundoff(dtype);
  // Sums of terms that cancel err by their largest terms; elements of one result are of one make.
  double floor = ulps > 8 ? LargestMagnitude(tensor) : 0;
  for (int64_t i = 0; i < moved.size(); ++i) {
    double value = moved.At(i).f;
    if (!std::isfinite(value)) continue;
    double step = ulps * std::max(unit * std::max(std::fabs(value), floor), SmallestPositive(dtype));
    moved.Set(i, Scalar::Float(tensor.dtype(), value + Share() * step));
  }
  return moved;
}

// recursion: tuples nest as deep as types, which the parser and the generators cap
Value Perturber::Move(const OpSpec& row, std::span<const Value> args, Value result) {
  if (auto* tuple = std::get_if<TupleValue>(&result.state)) {
    for (Value& field : tuple->fields) field = Move(row, args, std::move(field));
    return result;
  }
  const Tolerance& tolerance = row.tolerance;
  if (Narrows(result)) {
    const Tensor& tensor = result.As<TensorValue>()->tensor;
    NoteRange(LargestMagnitude(tensor));
    double ulps = tolerance.exact ? 1 : tolerance.ulps * (tolerance.per_reduced_element ? LargestOperand(args) : 1);
    Tensor moved = MoveTensor(tensor, std::max(ulps, 1.0));
    double term = 2 * UnitRoundoff(narrowed_) * LargestTerm(row, args);
    for (int64_t i = 0; term > 0 && i < moved.size(); ++i)
      moved.Set(i, Scalar::Float(tensor.dtype(), moved.At(i).f + Share() * term));
    return Value{TensorValue{moved, result.As<TensorValue>()->device}};
  }
  // What is as narrow already stays in its dtype, where functions of real numbers may become polynomials.
  bool function = tolerance.of_library || (!tolerance.exact && !tolerance.per_reduced_element);
  bool polynomial = !narrowed_.IsVoid() && function;
  bool moves = !tolerance.exact || polynomial || (tolerance.of_library && other_library_);
  if (mode_ == Perturbation::kNone || !moves) return result;
  const auto* tensor = result.As<TensorValue>();
  if (tensor == nullptr || !tensor->tensor.dtype().IsFloating()) return result;
  if (polynomial) return Value{TensorValue{MoveTensor(tensor->tensor, kPolynomialUlps), tensor->device}};
  if (tolerance.sums_products && StaysExact(args, tensor->tensor.dtype())) return result;
  double ulps = tolerance.ulps * (tolerance.per_reduced_element ? LargestOperand(args) : 1);
  ulps *= UnitsOf(tolerance.adds_in, tensor->tensor.dtype());
  if (other_library_ && (tolerance.of_library || !tolerance.exact)) ulps = std::max(ulps, kLibraryUlps);
  return Value{TensorValue{MoveTensor(tensor->tensor, ulps), tensor->device}};
}

namespace {

// The narrowest dtype of floats that the kernel adds up, or multiplies, in; void: none.
DType SummedIn(const Node* root) {
  DType narrowest = DType::Void();
  auto note = [&](DType dtype) {
    if (dtype.IsFloating() && (narrowest.IsVoid() || dtype.bits < narrowest.bits)) narrowest = dtype;
  };
  WalkOnce(root, [&](const Node* node) {
    if (const auto* reducer = As<CommReducer>(node)) {
      for (const Expr* value : reducer->result) note(DTypeOf(value));
    }
    const auto* store = As<BufferStore>(node);
    const BinaryExpr* sum = store == nullptr ? nullptr : AsBinary(store->value);
    bool rounds = sum != nullptr && (Is<Add>(sum) || Is<Mul>(sum));
    if (!rounds || !store->buffer->dtype.IsFloating()) return;
    auto is_it = [&](const Expr* operand) {
      const auto* load = As<BufferLoad>(operand);
      return load != nullptr && load->buffer == store->buffer;
    };
    if (is_it(sum->a) || is_it(sum->b)) note(store->buffer->dtype);
  });
  return narrowest;
}

}  // namespace

bool SumsFloats(const Node* root) { return !SummedIn(root).IsVoid(); }

Perturber::Rounds Perturber::RoundsOf(const PrimFunc& kernel) {
  if (const Rounds* known = rounds_.Find(&kernel)) return *known;
  return *rounds_.Insert(&kernel, Rounds{CallsLibrary(kernel.body), SummedIn(kernel.body)}).first;
}

void Perturber::MoveWritten(const PrimFunc& kernel, std::span<const Value> args, std::span<const Value> written) {
  if (mode_ == Perturbation::kNone || !other_library_) return;
  Rounds rounds = RoundsOf(kernel);
  if (!rounds.in_library && rounds.sums_in.IsVoid()) return;
  double terms = rounds.sums_in.IsVoid() ? 0 : LargestOperand(args);
  for (const Value& value : written) {
    const auto* tensor = value.As<TensorValue>();
    if (tensor == nullptr || !tensor->tensor.dtype().IsFloating()) continue;
    Tensor elements = tensor->tensor;
    if (elements.byte_count() == 0) continue;
    double ulps = std::max(rounds.in_library ? kLibraryUlps : 0, terms * UnitsOf(rounds.sums_in, elements.dtype()));
    Tensor moved = MoveTensor(elements, ulps);
    std::memcpy(elements.data(), moved.data(), static_cast<size_t>(elements.byte_count()));
  }
}

// recursion: values nest no deeper than their types
Value Perturber::MoveInput(const Value& value) {
  constexpr double kUlps = 2, kNarrowUlps = 1;
  if (const auto* tuple = value.As<TupleValue>()) {
    TupleValue moved;
    for (const Value& field : tuple->fields) moved.fields.push_back(MoveInput(field));
    return Value{std::move(moved)};
  }
  const auto* tensor = value.As<TensorValue>();
  if (tensor == nullptr || !tensor->tensor.dtype().IsFloating()) return value;
  Tensor moved = MoveTensor(tensor->tensor, tensor->tensor.dtype().bits <= 8 ? kNarrowUlps : kUlps);
  // Errors of what is computed are relative to what it is computed from.
  for (int64_t i = 0; i < moved.size(); ++i) {
    if (tensor->tensor.At(i).f == 0) moved.Set(i, tensor->tensor.At(i));
  }
  return Value{TensorValue{std::move(moved), tensor->device}};
}

}  // namespace assay
