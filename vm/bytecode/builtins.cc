// Memory, tuples and tensors; and the table of all builtins.
#include "vm/bytecode/builtins.h"

#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/guarded_memory.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

// A block of memory that tensors are laid into. Watched storage has no memory of its own: its tensors have.
struct Storage : EngineObject {
  Storage() : EngineObject(ObjectKind::kStorage) {}
  std::shared_ptr<std::byte[]> bytes;
  int64_t size = 0;
  // Why there is no memory behind it: what is laid into it says of which shape and size it is.
  std::string invalid;
  int64_t watched_as = 0;
  mutable std::vector<std::weak_ptr<Tenant>> tenants;
};

Outcome Bad(std::string_view builtin, const BuiltinSite& site) {
  return MakeTrap(TrapKind::kArgument,
                  fmt::format("vm.builtin.{} is called with other arguments than it takes", builtin), site.span);
}

std::string ResultName(const BuiltinSite& site) {
  std::string_view name = site.name.empty() ? "a tensor" : site.name;
  return site.line == 0 ? std::string(name) : fmt::format("{} (line {})", name, site.line);
}

Outcome Copy(std::span<const Value> args, const BuiltinSite& site) {
  return args.size() == 1 ? args[0] : Bad("copy", site);
}
Outcome Null(std::span<const Value>, const BuiltinSite&) { return Value{NullValue{}}; }
// What TVM's machine code for Relax functions crashes on: null values have no register there.
Outcome KillNull(std::span<const Value>, const BuiltinSite& site) {
  return MakeTrap(TrapKind::kKillOfNull, "a null value is killed", site.span);
}
Outcome MakeTuple(std::span<const Value> args, const BuiltinSite&) {
  return Value{TupleValue{{args.begin(), args.end()}}};
}

Outcome TupleGetItem(std::span<const Value> args, const BuiltinSite& site) {
  const auto* tuple = args.empty() ? nullptr : args[0].As<TupleValue>();
  std::optional<int64_t> index = IntArg(args, 1);
  if (tuple == nullptr || !index || *index < 0 || *index >= static_cast<int64_t>(tuple->fields.size())) {
    return MakeTrap(TrapKind::kTupleIndex, "a value has no such item", site.span);
  }
  return tuple->fields[static_cast<size_t>(*index)];
}

// (size, device, dtype, scope): bytes that hold a recognisable pattern until they are written. A size that there cannot
// be traps where a tensor is laid into it: sizes are products that wrap around, shapes say what was meant.
Outcome AllocStorage(std::span<const Value> args, const BuiltinSite& site) {
  const ShapeValue* shape = ShapeArg(args, 0);
  if (shape == nullptr) return Bad("alloc_storage", site);
  Result<int64_t> size = CheckedElementCount(shape->dims);
  auto storage = std::make_shared<Storage>();
  if (!size.ok()) {
    storage->invalid =
        fmt::format("invalid storage of {} bytes: expected from 0 to 1 GiB, the most that one tensor holds",
                    fmt::join(shape->dims, " x "));
    return Value{ObjectValue{std::move(storage)}};
  }
  storage->size = *size;
  if (site.shadow != nullptr) {
    storage->watched_as = site.shadow->NewStorage();
    return Value{ObjectValue{std::move(storage)}};
  }
  if (!site.meter.Allocate(*size)) return site.meter.Spent();
  // Tensors in it are as aligned as their elements.
  storage->bytes = MakeTensorBytes((static_cast<size_t>(*size) + 7) / 8 * 8);
  std::memset(storage->bytes.get(), site.poison, static_cast<size_t>(*size));
  return Value{ObjectValue{std::move(storage)}};
}

// (storage, offset in bytes, shape, dtype, device)
Outcome AllocTensor(std::span<const Value> args, const BuiltinSite& site) {
  const auto* object = args.empty() ? nullptr : args[0].As<ObjectValue>();
  bool is_storage = object != nullptr && object->object->kind == ObjectKind::kStorage;
  const auto* storage = is_storage ? static_cast<const Storage*>(object->object.get()) : nullptr;
  std::optional<int64_t> offset = IntArg(args, 1);
  const ShapeValue* shape = ShapeArg(args, 2);
  const auto* dtype = args.size() < 4 ? nullptr : args[3].As<DTypeValue>();
  bool good = storage != nullptr && offset && shape != nullptr && dtype != nullptr;
  if (!good || dtype->dtype.IsVoid() || dtype->dtype.lanes < 1) return Bad("alloc_tensor", site);
  Result<int64_t> bytes = CheckedByteCount(dtype->dtype, shape->dims);
  if (!bytes.ok()) return MakeTrap(TrapKind::kOutOfMemory, bytes.error().message, site.span);
  if (!storage->invalid.empty()) return MakeTrap(TrapKind::kOutOfMemory, storage->invalid, site.span);
  if (*offset < 0 || *bytes > storage->size - *offset) {
    return MakeTrap(TrapKind::kOutOfBounds,
                    fmt::format("a tensor of {} {} at {} does not fit into a storage of {} {}", *bytes,
                                Plural(static_cast<uint64_t>(*bytes), "byte"), *offset, storage->size,
                                Plural(static_cast<uint64_t>(storage->size), "byte")),
                    site.span);
  }
  if (storage->watched_as == 0) {
    return Value{TensorValue{Tensor::InStorage(dtype->dtype, shape->dims, storage->bytes, *offset), -1}};
  }
  // Empty ones take room, too.
  if (!site.meter.Allocate(*bytes + int64_t{sizeof(Tenant)})) return site.meter.Spent();
  auto own = site.shadow->Place(storage->watched_as, storage->tenants, *offset, *bytes, ResultName(site));
  return Value{TensorValue{Tensor::InStorage(dtype->dtype, shape->dims, std::move(own), 0), -1}};
}

Outcome Reshape(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* tensor = TensorArg(args, 0);
  const ShapeValue* shape = ShapeArg(args, 1);
  if (tensor == nullptr || shape == nullptr) return Bad("reshape", site);
  Result<int64_t> count = CheckedElementCount(shape->dims);
  if (!count.ok() || *count != tensor->size()) {
    return MakeTrap(TrapKind::kShape,
                    fmt::format("{} elements cannot take shape [{}]", tensor->size(), fmt::join(shape->dims, ", ")),
                    site.span);
  }
  return Value{TensorValue{tensor->Reshaped(shape->dims), args[0].As<TensorValue>()->device}};
}

// (tensor, device type, device id, scope): every device is the host; the label goes along.
Outcome ToDevice(std::span<const Value> args, const BuiltinSite& site) {
  const Tensor* tensor = TensorArg(args, 0);
  if (tensor == nullptr) return Bad("to_device", site);
  return Value{TensorValue{*tensor, args[0].As<TensorValue>()->device}};
}

struct Entry {
  std::string_view name;
  BuiltinFn fn;
};
constexpr Entry kEntries[] = {
    {"vm.builtin.copy", Copy},
    {"vm.builtin.null_value", Null},
    {"vm.builtin.kill_null", KillNull},
    {"vm.builtin.make_tuple", MakeTuple},
    {"vm.builtin.tuple_getitem", TupleGetItem},
    {"vm.builtin.alloc_storage", AllocStorage},
    {"vm.builtin.alloc_tensor", AllocTensor},
    {"vm.builtin.reshape", Reshape},
    {"vm.builtin.to_device", ToDevice},
    {"vm.builtin.ensure_zero_offset", Copy},
    {"vm.builtin.alloc_shape_heap", AllocShapeHeap},
    {"vm.builtin.match_shape", MatchShape},
    {"vm.builtin.match_prim_value", MatchPrimValue},
    {"vm.builtin.make_shape", MakeShapeValue},
    {"vm.builtin.make_prim_value", MakePrimValue},
    {"vm.builtin.check_tensor_info", CheckTensorInfo},
    {"vm.builtin.check_shape_info", CheckShapeInfo},
    {"vm.builtin.check_prim_value_info", CheckPrimValueInfo},
    {"vm.builtin.check_tuple_info", CheckTupleInfo},
    {"vm.builtin.check_func_info", CheckFuncInfo},
    {"vm.builtin.shape_of", ShapeOf},
    {"vm.builtin.tensor_to_shape", TensorToShape},
    {"relax.run.shape_to_tensor", ShapeToTensor},
    {"vm.builtin.inspect.tensor_dtype_code", InspectDTypeCode},
    {"vm.builtin.inspect.tensor_dtype_bits", InspectDTypeBits},
    {"vm.builtin.inspect.tensor_dtype_lanes", InspectDTypeLanes},
    {"vm.builtin.inspect.tensor_ndim", InspectRank},
    {"vm.builtin.inspect.tensor_shape_i", InspectExtent},
    {"vm.builtin.inspect.tensor_stride_i", InspectStride},
    {"vm.builtin.inspect.tensor_byte_offset", InspectOffset},
    {"vm.builtin.inspect.tensor_elem_offset", InspectOffset},
};

}  // namespace

BuiltinFn FindBuiltin(std::string_view name) {
  for (const Entry& entry : kEntries) {
    if (entry.name == name) return entry.fn;
  }
  return nullptr;
}

}  // namespace assay
