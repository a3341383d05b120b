// ExactInt: integer arithmetic as numbers, where int64 holds them. Tested by exact_int_test.cc.
#pragma once

#include <algorithm>
#include <optional>

#include "ir/prim/binary_function.h"
#include "ir/tensor/int_division.h"

namespace assay {

// Of one of the binary kinds; truth values are 0 and 1. Nothing for a division by 0, and for what 64 bits do not hold.
inline std::optional<int64_t> ExactInt(NodeKind kind, int64_t a, int64_t b) {
  int64_t out = 0;
  auto checked = [&](bool overflows) { return overflows ? std::nullopt : std::optional(out); };
  if (IsDivision(kind) && b == 0) return std::nullopt;
  bool overflows = a == INT64_MIN && b == -1;
  switch (kind) {
    case NodeKind::kAdd: return checked(__builtin_add_overflow(a, b, &out));
    case NodeKind::kSub: return checked(__builtin_sub_overflow(a, b, &out));
    case NodeKind::kMul: return checked(__builtin_mul_overflow(a, b, &out));
    case NodeKind::kDiv: return overflows ? std::nullopt : std::optional(TruncQuotient(a, b));
    case NodeKind::kMod: return TruncRemainder(a, b);
    case NodeKind::kFloorDiv: return overflows ? std::nullopt : std::optional(FloorQuotient(a, b));
    case NodeKind::kFloorMod: return FloorRemainder(a, b);
    case NodeKind::kMin: return std::min(a, b);
    case NodeKind::kMax: return std::max(a, b);
    case NodeKind::kEQ: return a == b;
    case NodeKind::kNE: return a != b;
    case NodeKind::kLT: return a < b;
    case NodeKind::kLE: return a <= b;
    case NodeKind::kGT: return a > b;
    case NodeKind::kGE: return a >= b;
    case NodeKind::kAnd: return a != 0 && b != 0;
    case NodeKind::kOr: return a != 0 || b != 0;
    // other kinds: no binary operators
    default: return std::nullopt;
  }
}

}  // namespace assay
