// Arrays that a case keeps in an .npz archive beside its suite: {"npz": "FILE", "array": "NAME"} in place of a tensor,
// with "dtype" where NumPy has no such type; {"npz": "FILE"} for all arguments, or for a result of one tensor or a
// tuple of them. Tested by array_file_test.cc.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/ops/value.h"
#include "ir/support/result.h"
#include "ir/tensor/npy.h"

namespace assay {

inline constexpr const char* kNpzKey = "npz";
inline constexpr const char* kArrayKey = "array";

// Makes what the case says of archives point to files: names in "args" and "result" become paths from `folder`, a lone
// "x.npz" there becomes {"npz": …}. Diag kCorrupt for a name that is not that of a file beside the suite, kIo for one
// that is not there.
Status LocateArrays(nlohmann::json& recorded, const std::string& folder);

bool IsWholeArchive(const nlohmann::json& json);
bool IsArrayReference(const nlohmann::json& json);
// What stands at a located reference, and in a located archive. Diag kIo, kCorrupt, kUnknownName.
Result<Tensor> ReferencedArray(const nlohmann::json& json);
Result<std::vector<NamedTensor>> ArraysIn(const nlohmann::json& json);
// An archive's arrays as the value of a function: the only one, or else a tuple in the order of the archive.
Result<Value> ValueOfArchive(const nlohmann::json& json);

// The value as suites write it, with each tensor of more than `most` elements put into `arrays`; `name` is that of its
// first array, "result", in tuples "result_0". `file` is what the references name.
nlohmann::json ValueWithArrays(const Value& value, const std::string& name, const std::string& file, int64_t most,
                               std::vector<NamedTensor>& arrays);

}  // namespace assay
