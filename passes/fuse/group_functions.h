// Groups of bindings become functions: the bindings of a group move into a private function, and the last of them gives
// way to a call of it. Shared by FuseOps, FuseOpsByPattern and MergeCompositeFunctions, as TVM's OperatorFusor.
// Tested by testdata/fuse_ops and testdata/fuse_ops_by_pattern.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/support/result.h"
#include "passes/analysis/private_function.h"
#include "passes/fuse/partition.h"

namespace assay {

struct GroupingOptions {
  // Constants become parameters of the new functions; otherwise they move into them.
  bool lift_constants = true;
  // The functions to look at; empty for all.
  std::vector<std::string> entry_functions;
  // The partition knows every variable of these functions; otherwise blocks that it does not know stay as they are.
  bool complete = false;
  // A block whose groups need each other's results stays as it is; otherwise it is refused.
  bool leaves_cycles = false;
};

// Groups of one node without attributes stay as they are; those whose results nobody uses are left out. Diag
// kUnsupported when groups need each other, unless such blocks are left.
Result<Module> MakeGroupedFunctions(Context& ctx, const Module& module, const Partition& partition,
                                    const GroupingOptions& options);

// The variable of the match_cast that defines each symbolic variable of the function's top level; those of parameters
// are not among them.
std::unordered_map<const Var*, const Var*> SymbolDefiners(const Function* func);

// Whether fusion looks inside: functions that are no results of it ("Primitive", "Codegen").
bool IsFusable(const Function* func);

}  // namespace assay
