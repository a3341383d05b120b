// What TVM's arithmetic makes of an integer expression: the question as a kernel's text, and claims out of the
// answer's. Tested by tvm_claims_test.cc.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "oracles/core/arithmetic.h"
#include "oracles/core/refusal.h"

namespace assay {

// A module whose kernel `main` evaluates the expression, of its variables as parameters.
Module KernelOf(Context& ctx, const ArithmeticExpr& one);
// Least and greatest value of each variable.
nlohmann::json RangesOf(const ArithmeticExpr& one);
// {"by": [names], "text": "…"}: the kernel in the text evaluates both sides of each claim in turn, of parameters in the
// same order. Refusal kCannot of what assay cannot read.
Answer<std::vector<ArithmeticClaim>> ClaimsIn(Context& ctx, const nlohmann::json& answer, const ArithmeticExpr& one);

}  // namespace assay
