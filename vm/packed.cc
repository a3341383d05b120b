#include "vm/packed.h"

#include <algorithm>
#include <cstring>

#include "vm/arguments.h"
#include "vm/effects.h"
#include "vm/packed_set.h"

namespace assay {
namespace {

bool SameKind(const Tensor& a, const Tensor& b) { return a.dtype() == b.dtype() && a.shape() == b.shape(); }

Outcome BadArguments(std::string_view name) {
  return MakeTrap(TrapKind::kArgument, std::string(name) + " wants tensors of one shape and dtype");
}

// Copies its argument into the output.
Outcome IdentityDps(std::span<const Value> args) {
  const Tensor *x = TensorArg(args, 0), *out = TensorArg(args, 1);
  if (x == nullptr || out == nullptr || !SameKind(*x, *out)) return BadArguments("test.identity_dps");
  Tensor target = *out;
  if (x->byte_count() != 0) std::memmove(target.data(), x->data(), static_cast<size_t>(x->byte_count()));
  return Value{};
}

// Adds two tensors into the output.
Outcome AddDps(std::span<const Value> args) {
  const Tensor *x = TensorArg(args, 0), *y = TensorArg(args, 1), *out = TensorArg(args, 2);
  if (x == nullptr || y == nullptr || out == nullptr || !SameKind(*x, *out) || !SameKind(*y, *out)) {
    return BadArguments("test.add_dps");
  }
  Tensor target = *out;
  for (int64_t i = 0; i < target.size(); ++i) target.Set(i, scalar::Add(x->At(i), y->At(i)));
  return Value{};
}

Outcome Identity(std::span<const Value> args) {
  if (args.size() != 1) return BadArguments("test.identity");
  return args[0];
}

// A new tensor, element by element.
template <Scalar (*kApply)(Scalar, Scalar)>
Outcome Elementwise(std::span<const Value> args) {
  const Tensor *x = TensorArg(args, 0), *y = TensorArg(args, 1);
  if (x == nullptr || y == nullptr || !SameKind(*x, *y)) return BadArguments("test.vm");
  Tensor result(x->dtype(), x->shape());
  for (int64_t i = 0; i < result.size(); ++i) result.Set(i, kApply(x->At(i), y->At(i)));
  return Value{TensorValue{result, -1}};
}

// relax.run.print: the text is dropped.
Outcome Print(std::span<const Value>) { return Value{TupleValue{}}; }

// relax.run.assert_op(condition, format, …).
Outcome Assert(std::span<const Value> args) {
  const auto* prim = args.empty() ? nullptr : args[0].As<PrimValue>();
  const Tensor* tensor = TensorArg(args, 0);
  bool scalar = prim != nullptr || (tensor != nullptr && tensor->size() == 1);
  if (!scalar) return MakeTrap(TrapKind::kAssert, "the condition is no scalar");
  if (prim != nullptr ? prim->scalar.IsTrue() : tensor->At(0).IsTrue()) return Value{TupleValue{}};
  const auto* format = args.size() > 1 ? args[1].As<StringValue>() : nullptr;
  return MakeTrap(TrapKind::kAssert, format == nullptr ? "Assertion Failed" : format->text);
}

// runtime.TVMTensorCreateView(tensor, shape, dtype, offset in bytes): the bytes from there on, copied.
Outcome CreateView(std::span<const Value> args) {
  const Tensor* x = TensorArg(args, 0);
  const auto* shape = args.size() == 4 ? args[1].As<ShapeValue>() : nullptr;
  const auto* dtype = args.size() == 4 ? args[2].As<DTypeValue>() : nullptr;
  const auto* offset = args.size() == 4 ? args[3].As<PrimValue>() : nullptr;
  if (x == nullptr || shape == nullptr || dtype == nullptr || offset == nullptr)
    return MakeTrap(TrapKind::kArgument, "a view");
  Result<Tensor> view = Tensor::Make(dtype->dtype, shape->dims);
  if (!view.ok()) return MakeTrap(TrapKind::kOutOfMemory, view.error().message);
  int64_t from = offset->scalar.AsInt(), bytes = view->byte_count();
  if (from < 0 || from + bytes > x->byte_count())
    return MakeTrap(TrapKind::kOutOfBounds, "the view is not inside the tensor");
  if (bytes != 0) std::memcpy(view->data(), x->data() + from, static_cast<size_t>(bytes));
  return Value{TensorValue{*std::move(view), args[0].As<TensorValue>()->device}};
}

struct Entry {
  std::string_view name;
  PackedFn fn;
  // It writes into its last argument.
  bool writes = false;
};
constexpr Entry kEntries[] = {
    {"test.identity_dps", IdentityDps, true},
    {"test.add_dps", AddDps, true},
    {"test.identity", Identity},
    {"test.vm.move", Identity},
    {"test.vm.identity", IdentityDps, true},
    {"test.vm.add", Elementwise<scalar::Add>},
    {"test.vm.mul", Elementwise<scalar::Mul>},
    {"relax.run.print", Print},
    {"relax.run.assert_op", Assert},
    {"get_item", GetLazyItem},
    {"set_item", SetLazyItem},
    {"relax.run.unique", PackedUnique},
    {"relax.run.nonzero", PackedNonzero},
    {"runtime.TVMTensorCreateView", CreateView},
};

const Entry* Find(std::string_view name) {
  auto found = std::ranges::find(kEntries, name, &Entry::name);
  return found == std::end(kEntries) ? nullptr : found;
}

}  // namespace

PackedFn FindPacked(std::string_view name) {
  const Entry* entry = Find(name);
  return entry == nullptr ? nullptr : entry->fn;
}

bool PackedWrites(std::string_view name) {
  const Entry* entry = Find(name);
  return entry != nullptr && entry->writes;
}

}  // namespace assay
