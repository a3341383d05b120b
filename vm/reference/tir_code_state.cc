#include "vm/reference/tir_code_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/support/hash.h"

namespace assay {

void TirCodeState::Fail(const Node* node, std::string why) {
  if (!failure) failure = Unsupported(node, "the TIR reference does not evaluate " + std::move(why));
}

void TirCodeState::EnterNode(const Node* node) {
  if (++depth_ > kMaxDepth) Fail(node, "nesting this deep");
  if (++nodes_ > kMaxCode) Fail(node, "this much code");
}

int32_t TirCodeState::NewCells(int32_t count) {
  auto first = static_cast<int32_t>(program.cells.size());
  if (program.cells.size() > kMaxCode) {
    Fail(place, "this much code");
    return 0;
  }
  program.cells.resize(program.cells.size() + static_cast<size_t>(count), Cell{.i = 0});
  return first;
}

int32_t TirCodeState::LanesOf(const Node* node, DType dtype) {
  // Handles and void calls occupy one unused cell.
  if (dtype.lanes >= 1) return dtype.lanes;
  if (dtype.lanes < 0) Fail(node, "scalable vectors");
  return 1;
}

TirCodeState::Cells TirCodeState::DefineVar(const Var* var) {
  auto found = vars.find(var);
  if (found != vars.end()) return found->second;
  int32_t lanes = LanesOf(var, DTypeOf(var));
  Cells cells{NewCells(lanes), lanes};
  vars.emplace(var, cells);
  return cells;
}

int32_t TirCodeState::Emit(Instruction instruction) {
  if (program.code.size() > kMaxCode) Fail(place, "this much code");
  if (failure) return 0;
  program.code.push_back(instruction);
  program.places.push_back(place);
  return Here() - 1;
}

uint16_t TirCodeState::TypeIndex(DType dtype) {
  dtype = dtype.Scalar();
  auto found = std::ranges::find(program.dtypes, dtype);
  if (found == program.dtypes.end()) found = program.dtypes.insert(found, dtype);
  return static_cast<uint16_t>(found - program.dtypes.begin());
}

TirCodeState::Cells TirCodeState::Constant(DType dtype, Cell value) {
  uint64_t key = HashCombine(HashCombine(static_cast<uint64_t>(dtype.code) << 8 | dtype.bits, 1), value.u);
  auto [found, fresh] = constants_.try_emplace(key, 0);
  if (!fresh && program.cells[static_cast<size_t>(found->second)].u == value.u) return {found->second, 1};
  int32_t cell = NewCells(1);
  program.cells[static_cast<size_t>(cell)] = value;
  found->second = cell;
  return {cell, 1};
}

}  // namespace assay
