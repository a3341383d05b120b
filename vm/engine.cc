// Small things that all engines share.
#include "vm/engine.h"

namespace assay {

std::string_view KindOf(const Value& value) {
  // In the order of Value's alternatives.
  constexpr std::string_view kNames[] = {"null", "tensor", "shape", "prim", "string", "dtype", "tuple", "object"};
  return kNames[value.state.index()];
}

Trap MakeTrap(std::string_view kind, std::string message, SourceSpan span) {
  return {.kind = std::string(kind), .message = std::move(message), .span = span};
}

}  // namespace assay
