// The vector forms of exp, compiled once for the baseline and once for AVX2: how a vector is passed depends on what the
// whole file is compiled for. Includes nothing that another file might share as an inline function.
#pragma once

#include "ir/tensor/exp.h"

// float32 goes by way of doubles, as in the scalar function. The quiet NaN is the canonical one.
#define ASSAY_VECTOR_EXP(symbol, Element, lanes)                                        \
  using Element##lanes = Element __attribute__((vector_size(sizeof(Element) * lanes))); \
  extern "C" Element##lanes symbol(Element##lanes x) {                                  \
    using Doubles = double __attribute__((vector_size(sizeof(double) * lanes)));        \
    using Bits = int64_t __attribute__((vector_size(sizeof(int64_t) * lanes)));         \
    Doubles wide = __builtin_convertvector(x, Doubles);                                 \
    Doubles value;                                                                      \
    assay::ExpOf<Doubles, Bits>(wide, value);                                           \
    value = value != value ? Doubles{} + __builtin_nan("") : value;                     \
    return __builtin_convertvector(value, Element##lanes);                              \
  }
