// How far each element of a result may be off: what CompareWithReference (tolerance.h) allows, as numbers. Tested by
// bounds_test.cc.
#pragma once

#include "oracles/core/tolerance.h"

namespace assay {

// How much of the spread of the perturbed runs is allowed: the perturbations are full-size, their sum is not linear.
inline constexpr double kSpreadFactor = 4;

// Of the form of the reference's value: a float64 tensor in place of each tensor and scalar, of the same shape, that
// holds the largest distance that is no error; 0 where the value must be the same, infinity where the perturbed runs
// say that it may be anything (another finiteness, integer or shape). Null values stand for what has no elements. The
// reference must have given a value.
Value BoundsOf(const ReferenceOutcome& reference);

}  // namespace assay
