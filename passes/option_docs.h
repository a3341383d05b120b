// What options of passes are: types as Python writes them, and defaults (option_docs.def). For messages and for `assay
// explain`. Tested by cli/explain_test.cc and pass_list_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "passes/pass.h"

namespace assay {

struct OptionDoc {
  std::string_view pass, option, type, text;
};

// nullptr where there is none.
const OptionDoc* FindOptionDoc(const PassSpec& pass, std::string_view option);

// "skip_ops: list[str], enable_warning: bool"; "no options" for a pass without.
std::string OptionTypesText(const PassSpec& pass);

}  // namespace assay
