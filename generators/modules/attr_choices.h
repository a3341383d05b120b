// What is known of an attribute of an operator from its row alone: whether it names axes, and the texts that it may be
// (attr_choices.def). Tested by generators/sweep/attr_levels_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/ops/op_spec.h"

namespace assay {

// Whether the attribute says which dimensions an operator works on.
bool IsAxisAttr(const AttrSpec& spec);
// The texts that such an attribute is made of; empty where it may hold any.
std::vector<std::string> ChoicesOf(const AttrSpec& spec);

}  // namespace assay
