// RelaxMutator: rewrites Relax functions binding by binding, in order: functions, blocks, bindings, values. Derived
// classes override what they change. Nodes of the input are never written to; what does not change stays the same node;
// types are inferred again only where operands changed type. Tested through the passes, by pass_table_test.cc and
// golden_test.cc.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/support/result.h"

namespace assay {

// Whether the expression may stand as an argument in A-normal form: variables, constants, scalars, shapes, names,
// tuples of such (as TVM's IsLeafOrTuple).
bool IsLeafOrTuple(const Expr* e);
// Whether a call computes a scalar by a TIR intrinsic ("tirx.…"), and so is a scalar expression.
bool IsScalarCall(const Expr* e);
// A copy of the call with its inferred type, of which a shape that a dataflow variable names gives its rank alone: no
// type may speak of such variables (as TVM's Relax well-formedness rule 7 has it).
Result<const Call*> WithNameableType(Context& ctx, const Module* module, const Call* call);
// A field of a tuple; of one that is written in place, what stands there. The index is within bounds.
const Expr* FieldOf(Context& ctx, const Expr* tuple, int64_t index);
// Structural equality of types (either may be null), quick for static tensors.
bool SameType(const Type* a, const Type* b);

class RelaxMutator {
 public:
  // `module` resolves calls of module functions during inference; it may be null and must outlive the mutator.
  RelaxMutator(Context& context, const Module* module) : ctx(context), module_(module) {}
  virtual ~RelaxMutator() = default;

  // The rewritten function, or the very node when nothing changed.
  virtual const Function* VisitFunction(const Function* func);
  // The first Diag that inference or the pass reported.
  Status status() const;

 protected:
  // ---- what a pass overrides

  // A call as it stands in the input; rewrites its operands and hands it to VisitCall.
  virtual const Expr* VisitRawCall(const Call* call) { return VisitCall(RebuildCall(call), call); }
  // A call whose operands are rewritten and typed; `original` is the call as it stood in the input.
  virtual const Expr* VisitCall(const Call* call, const Call* original);
  // A scalar expression or shape that stands as a value or an argument.
  virtual const Expr* VisitScalarOrShape(const Expr* e);
  // A use of a variable.
  virtual const Expr* VisitVar(const Var* var);
  // The variable that is defined in place of `var`; a different one replaces all uses.
  virtual const Var* VisitVarDef(const Var* var);
  virtual void VisitVarBinding(const VarBinding* binding);
  virtual void VisitMatchCast(const MatchCast* binding);
  virtual const Expr* VisitIf(const If* branch);
  // Whether the block that takes the place of `block` is a dataflow block.
  virtual bool KeepsDataflow(const BindingBlock* block) { return block->is_dataflow; }
  virtual const Type* VisitType(const Type* type);
  // Around the blocks and the result of a sequence.
  virtual void EnterSeq(const SeqExpr*) {}
  virtual void LeaveSeq() {}
  // The block that takes the place of `block` is begun, and still empty.
  virtual void BeginBindings(const BindingBlock*) {}
  // All bindings of `block` are rewritten and stand in CurrentBindings(); the pass may change them.
  virtual void FinishBindings(const BindingBlock*) {}

  // ---- what a pass calls

  // Any expression, by kind; the result may be non-leaf.
  const Expr* VisitExpr(const Expr* e);
  const SeqExpr* VisitSeq(const SeqExpr* seq);
  // The body of a function with these parameters, whose symbols are visible inside.
  const SeqExpr* VisitBody(const std::vector<const Var*>& params, const SeqExpr* body);
  void VisitBlock(const BindingBlock* block);
  void VisitBinding(const Binding* binding);
  // Binds a typed value to a fresh variable in the current block.
  const Var* Emit(const Expr* value, std::string_view hint = {});
  // Appends a finished binding; nested sequences are flattened.
  void EmitBinding(const Binding* binding);
  // The value bound to the variable of `binding`, which gets a new variable when the type changed.
  void ReEmit(const VarBinding* binding, const Expr* value);
  // The expression itself when it may be an argument, else a fresh variable bound to it.
  const Expr* AsArgument(const Expr* e);
  // A call with its inferred type; on a Diag the call keeps the type it had.
  const Call* Typed(const Call* call);
  bool InDataflow() const { return !frames_.empty() && frames_.back().is_dataflow; }
  void Fail(Diag diag);
  bool failed() const { return error_.has_value(); }
  // Symbolic variables that parameters and match_casts around this point define.
  std::vector<const Var*> VisibleSymbols() const;
  // The symbolic variables of `type` are visible from here on, to the end of the sequence around this point.
  void SeeSymbolsOf(const Type* type) { defining_types_.push_back(type); }
  // Starts collecting bindings, and hands back what was collected (null when empty).
  void BeginBlock(bool is_dataflow);
  const BindingBlock* EndBlock();
  // Ends the current block where its flavor is another one, and goes on in a block of this flavor.
  void ContinueAs(bool is_dataflow);
  // What has been emitted into the current block so far.
  std::vector<const Binding*>& CurrentBindings() { return frames_.back().bindings; }
  const Type* SeqType(const SeqExpr* seq) const;
  // From here on `to` stands for `from`, in types too: another variable, or of a size what it is.
  void Remap(const Var* from, const Expr* to);
  const Var* Retyped(const Var* var, const Type* type);
  const SeqExpr* WithOuterSymbols(const SeqExpr* seq);

  Context& ctx;
  const Module* module_;
  // Return types follow their bodies even where nothing changed.
  bool always_refines_ = false;
  // From variables of the input to what stands for them.
  VarMap remap_;

 private:
  struct Frame {
    std::vector<const Binding*> bindings;
    bool is_dataflow;
    // Blocks of the other flavor that ContinueAs has ended.
    std::vector<const BindingBlock*> ended = {};
  };
  const Call* RebuildCall(const Call* call);
  // A function of the module that stands as a value; it may have another type than when that was made.
  const GlobalVar* AsInModule(const GlobalVar* global);
  const Expr* VisitTuple(const Tuple* tuple);
  const Expr* VisitTupleGetItem(const TupleGetItem* item);
  // Appends what has become of `original`.
  void FinishBlock(const BindingBlock* original, std::vector<const BindingBlock*>& blocks);
  const SeqExpr* FinishSeq(const SeqExpr* original, const std::vector<const BindingBlock*>& blocks, const Expr* body);

  std::vector<Frame> frames_;
  std::vector<const Type*> defining_types_;
  std::optional<Diag> error_;
  bool scalars_remapped_ = false;
};

// The blocks with adjacent ones of one flavour joined.
std::vector<const BindingBlock*> MergeBlocks(Context& ctx, const std::vector<const BindingBlock*>& blocks);
// A body of these blocks, where a tuple that is its result is bound to a variable first, as TVM does with bodies that
// it puts into others.
const SeqExpr* WithBoundTuple(Context& ctx, std::vector<const BindingBlock*> blocks, const Expr* result);

// A function whose return type follows its body as TVM's constructor does: the body's type when it is finer than
// `ret_type` (or `ret_type` is null), without symbolic variables that the parameters do not define.
const Function* MakeRefinedFunction(Context& ctx, const Function& like, const std::vector<const Var*>& params,
                                    const SeqExpr* body, const Type* ret_type);

}  // namespace assay
