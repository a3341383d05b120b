// Which node fields may be null, by name: what the headers of the nodes say in words. All others hold a node, and a
// reader of bytes must see to it. Tested by serial_test.cc, which looks each name up in the nodes' own field lists.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>

#include "ir/node.h"

namespace assay {

struct OptionalField {
  NodeKind kind;
  std::string_view field;
};

// Lists stand here when single items of theirs may be null.
// other kinds: all fields hold a node
inline constexpr OptionalField kOptionalFields[] = {
    {NodeKind::kTensorType, "shape"},
    {NodeKind::kTensorType, "vdevice"},
    {NodeKind::kFuncType, "result"},
    {NodeKind::kCall, "attrs"},
    {NodeKind::kFunction, "ret_type"},
    {NodeKind::kFunction, "attrs"},
    {NodeKind::kPrimFunc, "buffers"},
    {NodeKind::kPrimFunc, "ret_type"},
    {NodeKind::kPrimFunc, "attrs"},
    {NodeKind::kBuffer, "elem_offset"},
    {NodeKind::kBufferLoad, "predicate"},
    {NodeKind::kBufferStore, "predicate"},
    {NodeKind::kIterVar, "dom"},
    {NodeKind::kIndexMap, "inverse_index_map"},
    {NodeKind::kAttrStmt, "node"},
    {NodeKind::kDeclBuffer, "data"},
    {NodeKind::kAllocBuffer, "annotations"},
    {NodeKind::kIfThenElse, "else_case"},
    {NodeKind::kFor, "step"},
    {NodeKind::kFor, "thread_binding"},
    {NodeKind::kFor, "annotations"},
    {NodeKind::kSBlock, "annotations"},
    {NodeKind::kSBlock, "init"},
    {NodeKind::kSBlockRealize, "predicate"},
};

constexpr bool IsOptionalField(NodeKind kind, std::string_view field) {
  for (const OptionalField& optional : kOptionalFields) {
    if (optional.kind == kind && optional.field == field) return true;
  }
  return false;
}
// The I-th field of node T, decided when compiling.
template <class T, size_t I>
inline constexpr bool kIsOptional = IsOptionalField(T::kKind, std::get<I>(T::kFields).name);

}  // namespace assay
