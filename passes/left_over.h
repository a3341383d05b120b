// What passes say that they take away, looked for in what they made by other walks than theirs: each names the first
// thing that is left, and is empty where nothing is. The oracle promised_form asks. Which pass says what is in
// left_over.def. Tested by left_over_test.cc.
#pragma once

#include <string>

#include "passes/pass.h"

namespace assay {

// What of that which the pass is there to take away is left; null where no such thing can be told.
using LeftOver = std::string (*)(const Module&);
LeftOver LeftOverOf(const PassSpec& pass);
// What the pass never makes, whatever its options say; null where no such thing can be told.
LeftOver NeverMadeBy(const PassSpec& pass);

}  // namespace assay

namespace assay::left_over {

// Of kernels: blocks (LowerOpaqueBlock), what blocks match (LowerMatchBuffer) or do first (LowerInitBlock), their
// iteration variables (ConvertBlocksToOpaque).
std::string Blocks(const Module& module);
std::string Matches(const Module& module);
std::string Inits(const Module& module);
std::string BlockVars(const Module& module);
// Assertions (SkipAssert), and what is assumed (RemoveAssume).
std::string Asserts(const Module& module);
std::string Assumptions(const Module& module);
// T.undef() (RemoveStoreUndef), and threads that what runs on the host binds (SplitHostDevice).
std::string UndefinedValues(const Module& module);
std::string Launches(const Module& module);
// Choices that evaluate both values though one of them reads memory (RewriteUnsafeSelect).
std::string UnsafeSelects(const Module& module);
// Division of whole scalars that rounds down (LowerIntrin).
std::string FloorDivisions(const Module& module);
// Of graphs: functions within functions (LambdaLift), hints about devices (RealizeVDevice).
std::string LocalFunctions(const Module& module);
std::string DeviceHints(const Module& module);
// Of functions that are captured: calls of packed functions that are not launched on the device (RewriteCUDAGraph).
std::string CapturedCalls(const Module& module);

}  // namespace assay::left_over
