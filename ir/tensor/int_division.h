// Division of integers by what is not 0, which wraps where the processor's stops: the least number over -1 is itself,
// with nothing left over. Tested by int_division_test.cc.
#pragma once

#include <cstdint>
#include <type_traits>

namespace assay {

// Toward zero, as Div and Mod. T is int64_t or __int128, where nothing is so small that it would wrap.
template <class T>
constexpr T TruncQuotient(T a, std::type_identity_t<T> b) {
  if (b != -1) return a / b;
  if constexpr (sizeof(T) > sizeof(int64_t)) return -a;
  return static_cast<T>(0 - static_cast<uint64_t>(a));
}
template <class T>
constexpr T TruncRemainder(T a, std::type_identity_t<T> b) {
  return b == -1 ? T{0} : a % b;
}

// Down, as FloorDiv and FloorMod: what is left over has the divisor's sign.
template <class T>
constexpr T FloorQuotient(T a, std::type_identity_t<T> b) {
  T rest = TruncRemainder(a, b);
  return TruncQuotient(a, b) - (rest != 0 && (rest < 0) != (b < 0) ? 1 : 0);
}
template <class T>
constexpr T FloorRemainder(T a, std::type_identity_t<T> b) {
  T rest = TruncRemainder(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

}  // namespace assay
