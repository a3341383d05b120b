#include <algorithm>
#include <utility>

#include "vm/reference/tir_code_state.h"
#include "vm/reference/tir_compile_buffer.h"
#include "vm/reference/tir_compile_stmt.h"

namespace assay {
namespace {

Result<TirProgram> Compiled(TirCodeState& state) {
  const PrimFunc& func = state.signature.func();
  state.program.func = &func;
  state.place = &func;
  if (const auto* type = As<PrimType>(func.ret_type)) state.program.result = type->dtype;
  TirBufferCompiler(state).DeclareParameters();
  TirStmtCompiler(state).Statement(func.body);
  state.Emit({.op = Opcode::kReturn, .a = -1});
  state.program.spaces.resize(static_cast<size_t>(state.program.memories), MemorySpace::kGlobal);
  if (state.failure) return *std::move(state.failure);
  return std::move(state.program);
}

}  // namespace

CellKind CellKindOf(DType dtype) {
  if (dtype.IsInt() && dtype.bits == 64) return CellKind::kInt64;
  if (dtype.IsInt() && dtype.bits == 32) return CellKind::kInt32;
  if (dtype.code == DTypeCode::kFloat && dtype.bits == 32) return CellKind::kFloat32;
  if (dtype.code == DTypeCode::kFloat && dtype.bits == 64) return CellKind::kFloat64;
  return CellKind::kOther;
}

Result<TirUnit> CompileUnit(const KernelSignature& signature, const Module& module, const TirOptions& options) {
  // The first one is run, not called, and so it is found by nobody.
  TirCodeState::Called called{nullptr};
  TirUnit unit;
  unit.order = options.order;
  for (size_t i = 0; i < called.size(); ++i) {
    // A kernel that calls itself is called by another signature than it is run by.
    const KernelSignature own = i == 0 ? signature : KernelSignature::OfCalled(*called[i]);
    TirCodeState state(own, module, called, i != 0, options);
    ASSAY_TRY(TirProgram program, Compiled(state));
    unit.programs.push_back(std::move(program));
  }
  return unit;
}

}  // namespace assay
