// Types of calls on distributed tensors: what the plain operator gives, and how the operands' placements carry over to
// it, as TVM's dist.FInferType. Tested by sharding_test.cc.
#pragma once

#include "ir/ops/op_spec.h"

namespace assay {

// Whether an argument is a distributed tensor, so that the call is inferred here.
bool IsDistributedCall(const Call& call);
// Diag kTypeMismatch with rule "dist.mixed" when plain tensors stand among the distributed ones, "dist.operator" when
// the operator has no rule for distributed tensors, "dist.shape" when the rule needs to know a shape; otherwise as the
// plain operator's.
Result<const Type*> InferDistributed(const InferIn& in);
// A distributed tensor of these, with the place of the call in the Diag.
Result<const Type*> Distributed(const InferIn& in, const TensorType* tensor, const DeviceMesh* mesh,
                                std::string_view placement);
// The mesh and the placement that dist.annotate_sharding and dist.redistribute name; Diag kTypeMismatch when a loaded
// call holds something else there.
struct ShardingAttrs {
  const DeviceMesh* mesh = nullptr;
  std::string_view placement;
};
Result<ShardingAttrs> ShardingOf(const Call& call);

}  // namespace assay
