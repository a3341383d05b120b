// TirCallCompiler: calls of PrimFuncs by each other (tir_code_state.h). A pointer is a memory that begins where it
// points and ends where the pointed-to one ends. Internal to vm/reference.
#pragma once

#include <vector>

#include "vm/reference/tir_code_state.h"

namespace assay {

class TirCallCompiler : protected TirCompilerPart {
 public:
  explicit TirCallCompiler(TirCodeState& state) : TirCompilerPart(state) {}

  Cells FunctionCall(const Call& call, const GlobalVar& global);
  void BindPointer(const Var* var, const Expr* value);

 private:
  // The memory that a pointer leads to; -1 after a failure.
  int32_t Pointer(const Expr* e);
};

}  // namespace assay
