// TirGen: one random PrimFunc. It is a row of stages, each of which fills one buffer from those before; a stage is a
// loop nest around a block (elementwise, broadcast, transposed, reduced), or plain stores. Terminating and in bounds by
// construction. Tested by generate_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "generators/modules/tir_stage.h"

namespace assay {

// Makes a function of a body: its parameters are the buffers, inputs before outputs, as `kernel` lists them. `s_tir`:
// it may be scheduled.
void FinishKernel(ModuleGen& module, GenKernel& kernel, const std::vector<const Buffer*>& buffers, const Stmt* body,
                  std::string_view symbol, bool s_tir);

class TirGen {
 public:
  explicit TirGen(ModuleGen& module);

  // For call_tir: reads these tensors; outputs are decided here. `symbols` are the variables in the inputs' dimensions,
  // and those that a call says, which are `numbers`. Symbols are of one dtype, which all indices have then.
  GenKernel PrivateKernel(std::vector<TensorSpec> inputs, const std::vector<const Var*>& symbols,
                          std::vector<const Var*> numbers = {});
  // For call_tir_inplace: changes each element of this tensor, whose dimensions are constants.
  GenKernel InPlaceKernel(TensorSpec tensor);
  // Stands for itself, as a schedule for a device leaves it: loops around blocks are bound to blocks of threads and to
  // threads, those of reductions too.
  GenKernel ScheduledKernel(std::string_view symbol);
  // Stands for itself, under its global symbol: shapes are decided here.
  GenKernel PublicKernel(std::string_view symbol);

 private:
  Context& ctx() { return scope_.module.ctx; }
  ByteSource& bytes() { return scope_.module.bytes; }
  const Expr* IndexInt(int64_t value) { return MakeInt(ctx(), value, scope_.index); }
  GenKernel Build(std::vector<TensorSpec> inputs, std::vector<const Var*> symbols, std::string_view symbol);
  void UseNarrowIndices(std::vector<TensorSpec>& inputs);
  bool IsSingle(const std::vector<const Expr*>& dims) const;
  const Stmt* MakeBody(GenKernel& kernel, std::vector<const Buffer*>& outputs);
  std::vector<const Expr*> TargetDims();
  const Stmt* Stage(const Buffer* target);
  const Stmt* Again(const Buffer* target);
  const Stmt* Shown(const Buffer* memory, const Buffer* result);

  StageScope scope_;
};

}  // namespace assay
