// Small things that all engines share.
#include "vm/engine.h"

namespace assay {

// Depth is that of the value's type.
// recursion: values nest no deeper than their types
std::vector<Value> OwnedCopies(std::span<const Value> values) {
  std::vector<Value> copies;
  for (const Value& value : values) {
    if (const auto* tensor = value.As<TensorValue>()) {
      copies.push_back(
          Value{TensorValue{tensor->tensor.empty_handle() ? Tensor() : tensor->tensor.Clone(), tensor->device}});
    } else if (const auto* tuple = value.As<TupleValue>()) {
      copies.push_back(Value{TupleValue{OwnedCopies(tuple->fields)}});
    } else {
      copies.push_back(value);
    }
  }
  return copies;
}

Trap MakeTrap(TrapKind kind, std::string message, SourceSpan span) {
  return {.kind = kind, .message = std::move(message), .span = span};
}

}  // namespace assay
