// Passes without a row: a subject's own, named by where its Python finds them, "package.module:Name". What nothing is
// known of promises nothing but that it keeps its input, leaves well-formed modules, and keeps results within rounding.
// Tested by pass_list_test.cc.
#pragma once

#include <string_view>

#include "passes/pass.h"

namespace assay {

// Whether the name is of that form: two dotted names with a colon between.
bool IsForeignName(std::string_view name);
// The row that stands for such a pass, the same one each time; nullptr for a name of another form. assay itself cannot
// run it: `run` refuses with kUnsupported.
const PassSpec* ForeignPass(std::string_view name);
inline bool IsForeign(const PassSpec& pass) { return IsForeignName(pass.name); }

}  // namespace assay
