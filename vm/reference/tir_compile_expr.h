// TirExprCompiler: expressions of a kernel (tir_code_state.h): each yields the cells that hold its lanes. Internal to
// vm/reference.
#pragma once

#include <vector>

#include "vm/reference/tir_code_state.h"

namespace assay {

class TirExprCompiler : protected TirCompilerPart {
 public:
  explicit TirExprCompiler(TirCodeState& state) : TirCompilerPart(state) {}

  Cells Expression(const Expr* e);
  void EmitBinary(NodeKind kind, DType dtype, int32_t dst, int32_t a, int32_t b);

 private:
  Cells ExpressionNode(const Expr* e);
  Cells Binary(const BinaryExpr& e);
  Cells CallOf(const Call& call);
  Cells IfThenElseCall(const Call& call);
  Cells IntrinsicCall(const Call& call, const IntrinsicSpec& intrinsic);
  Cells LoadOf(const BufferLoad& load);
  Cells RampOf(const Ramp& ramp);
  Cells BroadcastOf(const Broadcast& broadcast);
  Cells LetOf(const Let& let);
  Cells CastOf(const Cast& cast);
  Cells NotOf(const Not& negation);
  Cells SelectOf(const Select& select);
  Cells ShuffleOf(const Shuffle& shuffle);
};

}  // namespace assay
