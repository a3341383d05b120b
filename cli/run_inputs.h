// Arguments for `assay run`: from an archive, a JSON file, or a seed. Tested by cli_test.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/ops/value.h"
#include "ir/support/result.h"

namespace assay {

// Reads `path`, or makes random ones when it is empty. An .npz has arrays by parameter name, or in order: of no
// dimension for a scalar, of integers in a row for a shape, x_0, x_1, … for a tuple x; x.float8_e5m2 for an x whose
// dtype NumPy has no type for. What is neither .npz nor .npy is JSON. What a file holds is checked against the
// parameters; Diag kTypeMismatch names the argument.
Result<std::vector<Value>> RunInputs(const Module& module, const std::string& entry, const std::string& path,
                                     uint64_t seed);

// Values that share no tensor with these: a run may write into its arguments.
std::vector<Value> CopiesOf(std::span<const Value> values);

// A value for readers: "float32[2, 2] [[1, 2], [3, 4]]"; long tensors are cut short.
std::string ShowValue(const Value& value);

// Whether the file can hold what the function's type says of its result, before it runs. Diag kBadArgument.
Status CheckOutputs(const std::string& path, const Expr* func);

// Saves a run's result: the tensors, scalars and shapes in it, as an .npy file when `path` ends so and there is one,
// else as an .npz archive of "result", or of a tuple's fields, "result_0", "result_1_0"; with ".float8_e5m2" behind it
// where NumPy has no such type. Diag kUnsupported for other values.
Status WriteOutputs(const std::string& path, const Value& value);

}  // namespace assay
