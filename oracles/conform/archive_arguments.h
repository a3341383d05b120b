// The arrays of an .npz archive as the arguments of a function: what `run --inputs` and suites read. Tested by
// archive_arguments_test.cc, array_file_test.cc and cli/cli_test.cc.
#pragma once

#include <vector>

#include "ir/support/result.h"
#include "ir/tensor/npy.h"
#include "oracles/conform/argument_check.h"

namespace assay {

// By the parameters' names where each is there, else in the archive's order: np.savez without names calls them arr_0,
// arr_1, …. Of a tuple t the arrays are t_0, t_1; "x.float8_e5m2" is an array x of that dtype. Diag kTypeMismatch names
// the parameter, what it expects and what there is.
Result<std::vector<Value>> ArgumentsOfArchive(const std::vector<Param>& params, std::vector<NamedTensor> archive);

// Of the parameter at `index`, which is no tuple.
Result<Value> ArgumentOfArray(size_t index, const Param& param, const Tensor& tensor);

}  // namespace assay
