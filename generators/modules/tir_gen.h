// TirGen: one random PrimFunc. It is a row of stages, each of which fills one buffer from those before; a stage is a
// loop nest around a block (elementwise, broadcast, transposed, reduced), or plain stores. Terminating and in bounds by
// construction. Tested by generate_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "generators/modules/tir_expr.h"

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
  // A loop of a nest, outermost first.
  struct Loop {
    const Var* var;
    const Expr* extent;
    ForKind kind;
    // Null: one.
    const Expr* step = nullptr;
    // Null: zero.
    const Expr* min = nullptr;
    // Of the threads that it is bound to.
    std::string_view tag = {};
    bool reduces = false;
  };

  Context& ctx() { return module_.ctx; }
  ByteSource& bytes() { return module_.bytes; }
  GenKernel Build(std::vector<TensorSpec> inputs, std::vector<const Var*> symbols, std::string_view symbol);
  void UseNarrowIndices(std::vector<TensorSpec>& inputs);
  bool IsSingle(const std::vector<const Expr*>& dims) const;
  const Stmt* MakeBody(GenKernel& kernel, std::vector<const Buffer*>& outputs);
  std::vector<const Expr*> TargetDims();
  const Stmt* Stage(const Buffer* target);
  // tir_copies.cc: elements of one buffer in their order, or nearly so, or what is made of each.
  const Buffer* CopiedBuffer();
  std::vector<const Expr*> CopiedDims(const Buffer* source);
  const Expr* CopiedElement(const Buffer* source, const Buffer* target, const std::vector<Axis>& axes);
  const Expr* GoneOnFrom(const Expr* element);
  std::vector<const BufferRegion*> ElementOf(const BufferLoad* load);
  const Stmt* Again(const Buffer* target);
  const Stmt* Shown(const Buffer* memory, const Buffer* result);
  const Stmt* Nothing();
  std::vector<Axis> MakeAxes(const Buffer* target, bool reduce);

  // tir_blocks.cc
  const Stmt* BlockStage(const Buffer* target, bool reduce);
  const SBlock* MakeBlock(const Buffer* target, const std::vector<Axis>& axes, bool reduce);
  const Expr* Iterate(const Axis& axis, std::vector<Loop>& loops, const Expr*& predicate, bool innermost);
  const Expr* Counted(const Axis& axis, Loop& loop, const Expr* value);
  bool Fused(const Axis& first, const Axis& second, std::vector<Loop>& loops, std::vector<const Expr*>& values);
  const SBlockRealize* FromElsewhere(const SBlockRealize& realize);
  void Match(SBlock& block);
  const Stmt* PairStage(const Buffer* target);
  void ReadToo(SBlock& block, const Buffer* buffer);
  ForKind PickKind(const Axis& axis, bool outermost, bool innermost);
  const Stmt* Nest(const std::vector<Loop>& loops, const Stmt* body);
  void BindThreads(std::vector<Loop>& loops);
  void AvoidLoneSerialLoops(std::vector<Loop>& loops) const;
  const Stmt* WithRoot(const Stmt* body, const std::vector<const Buffer*>& allocated);

  // tir_edges.cc: blocks whose loops go further than their axes, or not through all of them.
  bool GoesBeyond(const Axis& axis, Loop& loop, const Expr*& predicate);
  const Stmt* PartStage(const Buffer* target);
  const Expr* LeaveOut(std::vector<Loop>& loops);

  // tir_plain.cc
  const Stmt* PlainStage(const Buffer* target, bool reduce);
  const Stmt* PlainStore(const Buffer* target, const std::vector<Axis>& axes);
  const Stmt* VectorStore(const Buffer* target, const std::vector<Axis>& axes);
  const Stmt* PlainReduction(const Buffer* target, const std::vector<Axis>& axes);
  const Expr* Likely(const Expr* condition);
  const Stmt* PlainSplit(const Axis& axis, std::vector<Loop>& loops, const Stmt* body);
  const Stmt* Claim(const Expr* condition);
  const Stmt* Repeat(const Stmt* body);

  // tir_extras.cc
  const Stmt* WithExtra(const Buffer* target, const Stmt* stage);
  const Buffer* WithData(const Buffer* buffer, const Var* data);
  // Serial loops.
  const Stmt* Over(const std::vector<Axis>& axes, const Stmt* body);
  const Stmt* Attributed(const Buffer* target, const Stmt* stage);
  const Stmt* Left(const Buffer* target);
  const Stmt* VectorsAgain(const Buffer* target);
  const Expr* Turned(const Expr* value, int lanes);

  // tir_outline.cc
  const Stmt* Outlined(const Stmt* stage);

  // Shared by both styles: how a reduction starts and goes on.
  struct Reducer {
    NodeKind kind;
    const Expr* identity;
  };
  Reducer PickReducer(DType dtype);
  std::vector<const Expr*> TargetIndices(const Buffer* target, const std::vector<Axis>& axes);
  const Expr* IndexInt(int64_t value) { return MakeInt(ctx(), value, index_); }

  ModuleGen& module_;
  // dtype of loop variables, dimensions and indices.
  DType index_ = DType::Int(64);
  bool plain_ = false;
  // Stages go on from what their target holds.
  bool in_place_ = false;
  // What the target at hand is a copy of; null for none.
  const Buffer* copied_ = nullptr;
  // It goes on from each element of that at its place, as what stands behind a reduction does.
  bool pointwise_ = false;
  // The kernel stands for itself: what it leaves out of an output is there.
  bool public_ = false;
  bool scheduled_ = false;
  std::vector<const Buffer*> readable_;
  // Allocated by stages for themselves.
  std::vector<const Buffer*> own_;
  std::vector<const Var*> symbols_, numbers_;
  int next_ = 0;
};

}  // namespace assay
