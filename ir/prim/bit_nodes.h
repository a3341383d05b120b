// TVM 0.27 has nodes for what were calls of intrinsics; its text names them where Python's sign would fold two numbers.
// Tested by print_test.cc of ir/text.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

#include "ir/prim/intrinsics.h"

namespace assay {

inline constexpr std::pair<IntrinsicId, std::string_view> kBitNodes[] = {
    {IntrinsicId::shift_left, "LShift"},      {IntrinsicId::shift_right, "RShift"},
    {IntrinsicId::bitwise_and, "BitwiseAnd"}, {IntrinsicId::bitwise_or, "BitwiseOr"},
    {IntrinsicId::bitwise_xor, "BitwiseXor"}, {IntrinsicId::bitwise_not, "BitwiseNot"},
};
// Empty: none.
constexpr std::string_view BitNodeOf(IntrinsicId id) {
  const auto* row = std::ranges::find(kBitNodes, id, &std::pair<IntrinsicId, std::string_view>::first);
  return row == std::end(kBitNodes) ? std::string_view() : row->second;
}
// The intrinsic's name in TVMScript; the name itself where it is of no such node.
inline std::string_view ScriptNameOfBitNode(std::string_view name) {
  const auto* row = std::ranges::find(kBitNodes, name, &std::pair<IntrinsicId, std::string_view>::second);
  return row == std::end(kBitNodes) ? name : IntrinsicRow(row->first).ScriptName();
}

}  // namespace assay
