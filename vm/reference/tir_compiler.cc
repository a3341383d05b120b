// Cells, constants and code: what expressions and statements are compiled with.
#include "vm/reference/tir_compiler.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/support/hash.h"

namespace assay {

CellKind CellKindOf(DType dtype) {
  if (dtype.IsInt() && dtype.bits == 64) return CellKind::kInt64;
  if (dtype.IsInt() && dtype.bits == 32) return CellKind::kInt32;
  if (dtype.code == DTypeCode::kFloat && dtype.bits == 32) return CellKind::kFloat32;
  if (dtype.code == DTypeCode::kFloat && dtype.bits == 64) return CellKind::kFloat64;
  return CellKind::kOther;
}

Result<TirUnit> CompileUnit(const KernelSignature& signature, const Module& module, const TirOptions& options) {
  // The first one is run, not called, and so it is found by nobody.
  TirCompiler::Called called{nullptr};
  TirUnit unit;
  unit.order = options.order;
  for (size_t i = 0; i < called.size(); ++i) {
    // A kernel that calls itself is called by another signature than it is run by.
    const KernelSignature own = i == 0 ? signature : KernelSignature::OfCalled(*called[i]);
    ASSAY_TRY(TirProgram program, TirCompiler(own, module, called, i != 0, options).Compile());
    unit.programs.push_back(std::move(program));
  }
  return unit;
}

Result<TirProgram> TirCompiler::Compile() {
  const PrimFunc& func = signature_.func();
  program_.func = &func;
  place_ = &func;
  if (const auto* type = As<PrimType>(func.ret_type)) program_.result = type->dtype;
  DeclareParameters();
  Statement(func.body);
  Emit({.op = Opcode::kReturn, .a = -1});
  program_.spaces.resize(static_cast<size_t>(program_.memories), MemorySpace::kGlobal);
  if (failure_) return *std::move(failure_);
  return std::move(program_);
}

void TirCompiler::Fail(const Node* node, std::string why) {
  if (!failure_) failure_ = Unsupported(node, "the TIR reference does not evaluate " + std::move(why));
}

void TirCompiler::EnterNode(const Node* node) {
  if (++depth_ > kMaxDepth) Fail(node, "nesting this deep");
  if (++nodes_ > kMaxCode) Fail(node, "this much code");
}

int32_t TirCompiler::NewCells(int32_t count) {
  auto first = static_cast<int32_t>(program_.cells.size());
  if (program_.cells.size() > kMaxCode) {
    Fail(place_, "this much code");
    return 0;
  }
  program_.cells.resize(program_.cells.size() + static_cast<size_t>(count), Cell{.i = 0});
  return first;
}

int32_t TirCompiler::LanesOf(const Node* node, DType dtype) {
  // Handles and void calls occupy one unused cell.
  if (dtype.lanes >= 1) return dtype.lanes;
  if (dtype.lanes < 0) Fail(node, "scalable vectors");
  return 1;
}

TirCompiler::Cells TirCompiler::DefineVar(const Var* var) {
  auto found = vars_.find(var);
  if (found != vars_.end()) return found->second;
  int32_t lanes = LanesOf(var, DTypeOf(var));
  Cells cells{NewCells(lanes), lanes};
  vars_.emplace(var, cells);
  return cells;
}

int32_t TirCompiler::Emit(Instruction instruction) {
  if (program_.code.size() > kMaxCode) Fail(place_, "this much code");
  if (failure_) return 0;
  program_.code.push_back(instruction);
  program_.places.push_back(place_);
  return Here() - 1;
}

uint16_t TirCompiler::TypeIndex(DType dtype) {
  dtype = dtype.Scalar();
  auto found = std::ranges::find(program_.dtypes, dtype);
  if (found == program_.dtypes.end()) found = program_.dtypes.insert(found, dtype);
  return static_cast<uint16_t>(found - program_.dtypes.begin());
}

TirCompiler::Cells TirCompiler::Constant(DType dtype, Cell value) {
  uint64_t key = HashCombine(HashCombine(static_cast<uint64_t>(dtype.code) << 8 | dtype.bits, 1), value.u);
  auto [found, fresh] = constants_.try_emplace(key, 0);
  if (!fresh && program_.cells[static_cast<size_t>(found->second)].u == value.u) return {found->second, 1};
  int32_t cell = NewCells(1);
  program_.cells[static_cast<size_t>(cell)] = value;
  found->second = cell;
  return {cell, 1};
}

}  // namespace assay
