// Values of runs as Python gets them. A tensor's elements are shared, not copied.
#pragma once

#include "ir/ops/value.h"
#include "ir/support/result.h"
#include "oracles/conform/argument_check.h"
#include "python/native/api.h"

namespace assay::python {

Datum ToDatum(const Value& value);
// As an argument for the parameter: an array of no dimension or a number where it is a scalar, of integers where it is
// a shape.
Result<Value> ToArgument(size_t index, const Param& param, const Datum& datum);

}  // namespace assay::python
