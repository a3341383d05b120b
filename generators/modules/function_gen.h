// FunctionGen: one Relax function under construction. It is the site that operator rows sample from: it hands out
// tensors in scope, makes parameters and constants where none fits, and keeps every size within bounds. Tested by
// generate_test.cc.
#pragma once

#include <utility>
#include <vector>

#include "generators/modules/module_gen.h"
#include "ir/rewrite.h"
#include "ir/support/function_ref.h"

namespace assay {

class FunctionGen final : public SampleSite {
 public:
  // `role` decides name hints and attributes.
  enum class Role : uint8_t { kMain, kPublic, kPrivate };
  FunctionGen(ModuleGen& module, Role role, int budget);

  // Adds the function to the module.
  void Run(std::string_view name);
  // Adds a function that only calls the module's kernels, each once.
  void RunKernelCalls(std::string_view name);
  // A function of kernel calls and tuples alone, marked as one that becomes a kernel: results in tuples of tuples.
  void RunGroup(std::string_view name);
  // Adds a function of the options' neighbourhoods.
  void RunNeighbourhoods(std::string_view name);

  // SampleSite.
  Context& ctx() override { return module_.ctx; }
  ByteSource& bytes() override { return module_.bytes; }
  const Expr* Tensor(const TensorRequest& wish) override;
  const Expr* Dim() override;
  DType PickDType(DTypeSet set) override;
  const Call* KernelCall() override;
  const VDevice* Device() override;

 private:
  // Something in scope. Tensors whose dimensions are known are what operators work on.
  struct Entry {
    const Expr* value;
    const Type* type;
    // Known shape and dtype.
    bool ready;
  };
  // A run of bindings under construction: a block's, or a branch's.
  struct Frame {
    std::vector<const Binding*> bindings;
    std::vector<Var*> vars;
    bool is_dataflow = false;
  };

  // function_gen.cc: structure.
  void MakeSymbols();
  void FirstParams();
  void MakeBlocks();
  void MakeOneBlock(bool is_dataflow);
  void CloseFrame();
  void FinishDataflow(size_t scope_before);
  const Expr* Output();
  const Expr* NamedOutputs();
  const Expr* OutputField();
  const Expr* UnusedValues();
  const AttrDict* Attributes(std::string_view name);
  void DefineSymbols();
  void Finish(std::string_view name, const Expr* body);
  const Type* Declared(const Type* type);

  // function_scope.cc: what is at hand.
  const Expr* Fresh(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice);
  const Expr* FreshParam(const Type* type);
  const Expr* ZerosOf(const std::vector<const Expr*>& dims, DType dtype);
  std::vector<const Expr*> FreshDims(const TensorRequest& wish);
  const Expr* ExactTensor(const std::vector<const Expr*>& dims, DType dtype, const VDevice* vdevice);
  bool Fits(const Entry& entry, const TensorRequest& wish) const;
  // One of those that a figure wants taken; null where none fits, and now and then.
  const Expr* PreferredFor(const TensorRequest& wish);
  bool UsesBodySymbols(const std::vector<const Expr*>& dims) const;
  void AddToScope(const Expr* value);
  const Var* Emit(const Expr* value);
  const Var* EmitBinding(Var* var, const Binding* binding);
  Var* NewVar(const Type* type);
  const Entry* PickEntry(bool (*wanted)(const Entry&));

  // function_constants.cc
  const Expr* Filled(Scalar value, const std::vector<const Expr*>& dims);
  const Expr* Written(const Constant* constant);
  const Call* WithWrittenConstants(const Call* call);
  // A call whose shapes of known numbers are computed from a constant; the call itself when it has none.
  const Call* WithComputedShapes(const OpSpec& row, const Call* typed);
  // A call that takes its shapes by the names that they have in scope; the call itself where they have none.
  const Call* WithNamedShapes(const OpSpec& row, const Call* typed);
  const Expr* ComputedShape(const ShapeExpr& shape);
  const Expr* FreshConstant(const std::vector<const Expr*>& dims, DType dtype);
  // A scalar, which is no tensor: a number that text has.
  const Expr* FreshScalar(DType dtype);

  // function_steps.cc: one step makes one binding or a few.
  void Step();
  bool StructureStep();
  const Expr* FoundSize();
  bool OperatorStep();
  bool TupleStep();
  bool RebuildTuple();
  void CallAgainOtherwise(const OpSpec& row, const Call* before);
  bool GetItemStep();
  bool IfStep();
  const Type* BranchType();
  // `finds`: of a tensor with dimensions, which get names where they may.
  bool MatchCastStep(bool finds = false);
  // A match_cast of a tensor of known rank and dtype, to the sizes that it has, to others, or to fresh ones.
  bool Cast(const Expr* value, bool finds = false);
  bool CallStep();
  bool ScalarStep();
  // An operator that takes a shape and no tensor, of one that is known by its rank alone.
  bool OpenShapeStep();
  const Expr* PackedView(const Expr* value);
  bool AliasStep();
  bool EffectStep();
  // What only names of this run of bindings hold is killed under one of them, and comes up no more.
  bool KillStep();
  // The variable's other names here, and itself; empty where something else may hold or name it.
  std::vector<const Var*> NamesOf(const Var* var) const;
  // Whether an operator with effects may stand here.
  bool MayHaveEffects() const { return !pure_ && !frames_.back().is_dataflow; }
  // function_near.h
  class Near;
  // function_bait.cc
  class Baiter;
  bool BaitStep();
  const Call* ShareNodes(const Call* call);
  // False when the call cannot stand here; `row` may be null.
  bool EmitCall(const Call* call, const OpSpec* row);
  void KnownAgain(const Var* var, const TensorType* known);
  void CountRefusal(const OpSpec* row, const Diag& diag);

  // function_nested.cc: branches, and functions inside of this one.
  const SeqExpr* Branch(const Type* wanted, const Call* again = nullptr);
  // An operator's call of the sequence that could stand outside of it; null where it has none, and now and then.
  const Call* CallOutOf(const SeqExpr* seq);
  // The same call to stand a second time: index maps of its own.
  const Call* Again(const Call* call);
  // A sequence of a few steps in blocks of either kind, which ends in what `result` gives.
  const SeqExpr* Nested(FunctionRef<const Expr*()> result);
  const Expr* ValueOf(const Type* wanted);
  std::vector<const Expr*> OtherDims(std::span<const Expr* const> dims);
  const Type* OtherType(const Type* type);
  bool LocalFunctionStep();
  std::vector<const Type*> LocalParams();
  const Function* LocalFunction(const Var* self, const std::vector<const Var*>& params, const Type* result);
  // The local function, now and then by another name.
  const Var* OtherNameOf(const Var* func);
  const Var* Through(const Var* func, std::vector<const Expr*>& args);
  const Expr* CallAgain(const Var* self, const std::vector<const Var*>& params, const Type* result);

  // function_inplace.cc: calls that overwrite what another kernel has just made, and nobody else holds.
  bool InPlaceStep();
  const Call* OneInPlace(const OpSpec& row);
  const Call* SeveralInPlace(const OpSpec& row);
  // A result of such a call: the argument whose type it has, and whether it is written there.
  struct Overwriting {
    size_t like;
    bool in_place;
  };
  GenKernel KernelInPlace(const std::vector<const Expr*>& args, const std::vector<Overwriting>& results);
  const Expr* OwnTensor();
  const Expr* OwnTwin(const Expr* tensor);

  // function_calls.cc: calls of functions and kernels.
  const Call* CallFunction(const GenFunction& callee);
  const Expr* ArgumentFor(const Type* type, const VarMap& symbols);
  // The call of a function by a closure that holds some of the arguments: what LambdaLift leaves behind.
  bool CallByClosure(const Call* call, const Function& callee);
  bool MayBeEmpty(const Expr* tensor) const;
  const Call* NewKernelCall();
  const Expr* ThroughTuples(const Expr* value);
  void CallGroups();
  const Call* CallKernel(const GenKernel& kernel);
  // What a call of a kernel is lowered to: memory for its results, and a call that fills it. False where that cannot
  // be, and then nothing is changed.
  bool ExplicitCall(const Call* call);
  const Expr* Allocated(const TensorType* type);
  const Call* MakeKernelCall(const GenKernel& kernel, const std::vector<const Expr*>& args, const VarMap& symbols);
  const Expr* SmallDim();
  // The same, and never 0.
  const Expr* PositiveDim();
  // An expression of a symbol, or of all of them.
  const Expr* ComputedOf(const Expr* dim);
  const Expr* WideDim(const Expr* dim);
  const Expr* KnownDim(const Expr* dim);
  std::vector<const Expr*> MappedDims(const std::vector<const Expr*>& dims, const VarMap& symbols);

  ModuleGen& module_;
  Role role_;
  // Becomes a kernel.
  bool is_group_ = false;
  int budget_;
  bool pure_ = true;
  // How many branches and local functions there are around what is made; functions among them.
  static constexpr int kMaxNesting = 2;
  int nested_ = 0;
  int local_ = 0;
  // Where the function's tensors live; null for nowhere in particular.
  const VDevice* home_ = nullptr;
  // While a device operator is sampled, tensors of any device will do.
  bool any_device_ = false;
  std::vector<const Var*> params_;
  std::vector<const Var*> symbols_;
  // Defined by a match_cast in the body: unknown to parameters.
  std::vector<const Var*> body_symbols_;
  // Those that the other branch has found out: this one may by the same names.
  std::vector<const Var*> found_elsewhere_;
  std::vector<Entry> scope_;
  std::vector<Frame> frames_;
  std::vector<const BindingBlock*> blocks_;
  // Variables that local functions mention: they may not be local to a dataflow block.
  std::vector<const Var*> captured_;
  // Shapes that were computed, with what they are.
  std::vector<std::pair<const Expr*, const ShapeExpr*>> computed_shapes_;
  // What the last bait ends in.
  const Var* laid_ = nullptr;
  // What the operator at hand is to take, while a figure is laid, and what fresh dimensions are made of then.
  std::vector<const Expr*> preferred_;
  enum class Sizes : uint8_t { kAny, kConstant, kSymbolic };
  Sizes sizes_ = Sizes::kAny;
  int next_var_ = 0;
};

}  // namespace assay
