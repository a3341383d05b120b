// Feature: what a generated module may have beside operators. A plan draws a subset for each module (plan.h).
#pragma once

#include <cstdint>

namespace assay {

enum class Feature : uint8_t {
  kSymbolic,
  kManyFunctions,
  // The same Type, ShapeExpr or Constant node stands in several functions.
  kSharedNodes,
  kDevices,
  kDataflow,
  kTuples,
  kIf,
  kMatchCast,
  kConstants,
  kKernels,
  kAttributes,
  // Parameters of which only dtype and rank are known.
  kUnknownShapes,
  // Private functions marked Composite, as pattern passes leave them.
  kComposite,
  kSplitLoops,
  kLoopKinds,
  kIntrinsics,
  // Loop nests without blocks: plain stores, lets, whiles, ifs.
  kPlainLoops,
  // Statements of every kind inside of each other, behind stages (tir_free.h).
  kFreeStmts,
  // Mentions of a variable under another name, and bindings of constants and shapes.
  kAliases,
  // Functions that may have effects, and operators that do.
  kImpure,
  // These come up where they are asked for, or rarely: closures, what TVM 0.26 does not read back from its own
  // text (constants other than finite scalars, R.inspect), and calls that passes make (vm_calls.h).
  kClosures,
  kUnreadable,
  kVmCalls,
  // Private functions marked for a code generator that wants a workspace.
  kWorkspace,
  // Tensors without elements: an extent is 0 here and there.
  kEmpty,
  // Memory in other scopes than the global one: of devices, and where it is written out.
  kScopes,
  // Where a number is known, an expression of any kind and dtype that comes to it.
  kComputed,
  // Attributes and annotations that nobody reads, of every kind of value.
  kNotes,
  kCount
};
using Features = uint32_t;
constexpr Features BitOf(Feature feature) { return Features{1} << static_cast<int>(feature); }

}  // namespace assay
