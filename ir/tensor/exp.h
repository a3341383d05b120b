// exp for doubles, one at a time or several in a vector, from the same operations in the same order: what an
// interpreter computes element by element is to the bit what vectorised code computes. Within one unit in the last
// place. Tested by math_test.cc.
#pragma once

#include <cstdint>

namespace assay {

// `Real` is double or a vector of doubles, `Bits` int64_t or a vector of as many. Every step is exact or rounds once,
// and none of them branches. NaN stays NaN.
template <class Real, class Bits>
[[gnu::always_inline]] inline void ExpOf(const Real& argument, Real& result) {
  // Beyond these it is infinity and zero.
  const Real most_argument = Real{} + 710.0, least_argument = Real{} - 746.0;
  Real x = argument > most_argument ? most_argument : argument;
  x = x < least_argument ? least_argument : x;
  // Adding and taking away this rounds to an integer, which stands in the low bits of the sum.
  constexpr double kRound = 0x1.8p52;
  constexpr double kLog2E = 0x1.71547652b82fep0;
  Real power = (x * kLog2E + kRound) - kRound;
  // ln 2 in two parts, of which the first one has few enough bits for an exact product.
  Real near = x - power * 0x1.62e42fefa0000p-1;
  Real far = power * 0x1.cf79abc9e3b39p-40;
  Real rest = near - far;
  // exp(rest) by its series, |rest| <= ln 2 / 2: the first term left out is below 2^-57.
  Real square = rest * rest;
  Real low = (1.0 / 2) + rest * (1.0 / 6) + square * ((1.0 / 24) + rest * (1.0 / 120));
  Real middle = (1.0 / 720) + rest * (1.0 / 5040) + square * ((1.0 / 40320) + rest * (1.0 / 362880));
  Real high = (1.0 / 3628800) + rest * (1.0 / 39916800) + square * ((1.0 / 479001600) + rest * (1.0 / 6227020800));
  Real fourth = square * square;
  // What the largest sums lose is added to the smallest one.
  Real most = 1.0 + rest;
  Real lost = ((1.0 - most) + rest) + ((near - rest) - far);
  Real value = most + (lost + square * (low + fourth * (middle + fourth * high)));
  // 2 to the power in two steps, because it may be beyond the range by itself. The last one rounds a denormal once.
  Real half = (power * 0.5 + kRound) - kRound;
  Bits first = __builtin_bit_cast(Bits, half + (kRound + 1023)) << 52;
  Bits second = __builtin_bit_cast(Bits, (power - half) + (kRound + 1023)) << 52;
  result = value * __builtin_bit_cast(Real, first) * __builtin_bit_cast(Real, second);
}

}  // namespace assay
