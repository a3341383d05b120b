// Shapes at run time: the heap of symbolic values, matching, making, and checks of types. Codes as TVM's runtime.
#include <fmt/format.h>

#include "ir/support/plural.h"
#include "vm/bytecode/builtins.h"

namespace assay {
namespace {

// runtime::vm::MatchShapeCode and MakeShapeCode.
constexpr int64_t kAssertEqualToImm = 0, kStoreToHeap = 1, kNoOp = 2, kAssertEqualToLoad = 3;
constexpr int64_t kUseImm = 0;

Outcome Nothing() { return Value{TupleValue{}}; }
Outcome BadArguments(std::string_view builtin, SourceSpan span) {
  return MakeTrap(TrapKind::kArgument,
                  fmt::format("vm.builtin.{} is called with other arguments than it takes", builtin), span);
}
Outcome Mismatch(std::string_view context, std::string message, SourceSpan span) {
  return MakeTrap(TrapKind::kMatchCast, fmt::format("{}{}", context, message), span);
}

// One int64 on the heap; false when the index is off or the heap is none.
bool LoadHeap(const Tensor* heap, int64_t index, int64_t& value) {
  if (heap == nullptr || heap->dtype() != DType::Int(64) || index < 0 || index >= heap->size()) return false;
  value = heap->At(index).i;
  return true;
}
bool StoreHeap(const Tensor* heap, int64_t index, int64_t value) {
  if (heap == nullptr || heap->dtype() != DType::Int(64) || index < 0 || index >= heap->size()) return false;
  Tensor target = *heap;
  target.Set(index, Scalar::Int(DType::Int(64), value));
  return true;
}

// Matches one extent; nothing when it fits.
std::optional<Outcome> MatchOne(int64_t extent, int64_t code, int64_t argument, const Tensor* heap,
                                std::string_view context, SourceSpan span) {
  int64_t expected = extent;
  if (code == kAssertEqualToImm) {
    expected = argument;
  } else if (code == kStoreToHeap) {
    if (!StoreHeap(heap, argument, extent)) return BadArguments("match_shape", span);
  } else if (code == kAssertEqualToLoad) {
    if (!LoadHeap(heap, argument, expected)) return BadArguments("match_shape", span);
  } else if (code != kNoOp) {
    return BadArguments("match_shape", span);
  }
  if (expected == extent) return std::nullopt;
  return Mismatch(context, fmt::format("expected an extent of {}, got {}", expected, extent), span);
}

}  // namespace

Outcome AllocShapeHeap(std::span<const Value> args, const BuiltinSite& site) {
  std::optional<int64_t> size = IntArg(args, 0);
  Result<Tensor> heap = Tensor::Make(DType::Int(64), {size.value_or(-1)});
  if (!heap.ok()) return BadArguments("alloc_shape_heap", site.span);
  if (!site.meter.Allocate(heap->byte_count())) return site.meter.Spent();
  return Value{TensorValue{*std::move(heap), -1}};
}

// (tensor or shape, heap, n, n × (code, argument), context)
Outcome MatchShape(std::span<const Value> args, const BuiltinSite& site) {
  std::span<const int64_t> dims;
  if (const Tensor* tensor = TensorArg(args, 0))
    dims = tensor->shape();
  else if (const ShapeValue* shape = ShapeArg(args, 0))
    dims = shape->dims;
  else
    return Mismatch(args.empty() ? "" : TextArg(args, args.size() - 1), "expected a tensor or a shape", site.span);
  std::optional<int64_t> rank = IntArg(args, 2);
  if (!rank || *rank < 0 || args.size() != 4 + 2 * static_cast<size_t>(*rank))
    return BadArguments("match_shape", site.span);
  std::string_view context = TextArg(args, args.size() - 1);
  if (static_cast<int64_t>(dims.size()) != *rank) {
    return Mismatch(context,
                    fmt::format("expected {}, got {}", Counted(static_cast<uint64_t>(*rank), "dimension"), dims.size()),
                    site.span);
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    std::optional<int64_t> code = IntArg(args, 3 + 2 * i), argument = IntArg(args, 4 + 2 * i);
    if (!code || !argument) return BadArguments("match_shape", site.span);
    if (auto failed = MatchOne(dims[i], *code, *argument, TensorArg(args, 1), context, site.span)) return *failed;
  }
  return Nothing();
}

// (scalar, heap, code, argument, context)
Outcome MatchPrimValue(std::span<const Value> args, const BuiltinSite& site) {
  std::optional<int64_t> value = IntArg(args, 0), code = IntArg(args, 2), argument = IntArg(args, 3);
  if (args.size() != 5 || !value || !code || !argument) return BadArguments("match_prim_value", site.span);
  auto failed = MatchOne(*value, *code, *argument, TensorArg(args, 1), TextArg(args, 4), site.span);
  return failed ? *failed : Nothing();
}

// (heap, n, n × (code, argument))
Outcome MakeShapeValue(std::span<const Value> args, const BuiltinSite& site) {
  std::optional<int64_t> rank = IntArg(args, 1);
  if (!rank || *rank < 0 || args.size() != 2 + 2 * static_cast<size_t>(*rank))
    return BadArguments("make_shape", site.span);
  ShapeValue shape;
  for (size_t i = 0; i < static_cast<size_t>(*rank); ++i) {
    std::optional<int64_t> code = IntArg(args, 2 + 2 * i), argument = IntArg(args, 3 + 2 * i);
    int64_t dim = argument.value_or(0);
    bool good = code && argument && (*code == kUseImm || LoadHeap(TensorArg(args, 0), *argument, dim));
    if (!good) return BadArguments("make_shape", site.span);
    shape.dims.push_back(dim);
  }
  return Value{std::move(shape)};
}

// (heap, code, argument)
Outcome MakePrimValue(std::span<const Value> args, const BuiltinSite& site) {
  std::optional<int64_t> code = IntArg(args, 1), argument = IntArg(args, 2);
  int64_t value = argument.value_or(0);
  bool good = code && argument && (*code == kUseImm || LoadHeap(TensorArg(args, 0), *argument, value));
  if (!good) return BadArguments("make_prim_value", site.span);
  return Value{PrimValue{Scalar::Int(DType::Int(64), value)}};
}

// (value, rank, dtype or null, context)
Outcome CheckTensorInfo(std::span<const Value> args, const BuiltinSite& site) {
  if (args.size() < 3) return BadArguments("check_tensor_info", site.span);
  std::string_view context = TextArg(args, args.size() - 1);
  const Tensor* tensor = TensorArg(args, 0);
  if (tensor == nullptr)
    return Mismatch(context, fmt::format("expected a tensor, got a {}", KindOf(args[0])), site.span);
  int64_t rank = IntArg(args, 1).value_or(-1);
  if (rank >= 0 && tensor->rank() != rank) {
    return Mismatch(context, fmt::format("expected a tensor of rank {}, got rank {}", rank, tensor->rank()), site.span);
  }
  const auto* dtype = args[2].As<DTypeValue>();
  if (dtype != nullptr && dtype->dtype != tensor->dtype()) {
    return Mismatch(
        context,
        fmt::format("expected a tensor of {}, got one of {}", DTypeName(dtype->dtype), DTypeName(tensor->dtype())),
        site.span);
  }
  return Nothing();
}

Outcome CheckShapeInfo(std::span<const Value> args, const BuiltinSite& site) {
  const ShapeValue* shape = ShapeArg(args, 0);
  std::string_view context = args.empty() ? std::string_view() : TextArg(args, args.size() - 1);
  int64_t rank = IntArg(args, 1).value_or(-1);
  if (shape == nullptr) return Mismatch(context, "expected a shape", site.span);
  if (rank >= 0 && static_cast<int64_t>(shape->dims.size()) != rank) {
    return Mismatch(context,
                    fmt::format("expected a shape of {}, got {}", Counted(static_cast<uint64_t>(rank), "dimension"),
                                shape->dims.size()),
                    site.span);
  }
  return Nothing();
}

Outcome CheckPrimValueInfo(std::span<const Value> args, const BuiltinSite& site) {
  const auto* prim = args.empty() ? nullptr : args[0].As<PrimValue>();
  const auto* dtype = args.size() < 2 ? nullptr : args[1].As<DTypeValue>();
  if (dtype == nullptr) return BadArguments("check_prim_value_info", site.span);
  if (prim == nullptr || prim->scalar.dtype != dtype->dtype) {
    return Mismatch(TextArg(args, args.size() - 1), fmt::format("expected a scalar of {}", DTypeName(dtype->dtype)),
                    site.span);
  }
  return Nothing();
}

Outcome CheckTupleInfo(std::span<const Value> args, const BuiltinSite& site) {
  const auto* tuple = args.empty() ? nullptr : args[0].As<TupleValue>();
  int64_t size = IntArg(args, 1).value_or(-1);
  if (tuple == nullptr || static_cast<int64_t>(tuple->fields.size()) != size) {
    return Mismatch(args.empty() ? "" : TextArg(args, args.size() - 1),
                    fmt::format("expected a tuple of {}", Counted(static_cast<uint64_t>(size), "field")), site.span);
  }
  return Nothing();
}

Outcome CheckFuncInfo(std::span<const Value> args, const BuiltinSite& site) {
  if (!args.empty() && args[0].As<ObjectValue>() != nullptr) return Nothing();
  return Mismatch(args.empty() ? "" : TextArg(args, args.size() - 1), "expected a function", site.span);
}

Outcome ShapeOf(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* tensor = TensorArg(args, 0);
  if (tensor == nullptr) return BadArguments("shape_of", site.span);
  return Value{ShapeValue{tensor->shape()}};
}

Outcome TensorToShape(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* tensor = TensorArg(args, 0);
  if (tensor == nullptr || tensor->rank() != 1 || !tensor->dtype().IsInteger())
    return BadArguments("tensor_to_shape", site.span);
  ShapeValue shape;
  for (int64_t i = 0; i < tensor->size(); ++i) shape.dims.push_back(tensor->At(i).AsInt());
  return Value{std::move(shape)};
}

Outcome ShapeToTensor(std::span<const Value> args, const BuiltinSite& site) {
  const ShapeValue* shape = ShapeArg(args, 0);
  if (shape == nullptr) return BadArguments("shape_to_tensor", site.span);
  return Value{TensorValue{Tensor::Ints(DType::Int(64), {static_cast<int64_t>(shape->dims.size())}, shape->dims), -1}};
}

}  // namespace assay
