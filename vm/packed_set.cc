#include "vm/packed_set.h"

#include <algorithm>
#include <vector>

namespace assay {
namespace {

using Numbers = std::vector<int64_t>;

Outcome Bad(std::string_view name) {
  return MakeTrap(TrapKind::kArgument, std::string(name) + " wants a tensor and scalars");
}
Value Longs(const Numbers& numbers, std::vector<int64_t> shape) {
  return Value{TensorValue{Tensor::Ints(DType::Int(64), std::move(shape), numbers), -1}};
}

// A total order: NaN is one value above all others, both zeros are one.
bool IsLess(Scalar a, Scalar b) {
  bool a_nan = !scalar::Eq(a, a).IsTrue(), b_nan = !scalar::Eq(b, b).IsTrue();
  return a_nan ? false : b_nan || scalar::Lt(a, b).IsTrue();
}

// A tensor as slices along one axis: element number n of slice i stands at outer + i * stride + inner.
struct Slices {
  Tensor tensor;
  int64_t outer = 1, count = 1, stride = 1;

  Slices(Tensor x, size_t axis) : tensor(std::move(x)) {
    for (size_t d = 0; d < tensor.shape().size(); ++d) {
      if (d < axis) outer *= tensor.shape()[d];
      if (d == axis) count = tensor.shape()[d];
      if (d > axis) stride *= tensor.shape()[d];
    }
  }
  Scalar At(int64_t slice, int64_t n) const {
    return tensor.At(n / stride * count * stride + slice * stride + n % stride);
  }
  // Less than 0 where slice i stands before j, 0 where they are one.
  int Order(int64_t i, int64_t j) const {
    for (int64_t n = 0; n < outer * stride; ++n) {
      Scalar a = At(i, n), b = At(j, n);
      if (IsLess(a, b)) return -1;
      if (IsLess(b, a)) return 1;
    }
    return 0;
  }
};

bool FlagAt(std::span<const Value> args, size_t i) {
  const auto* flag = i < args.size() ? args[i].As<PrimValue>() : nullptr;
  return flag != nullptr && flag->scalar.IsTrue();
}

// What unique finds: for each distinct slice its first occurrence, for each slice the number of its distinct one.
struct Found {
  Numbers firsts, inverse;
};
Found FindDistinct(const Slices& slices, bool sorted) {
  Found found;
  Numbers first_of;
  for (int64_t i = 0; i < slices.count; ++i) {
    int64_t first = 0;
    while (first < i && slices.Order(first, i) != 0) ++first;
    first_of.push_back(first);
    if (first == i) found.firsts.push_back(i);
  }
  if (sorted) {
    std::sort(found.firsts.begin(), found.firsts.end(), [&](int64_t a, int64_t b) { return slices.Order(a, b) < 0; });
  }
  for (int64_t first : first_of) {
    found.inverse.push_back(std::find(found.firsts.begin(), found.firsts.end(), first) - found.firsts.begin());
  }
  return found;
}
Tensor Chosen(const Slices& slices, size_t axis, const Numbers& firsts) {
  std::vector<int64_t> shape = slices.tensor.shape();
  shape[axis] = static_cast<int64_t>(firsts.size());
  Tensor chosen(slices.tensor.dtype(), shape);
  for (int64_t at = 0; at < chosen.size(); ++at) {
    int64_t slice = at / slices.stride % shape[axis], outer = at / slices.stride / shape[axis];
    chosen.Set(at, slices.At(firsts[static_cast<size_t>(slice)], outer * slices.stride + at % slices.stride));
  }
  return chosen;
}

}  // namespace

Outcome PackedUnique(std::span<const Value> args) {
  const auto* x = args.empty() ? nullptr : args[0].As<TensorValue>();
  const auto* axis_value = args.size() > 5 ? args[5].As<PrimValue>() : nullptr;
  if (x == nullptr || args.size() < 5) return Bad("relax.run.unique");
  bool flat = axis_value == nullptr || x->tensor.rank() == 0;
  int64_t axis = flat ? 0 : axis_value->scalar.AsInt();
  if (axis < 0) axis += x->tensor.rank();
  if (axis < 0 || (!flat && axis >= x->tensor.rank())) return Bad("relax.run.unique");
  Slices slices(flat ? x->tensor.Reshaped({x->tensor.size()}) : x->tensor, static_cast<size_t>(axis));
  Found found = FindDistinct(slices, FlagAt(args, 1));
  auto length = static_cast<int64_t>(found.firsts.size());
  Numbers counts(found.firsts.size(), 0);
  for (int64_t number : found.inverse) ++counts[static_cast<size_t>(number)];
  TupleValue results{{Value{TensorValue{Chosen(slices, static_cast<size_t>(axis), found.firsts), x->device}}}};
  if (FlagAt(args, 2)) results.fields.push_back(Longs(found.firsts, {length}));
  if (FlagAt(args, 3)) results.fields.push_back(Longs(found.inverse, {slices.count}));
  if (FlagAt(args, 4)) results.fields.push_back(Longs(counts, {length}));
  if (results.fields.size() == 1) return results.fields[0];
  return Value{std::move(results)};
}

Outcome PackedNonzero(std::span<const Value> args) {
  const auto* x = args.empty() ? nullptr : args[0].As<TensorValue>();
  if (x == nullptr) return Bad("relax.run.nonzero");
  std::vector<int64_t> shape = x->tensor.shape();
  if (shape.empty()) shape = {1};
  Numbers hits;
  for (int64_t i = 0; i < x->tensor.size(); ++i) {
    if (x->tensor.At(i).IsTrue()) hits.push_back(i);
  }
  Numbers rows;
  int64_t stride = x->tensor.size();
  for (int64_t extent : shape) {
    stride = extent == 0 ? 0 : stride / extent;
    for (int64_t hit : hits) rows.push_back(hit / stride % extent);
  }
  return Longs(rows, {static_cast<int64_t>(shape.size()), static_cast<int64_t>(hits.size())});
}

}  // namespace assay
