// KernelBuilder: writes PrimFuncs in the form that TVM's LegalizeOps gives (te.compute through create_prim_func): one
// T.sblock per stage under an implicit root block, loops from 0, int64 indices, reads and writes deduced.
// A lowering says what is computed: k.Compute("T_add", Axes("ax", dims), [&](Terms i) { return a(i) + b(i); }).
// Tested by kernel_test.cc.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/ops/op_spec.h"
#include "ir/ops/term.h"

namespace assay {

// A buffer that terms can read: x(i, j) is BufferLoad; indices are simplified.
class KernelBuffer {
 public:
  KernelBuffer(Context& ctx, const Buffer* buffer) : ctx_(&ctx), buffer_(buffer) {}

  Term operator()(const Terms& indices) const;
  template <std::same_as<Term>... T>
  Term operator()(T... indices) const {
    return (*this)(Terms{indices...});
  }
  // Extents in the kernel's own variables.
  Terms dims() const;
  Term dim(int axis) const { return {*ctx_, buffer_->shape[static_cast<size_t>(axis)]}; }
  int rank() const { return static_cast<int>(buffer_->shape.size()); }
  DType dtype() const { return buffer_->dtype; }
  const Buffer* buffer() const { return buffer_; }
  Context& ctx() const { return *ctx_; }

 private:
  Context* ctx_;
  const Buffer* buffer_;
};

// A loop of a stage: its variable's name (the block's is "v_" + name) and extent.
struct KernelAxis {
  std::string name;
  Term extent;
};
using KernelAxes = std::vector<KernelAxis>;
// "ax0", "ax1", … over `dims`.
KernelAxes Axes(std::string_view prefix, const Terms& dims);

// The place in x of its element with this row-major number. With constant dimensions it is written as TVM's simplifier
// does: number % (stride * dim) // stride.
Terms PlaceOfElement(const KernelBuffer& x, Term number);

class KernelBuilder;
// Stage "T_reshape": x's elements in row-major order, as a tensor of these dimensions.
KernelBuffer Reshaped(KernelBuilder& k, const KernelBuffer& x, const Terms& dims);

class KernelBuilder {
 public:
  explicit KernelBuilder(Context& ctx) : ctx_(ctx) {}
  Context& ctx() const { return ctx_; }

  // A parameter. Its type must have known dims and dtype; variables in dims are replaced by the kernel's own.
  KernelBuffer Input(std::string_view name, const TensorType* type);
  // An expression of the call in the kernel's own variables (fresh copies, made on first sight).
  Term Import(const Expr* e);
  Terms ImportDims(Nodes<Expr> dims);
  // The dims of a buffer in the call's variables again.
  std::vector<const Expr*> ExportDims(const Buffer* buffer) const;
  Term Int(int64_t value) const { return IntLiteral(ctx_, value); }

  // One stage: for every point of `axes`, result(point) = body(point). `name` names both block and buffer; block names
  // are made unique. The result's dtype is the body's.
  using PointBody = std::function<Term(const Terms&)>;
  KernelBuffer Compute(std::string_view name, const KernelAxes& axes, const PointBody& body);
  // The same where each point's result has a place of its own in a tensor of `dims`, and every place is one point's.
  using PlaceBody = std::function<Terms(const Terms&)>;
  KernelBuffer Scatter(std::string_view name, const KernelAxes& axes, const Terms& dims, const PlaceBody& place,
                       const PointBody& body);
  // Folds `step` over `reduce` axes from `identity`, in the dtype of `identity`.
  using StepBody = std::function<Term(Term accumulator, const Terms& spatial, const Terms& reduced)>;
  KernelBuffer Reduce(std::string_view name, const KernelAxes& axes, const KernelAxes& reduce, Term identity,
                      const StepBody& step);
  // The same for several accumulators at once (argmax): buffers "<name>_v0", …; all steps see the old values.
  using StepsBody = std::function<Terms(const Terms& accumulators, const Terms& spatial, const Terms& reduced)>;
  std::vector<KernelBuffer> ReduceTogether(std::string_view name, const KernelAxes& axes, const KernelAxes& reduce,
                                           const Terms& identities, const StepsBody& steps);
  // A stage written as statements (as TVM's te.extern): `body` writes the results, all of them. Its block has no
  // variables and names whole buffers.
  struct Made {
    std::string name;
    Terms dims;
    DType dtype;
  };
  using StatementsBody = std::function<const Stmt*(const std::vector<KernelBuffer>& results)>;
  std::vector<KernelBuffer> Extern(std::string_view name, const std::vector<Made>& results, const StatementsBody& body);
  // T.sblock_attr on the stage made last.
  void Annotate(std::string_view key, const Attr* value);

  // Closes the kernel: `outputs` become parameters after the inputs, other results are allocated in the root block.
  // Variables that are no plain dimension of a parameter become scalar parameters between inputs and outputs.
  const PrimFunc* Finish(const std::vector<KernelBuffer>& outputs);
  // After Finish: the call's variables that stand for the scalar parameters, in order.
  const std::vector<const Expr*>& scalar_arguments() const { return scalar_arguments_; }

 private:
  // A stage that is open: its loops, block variables and the block itself.
  struct Stage {
    std::vector<const Var*> loops;
    std::vector<const Expr*> extents;
    std::vector<const IterVar*> iters;
    std::vector<const Expr*> values;
    Terms spatial;
    Terms reduced;
    // Where results are written: at `spatial`, unless Scatter says otherwise.
    Terms place;
    std::vector<const Buffer*> results;
    const Stmt* init = nullptr;
    const Stmt* body = nullptr;
    std::string name;
    AttrItems annotations;
    // Made by Extern.
    bool whole = false;
  };
  Stage Open(std::string_view name, const KernelAxes& axes, const KernelAxes& reduce);
  void AddAxis(Stage& stage, const KernelAxis& axis, IterType type);
  void AddPlaceholderAxis(Stage& stage);
  KernelBuffer AddResult(Stage& stage, std::string_view name, const Terms& dims, DType dtype);
  const Stmt* Close(const Stage& stage);
  std::string FreshBlockName(std::string_view name);
  const Stmt* RootBody(const std::vector<KernelBuffer>& outputs);
  std::vector<const Var*> UnboundVars(const std::vector<const Buffer*>& parameters) const;

  Context& ctx_;
  std::vector<const Buffer*> inputs_;
  // Call's variable -> kernel's, and the kernel's in order of creation with the call's beside it.
  std::unordered_map<const Var*, const Expr*> own_vars_;
  std::vector<std::pair<const Var*, const Var*>> own_order_;
  std::vector<const Var*> imported_;
  std::vector<Stage> stages_;
  std::unordered_map<std::string, int> block_names_;
  std::vector<const Expr*> scalar_arguments_;
};

// Regions that `body` reads or writes, in order of first occurrence, one per buffer; `skip` is left out. Repeated
// accesses at other places are joined: to their hull where it is constant, else to the whole dimension.
std::vector<const BufferRegion*> ReadRegions(Context& ctx, const Stmt* body, std::span<const Buffer* const> skip);

// Statements of Extern's body: a loop from 0, a condition, one element written. MakeSeqStmt puts them in a row.
const Stmt* LoopOf(std::string_view variable, const Term& extent, const std::function<const Stmt*(Term)>& body);
const Stmt* When(const Term& condition, const Stmt* then, const Stmt* otherwise = nullptr);
const Stmt* Write(const KernelBuffer& buffer, const Terms& indices, const Term& value);

// Makes the stages of a kernel from its inputs and returns its outputs.
using KernelBody = std::function<std::vector<KernelBuffer>(KernelBuilder& k, const std::vector<KernelBuffer>& inputs)>;
// Replaces `call` by R.call_tir of a kernel made by `body` from these tensor arguments; out_ty has the dims of the
// kernel's outputs (as TVM; they are those of the call's type, maybe written otherwise). Refused where the shape of an
// argument or of the result is not known, as TVM's LegalizeOps leaves such calls.
Lowered LowerToCallTIR(LowerSite& site, const Call& call, std::string_view hint,
                       const std::vector<const Expr*>& tensors, const KernelBody& body);
// Elementwise over one tensor, block "compute", axes i0, i1, …: the form of topi's unary functions.
Lowered LowerElementwise(LowerSite& site, const Call& call, std::string_view hint,
                         const std::function<Term(Term)>& function);

// The dims when every one is known, as a ShapeExpr; nullptr otherwise.
const ShapeExpr* KnownShape(const Type* type);

}  // namespace assay
