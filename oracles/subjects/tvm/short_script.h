// Scripts of some 25 lines for findings that need no more: one pass with plain options, a check that is a line or two,
// small values. What TVM's developers read first; the rest gets the long one (reproduce.h). Tested by
// short_script_test.cc.
#pragma once

#include <optional>
#include <string>

#include "oracles/subjects/tvm/reproduce.h"

namespace assay {

// Nothing where the finding needs more than that: options that are objects, TIR passes, other passes before, a
// process that hangs.
std::optional<std::string> ShortScript(const TvmFinding& finding);

// "relax.transform.FuseOps"; of a TIR pass its name alone, as its module is another one from version to
// version.
std::string NameInTvm(const PassSpec& pass);

// JSON as Python writes it: None, True, float("nan") for the text "nan" among numbers.
std::string PythonOf(const nlohmann::json& json);

}  // namespace assay
