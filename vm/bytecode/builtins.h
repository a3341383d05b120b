// The builtins of the VM that need nothing but their arguments: shapes, checks, tuples, memory. Closures and dynamic
// kernel calls are the interpreter's. Tested by bytecode_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "vm/arguments.h"
#include "vm/poison.h"
#include "vm/storage_shadow.h"

namespace assay {

struct BuiltinSite {
  Meter& meter;
  SourceSpan span;
  // Watches the tensors in storage; null: they lie in it as they would for machine code.
  StorageShadow* shadow = nullptr;
  // The variable that the result is bound to, and its line (0: not known).
  std::string_view name = {};
  uint32_t line = 0;
  // What storage holds before anything is written.
  uint8_t poison = kBytecodePoison;
};
using BuiltinFn = Outcome (*)(std::span<const Value> args, const BuiltinSite& site);
// By name, "vm.builtin.make_shape"; nullptr when there is none.
BuiltinFn FindBuiltin(std::string_view name);

// ---- shape builtins (builtins_shape.cc)
Outcome AllocShapeHeap(std::span<const Value> args, const BuiltinSite& site);
Outcome MatchShape(std::span<const Value> args, const BuiltinSite& site);
Outcome MatchPrimValue(std::span<const Value> args, const BuiltinSite& site);
Outcome MakeShapeValue(std::span<const Value> args, const BuiltinSite& site);
Outcome MakePrimValue(std::span<const Value> args, const BuiltinSite& site);
Outcome CheckTensorInfo(std::span<const Value> args, const BuiltinSite& site);
Outcome CheckShapeInfo(std::span<const Value> args, const BuiltinSite& site);
Outcome CheckPrimValueInfo(std::span<const Value> args, const BuiltinSite& site);
Outcome CheckTupleInfo(std::span<const Value> args, const BuiltinSite& site);
Outcome CheckFuncInfo(std::span<const Value> args, const BuiltinSite& site);
Outcome ShapeOf(std::span<const Value> args, const BuiltinSite& site);
Outcome TensorToShape(std::span<const Value> args, const BuiltinSite& site);
Outcome ShapeToTensor(std::span<const Value> args, const BuiltinSite& site);

// ---- facts of a tensor (builtins_inspect.cc)
Outcome InspectDTypeCode(std::span<const Value> args, const BuiltinSite& site);
Outcome InspectDTypeBits(std::span<const Value> args, const BuiltinSite& site);
Outcome InspectDTypeLanes(std::span<const Value> args, const BuiltinSite& site);
Outcome InspectRank(std::span<const Value> args, const BuiltinSite& site);
Outcome InspectExtent(std::span<const Value> args, const BuiltinSite& site);
Outcome InspectStride(std::span<const Value> args, const BuiltinSite& site);
Outcome InspectOffset(std::span<const Value> args, const BuiltinSite& site);

}  // namespace assay
