// Calls of PrimFuncs by each other: scalars and pointers go in, a scalar may come out. The same rules for the reference
// interpreter and for machine code. Tested by vm/llvm/calls_test.cc.
#pragma once

#include <string>

#include "ir/module.h"
#include "ir/prim/pointer.h"

namespace assay {

// Calls nested deeper than this are a trap `stack_overflow`, as in Relax.
inline constexpr int kMaxKernelDepth = 200;

// A parameter of this function is memory of which nothing is known but where it begins: other PrimFuncs alone can call
// it.
bool TakesPointers(const PrimFunc& func);
// What it returns by its declaration; void for nothing.
DType ReturnedBy(const PrimFunc& func);

struct KernelCallee {
  const PrimFunc* func = nullptr;
  // Why the call has no meaning; empty when it has one.
  std::string why_not;
};
KernelCallee CalleeOf(const Module& module, const Call& call, const GlobalVar& global);

// A pointer that is computed: address_of one element, or tvm_access_ptr, so many elements behind another pointer.
struct PointerParts {
  const BufferLoad* element = nullptr;
  const Expr* from = nullptr;
  const Expr* offset = nullptr;
  // Of the elements that `offset` counts, in bytes.
  int64_t width = 0;
};
// No parts: the expression is another one.
PointerParts PartsOfPointer(const Expr* e);

}  // namespace assay
