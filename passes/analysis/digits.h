// Digits of a count in mixed radix, as fusing and splitting loops write them: x // 40, x % 40 // 5, x % 5. Tested by
// instances_test.cc.
#pragma once

#include "ir/builder.h"

namespace assay {

// A literal.
inline bool IsOne(const Expr* e) { return AsInt(e) != nullptr && AsInt(e)->value == 1; }

// whole % high // low.
struct Digit {
  const Expr* whole = nullptr;
  const Expr* low = nullptr;
  // Null for the slowest digit.
  const Expr* high = nullptr;
};
// Any expression is a digit of itself.
Digit DigitOf(Context& ctx, const Expr* e);
// Whether `fast` begins where `slow` ends, so that both are one digit: of one count, and next to each other.
bool AreNeighbours(Context& ctx, const Digit& slow, const Digit& fast);
// What both are together.
Digit Joined(const Digit& slow, const Digit& fast);
const Expr* ValueOf(Context& ctx, const Digit& digit);

}  // namespace assay
