#include "ir/tensor/unknown_dtype.h"

#include "ir/support/unknown_name.h"

namespace assay {

const std::vector<std::string_view>& OfferedDTypes() {
  static const std::vector<std::string_view> kOffered = {
      "bool",   "int4",   "int8",    "int16",   "int32",   "int64",    "uint4",         "uint8",       "uint16",
      "uint32", "uint64", "float16", "float32", "float64", "bfloat16", "float8_e4m3fn", "float8_e5m2", "handle"};
  return kOffered;
}

std::string UnknownDTypeText(std::string_view written) { return UnknownText("dtype", written, OfferedDTypes()); }

}  // namespace assay
