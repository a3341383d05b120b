// TirBufferCompiler: buffers of a kernel (tir_code_state.h): which memory they read through, and where in it an element
// lies. Internal to vm/reference.
#pragma once

#include <optional>
#include <vector>

#include "vm/reference/tir_code_state.h"

namespace assay {

class TirBufferCompiler : protected TirCompilerPart {
 public:
  explicit TirBufferCompiler(TirCodeState& state) : TirCompilerPart(state) {}

  // One access to an element: where its indices are.
  struct Access {
    int32_t slot = 0;
    std::vector<Cells> indices;
    int32_t index_lanes = 1;
    int32_t lanes = 1;
    // Which lanes are on, if not all.
    std::optional<Cells> mask;
  };

  void DeclareParameters();
  int32_t Declare(const Buffer* buffer, int32_t memory);
  void Allocate(const Buffer* buffer);
  void MatchRegion(const MatchBufferRegion& match);
  Access AccessOf(const Node* place, const Buffer* buffer, Nodes<Expr> indices, const Expr* predicate);
  // Of a lane that is off nothing happens.
  void EmitAccess(Opcode op, const Access& access, int32_t lane, int32_t cell);

 private:
  // Slot of a buffer; declares one over known memory when the buffer was never declared.
  int32_t SlotOf(const Buffer* buffer);
};

}  // namespace assay
