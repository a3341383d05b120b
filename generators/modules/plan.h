// Plan: what one module is made of, drawn at its start (swarm testing: a random subset of features finds more than all
// of them at once). Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/feature.h"
#include "generators/modules/generate.h"
#include "ir/ops/op_spec.h"

namespace assay {

struct Plan {
  const GenOptions* options = nullptr;
  std::vector<const OpSpec*> ops;
  std::vector<DType> dtypes;
  Features features = 0;
  // Operator bindings still to be made, over all functions.
  int budget = 0;
  // Small constant extents that come back, so that shapes fit each other.
  std::vector<int64_t> extents;

  bool Has(Feature feature) const { return (features & BitOf(feature)) != 0; }
  // A dtype of the plan in the set; one outside the plan when the plan has none.
  DType PickDType(ByteSource& bytes, DTypeSet set) const;
};

// Whether a wish for `set` takes the dtype: floats of 8 bits and fewer only go where any dtype will do, as in TVM,
// where operators that want a float refuse them.
bool TakesDType(DTypeSet set, DType dtype);
Plan MakePlan(ByteSource& bytes, const GenOptions& options);
// Every dtype that generated tensors may have.
const std::vector<DType>& AllTensorDTypes();

}  // namespace assay
