// Memory that a program hands to a packed function before anything wrote it: an interpreter fills it with a pattern
// (vm/poison.h), and whoever plans memory leaves there what something else wrote. Tested by unwritten_test.cc.
#pragma once

#include <span>

#include "ir/ops/value.h"

namespace assay {

// Makes elements zero, in all runs of one program, that hold nothing but the interpreters' pattern in the first `known`
// of them; tensors are copied before. Where runs differ in structure, shape or dtype, nothing is changed.
void ZeroWhereUnwritten(std::span<Value* const> runs, size_t known);

}  // namespace assay
