// Type inference of single calls, written as text: what the infer suite asks of the native subject.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "oracles/core/subject.h"

namespace assay {

// As Subject::Infer. The refusal's kind is "bad_input" when inference itself says no, "unsupported" when the text of
// the call or of a type cannot be read.
Answer<InferredType> InferNatively(Context& ctx, std::string_view call, const std::map<std::string, std::string>& vars,
                                   std::string_view want);
// Whether two texts say one type: printers write it in several forms. Free names are those of `vars`.
bool SayOneType(Context& ctx, const std::map<std::string, std::string>& vars, std::string_view a, std::string_view b);

}  // namespace assay
