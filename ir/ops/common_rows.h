// What the rows of different families have in common word by word. Tested through the rows by ops_table_test.cc.
#pragma once

#include <vector>

#include "ir/ops/infer_rules.h"
#include "ir/ops/op_spec.h"
#include "ir/ops/value.h"

namespace assay {

// ---- inference

// The type of the first argument, a tensor.
Result<const Type*> InferOperand(const InferIn& in);
// The same; broken precondition 1 where its dtype is known and no float.
Result<const Type*> InferFloatOperand(const InferIn& in);
// A tensor like the first argument, as SameAsFirst makes it.
Result<const Type*> InferLikeOperand(const InferIn& in);
// The attribute "dtype", or what the data has where that is void.
DType DTypeOfResult(const Call& call, DType data);

// ---- evaluation and lowering

Value TupleOf(std::vector<Value> fields);
// Whether the first argument is a tensor of bool.
bool HoldsBool(const Call& call);
// The kernel of reshape and flatten: element number by the result's shape, taken apart by x's.
Lowered LowerRefill(LowerSite& site, const Call& call);

// ---- sampling

// The operator of one tensor of any dtype, of rank 0 to 4.
const Call* SampleOfAnyTensor(SampleSite& site, const OpSpec& row);

}  // namespace assay
