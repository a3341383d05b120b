// What stays of TVM's words once all is left out that changes from module to module. Tested by
// normalized_message_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "ir/ops/trap.h"
#include "oracles/core/module_difference.h"

namespace assay {

// Of a message of its checker; some rules begin with the text of a function.
std::string TvmNormalizedMessage(std::string_view said);
// The same of the cause of a refusal, in which tvm_errors.py has left out the rest.
std::string TvmCause(std::string_view cause);
// Of a program's fault; empty for kinds that say enough.
std::string TvmNormalizedMessage(const Trap& trap);
// Whether it says that a value has other sizes than its type.
bool SaysOtherSizes(std::string_view said);
// Of where its structural equality says that two modules differ first, "<root>.functions[…].seq[0].buffer.ty.layout:
// <root>…".
ModuleDifference TvmDifference(std::string text);
// The same with the names of the dtypes that stand there, where it is of two; others say nothing.
ModuleDifference TvmDifference(std::string text, std::string_view expected, std::string_view got);

}  // namespace assay
