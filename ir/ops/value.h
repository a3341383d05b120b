// Value: what a Relax variable holds at run time. Shared by the rows' reference evaluation and by every engine.
// A Tensor is a handle: copies share elements, which nobody writes once they are visible,
// except through destination-passing calls that own them.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/node.h"
#include "ir/ops/trap.h"
#include "ir/support/source.h"
#include "ir/tensor/tensor.h"

namespace assay {

// Where a tensor lives. Every engine runs on the host and carries this along as a label, so that wrong device
// bookkeeping can be seen. Index into the module's vdevices; -1 for none.
using DeviceIndex = int32_t;

struct TensorValue {
  Tensor tensor;
  DeviceIndex device = -1;
};
struct ShapeValue {
  std::vector<int64_t> dims;
};
// A scalar of a PrimType.
struct PrimValue {
  Scalar scalar;
};
struct StringValue {
  std::string text;
};
struct DTypeValue {
  DType dtype;
};
struct NullValue {};
struct Value;
struct TupleValue {
  std::vector<Value> fields;
};
// Something only its engine understands (a closure, a storage block, a shape heap).
enum class ObjectKind : uint8_t { kClosure, kVmClosure, kStorage, kKilled, kHost };
class EngineObject {
 public:
  explicit EngineObject(ObjectKind object_kind) : kind(object_kind) {}
  virtual ~EngineObject() = default;
  const ObjectKind kind;
};
struct ObjectValue {
  std::shared_ptr<EngineObject> object;
};

struct Value {
  std::variant<NullValue, TensorValue, ShapeValue, PrimValue, StringValue, DTypeValue, TupleValue, ObjectValue> state;

  template <class T>
  const T* As() const {
    return std::get_if<T>(&state);
  }
};

// "tensor", "tuple", …: for messages.
std::string_view KindOf(const Value& value);
// With what it holds, a tensor's first elements: "float32[2] 1 2", "(shape [3], int64 4)".
std::string ValueText(const Value& value);
// For messages of tests (gtest).
void PrintTo(const Value& value, std::ostream* out);

// This engine (or row) cannot do it; not a bug of the program.
struct Refused {
  std::string why;
};
void PrintTo(const Refused& refused, std::ostream* out);

}  // namespace assay
