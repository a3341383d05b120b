#include "oracles/core/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/support/check.h"

namespace assay {
namespace {

constexpr double kAnything = std::numeric_limits<double>::infinity();

double BoundAt(const Tensor& want, const std::vector<const Tensor*>& runs, int64_t index) {
  double centre = want.At(index).AsDouble(), spread = 0;
  for (const Tensor* run : runs) {
    if (!want.dtype().IsFloating()) {
      if (!SameBits(run->At(index), want.At(index))) return kAnything;
      continue;
    }
    double moved = run->At(index).AsDouble();
    if (!std::isfinite(moved) || !std::isfinite(centre)) return kAnything;
    spread = std::max(spread, std::fabs(moved - centre));
  }
  return kSpreadFactor * spread;
}

// A null run is one whose value is no tensor there, or that ended without a value.
Value BoundsOfTensor(const Tensor& want, const std::vector<const Tensor*>& runs) {
  bool same = std::ranges::all_of(runs, [&](const Tensor* run) {
    return run != nullptr && run->shape() == want.shape() && run->dtype() == want.dtype();
  });
  Tensor bounds(DType::Float(64), want.shape());
  std::span<double> elements = bounds.As<double>();
  for (int64_t i = 0; i < want.size(); ++i)
    elements[static_cast<size_t>(i)] = same ? BoundAt(want, runs, i) : kAnything;
  return {TensorValue{std::move(bounds)}};
}

// recursion: tuples nest no deeper than types
Value BoundsOfValue(const Value& want, const std::vector<const Value*>& runs) {
  if (const auto* tuple = want.As<TupleValue>()) {
    TupleValue bounds;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      std::vector<const Value*> fields;
      for (const Value* run : runs) {
        const auto* moved = run == nullptr ? nullptr : run->As<TupleValue>();
        fields.push_back(moved != nullptr && i < moved->fields.size() ? &moved->fields[i] : nullptr);
      }
      bounds.fields.push_back(BoundsOfValue(tuple->fields[i], fields));
    }
    return {std::move(bounds)};
  }
  // A scalar is compared with no bounds: it must be the same.
  if (const auto* prim = want.As<PrimValue>()) return BoundsOfTensor(Tensor::Of(prim->scalar), {});
  const auto* tensor = want.As<TensorValue>();
  if (tensor == nullptr) return {};
  // A default-constructed handle has no elements and no dtype.
  if (tensor->tensor.empty_handle()) return {};
  std::vector<const Tensor*> tensors;
  for (const Value* run : runs) {
    const auto* moved = run == nullptr ? nullptr : run->As<TensorValue>();
    tensors.push_back(moved == nullptr ? nullptr : &moved->tensor);
  }
  return BoundsOfTensor(tensor->tensor, tensors);
}

}  // namespace

Value BoundsOf(const ReferenceOutcome& reference) {
  const auto* want = std::get_if<Value>(&reference.outcome);
  ASSAY_CHECK(want != nullptr, "bounds are of a value");
  std::vector<const Value*> runs;
  for (const Outcome& run : reference.perturbed) runs.push_back(std::get_if<Value>(&run));
  return BoundsOfValue(*want, runs);
}

}  // namespace assay
