// How precisely the uses of each variable need it: what ToMixedPrecision decides from. Tested by
// testdata/to_mixed_precision.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/module.h"
#include "ir/ops/op_spec.h"

namespace assay {

// Bits of each tensor of a value: 0 where nothing uses it, 16 where only operators do that work in float16 anyway, else
// 32. -1 where there is no tensor.
struct NestedBits {
  int bits = -1;
  std::vector<NestedBits> fields;
};

// Every tensor of the type needed with `bits`.
NestedBits BitsOf(const Type* type, int bits);
// Whether the type is of tensors, and tuples of such, only.
bool IsNestedTensor(const Type* type);

// What ToMixedPrecision does with a call: its row's policy, but integers and float64 are left alone.
MixedPolicy PolicyOf(const Call* call);

// By use in dataflow blocks, in results and in what is no operator.
std::unordered_map<const Var*, NestedBits> FindPrecisionUses(const Function* func);

}  // namespace assay
