#include "fuzzers/bench/kernel_runs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "generators/modules/values.h"
#include "ir/builder.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr Budget kBudget{.steps = 2'000'000, .bytes = int64_t{1} << 28};

std::string OutcomeText(const Outcome& outcome) {
  if (const auto* trap = std::get_if<Trap>(&outcome)) {
    return fmt::format("trap {}: {} at {}", TrapKindName(trap->kind), trap->message, trap->span.begin);
  }
  if (const auto* refused = std::get_if<Refused>(&outcome)) return "refused: " + refused->why;
  if (std::holds_alternative<OutOfBudget>(outcome)) return "out of budget";
  const auto* prim = std::get_if<Value>(&outcome)->As<PrimValue>();
  return prim == nullptr ? "done" : fmt::format("returns {} {:#x}", DTypeName(prim->scalar.dtype), prim->scalar.u);
}

// Finite ones.
double LargestOf(std::span<const Value> args) {
  double largest = 1;
  for (const Value& value : args) {
    const auto* tensor = value.As<TensorValue>();
    if (tensor == nullptr || !tensor->tensor.dtype().IsFloating()) continue;
    for (int64_t k = 0; k < tensor->tensor.size(); ++k) {
      double magnitude = std::abs(tensor->tensor.At(k).AsDouble());
      if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
    }
  }
  return largest;
}

bool AreNear(const Scalar& a, const Scalar& b, int bits, double largest) {
  if (!a.dtype.IsFloating()) return false;
  // Where infinity comes in depends on the order.
  if (!std::isfinite(a.AsDouble()) && !std::isfinite(b.AsDouble())) return true;
  constexpr double kHalf = 1.0 / 64, kSingle = 1e-4, kDouble = 1e-10;
  double of = bits <= 16 ? kHalf : bits == 32 ? kSingle : kDouble;
  return std::abs(a.AsDouble() - b.AsDouble()) <= of * largest;
}

}  // namespace

Observed Observe(Kernel& kernel, std::span<const Value> args) {
  Observed observed;
  observed.args = OwnedCopies(args);
  Meter meter(kBudget);
  Outcome outcome = kernel.Run(observed.args, observed.args.size(), meter);
  const auto* trap = std::get_if<Trap>(&outcome);
  observed.trap = trap != nullptr;
  if (trap != nullptr) observed.trap_kind = trap->kind;
  observed.out_of_budget = std::holds_alternative<OutOfBudget>(outcome);
  observed.undefined = trap != nullptr && trap->kind == TrapKind::kReadBeforeWrite;
  observed.outcome = OutcomeText(outcome);
  observed.steps_left = *meter.steps();
  return observed;
}

std::string FirstDifference(const Observed& want, const Observed& got, int rounds_to) {
  double largest = rounds_to > 0 ? LargestOf(want.args) : 0;
  for (size_t i = 0; i < want.args.size(); ++i) {
    const auto *a = want.args[i].As<TensorValue>(), *b = got.args[i].As<TensorValue>();
    for (int64_t k = 0; a != nullptr && k < a->tensor.size(); ++k) {
      if (SameBits(a->tensor.At(k), b->tensor.At(k))) continue;
      if (rounds_to > 0 && AreNear(a->tensor.At(k), b->tensor.At(k), rounds_to, largest)) continue;
      return fmt::format("argument {} element {}: {} against {}", i, k, ToText(b->tensor.At(k)),
                         ToText(a->tensor.At(k)));
    }
  }
  return {};
}

int NarrowestFloat(const PrimFunc& func) {
  int bits = 0;
  auto see = [&](DType dtype) {
    if (dtype.IsFloating() && (bits == 0 || dtype.bits < bits)) bits = dtype.bits;
  };
  WalkBeforeChildren(&func, [&](const Node* node) {
    if (const auto* buffer = As<Buffer>(node)) see(buffer->dtype);
    if (const auto* cast = As<Cast>(node)) see(DTypeOf(cast));
    return true;
  });
  return bits;
}

std::vector<Value> WithSpecialValues(std::span<const Value> args, uint64_t seed) {
  ByteSource bytes = ByteSource::FromSeed(seed);
  std::vector<Value> special(args.begin(), args.end());
  for (Value& value : special) {
    const auto* tensor = value.As<TensorValue>();
    if (tensor == nullptr) continue;
    value = Value{
        TensorValue{RandomTensor(bytes, tensor->tensor.dtype(), tensor->tensor.shape(), ValueStyle::kSpecial), -1}};
  }
  return special;
}

}  // namespace assay
