// Expressions: each yields its lanes (emit_expr.cc, emit_call.cc, emit_known.cc). Internal to vm/llvm.
#pragma once

#include "ir/prim/intrinsics.h"
#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/emitter_part.h"

namespace assay {

class ExpressionEmitter : public EmitterPart {
 public:
  ExpressionEmitter(FunctionBuilder& fn, const EmitOptions& options, NumberEmitter& numbers,
                    ArithmeticEmitter& arithmetic, IntrinsicEmitter& intrinsics, FuelEmitter& fuel, KernelScope& scope,
                    CounterEmitter& counters, BufferEmitter& buffers, CallEmitter& calls)
      : EmitterPart(fn, options),
        numbers_(numbers),
        arithmetic_(arithmetic),
        intrinsics_(intrinsics),
        fuel_(fuel),
        scope_(scope),
        counters_(counters),
        buffers_(buffers),
        calls_(calls) {}

  Lanes Expression(const Expr* e);
  // Of a scalar; of a vector its first lane.
  Lane FirstLane(const Expr* e);
  // A scalar or vector of booleans as i1.
  llvm::Value* Condition(const Expr* e);
  // emit_known.cc: until the scope closes, variables are as the condition says when it holds, or when it does not.
  void Know(const Expr* condition, bool holds);
  Lane Index(const Expr* e);
  void BindVar(const Var* var, Lanes value, const Expr* from);
  void ReturnOf(const Expr* value);

 private:
  using Arguments = std::span<const Lane>;
  Lanes ExpressionNode(const Expr* e);
  Lanes Binary(const BinaryExpr& e);
  Lanes LoadOf(const BufferLoad& load);
  Lanes RampOf(const Ramp& ramp);
  Lanes ShuffleOf(const Shuffle& shuffle);
  Lanes CastOf(const Cast& cast);
  Lanes SelectOf(const Select& select);
  Lanes VarOf(const Var& var);
  void KnowComparison(const BinaryExpr& binary, bool holds);
  Lanes CallOf(const Call& call);
  Lanes IfThenElseCall(const Call& call);
  Lanes IntrinsicCall(const Call& call, const IntrinsicSpec& row);

  NumberEmitter& numbers_;
  ArithmeticEmitter& arithmetic_;
  IntrinsicEmitter& intrinsics_;
  FuelEmitter& fuel_;
  KernelScope& scope_;
  CounterEmitter& counters_;
  BufferEmitter& buffers_;
  CallEmitter& calls_;
};

}  // namespace assay
