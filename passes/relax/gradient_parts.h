// The parts of the Gradient pass: checkpoints taken out of a function, its backward half, and what tidies up after it.
// Tested by testdata/gradient.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"
#include "passes/pass.h"

namespace assay {

// What has no gradient, and why: Diag kUnsupported.
Diag NoGradient(const Node* place, std::string why);

// A function without start_checkpoint and end_checkpoint, and what they said.
struct Checkpoints {
  const Function* func = nullptr;
  // Variables whose values the backward half uses as they are; others are computed again.
  std::unordered_set<const Var*> kept;
  // From variables of marks to what they marked.
  std::unordered_map<const Var*, const Var*> marked;
};
// Diag kUnsupported when a mark is of no variable, or the function has a match_cast.
Result<Checkpoints> TakeCheckpoints(Context& ctx, const Module& module, const Function* func);

// Bindings of one block as they are made, in A-normal form; a node that stands twice is bound once.
class BlockMaker {
 public:
  BlockMaker(Context& context, const Module& module) : ctx(context), module_(module) {}

  // Binds `tree`, whose parts may be nested and untyped, to a fresh variable.
  const Var* Emit(const Expr* tree, std::string_view name, VarFlavor flavor = VarFlavor::kDataflow);
  // The tree with leaves as operands; its parts are bound.
  const Expr* Normal(const Expr* tree);
  // The first Diag of type inference.
  Status status() const;

  Context& ctx;
  std::vector<const Binding*> bindings;

 private:
  const Expr* Leaf(const Expr* tree);

  const Module& module_;
  std::unordered_map<const Expr*, const Expr*> bound_;
  std::optional<Diag> error_;
};

struct BackwardIn {
  const Checkpoints& checkpoints;
  const BindingBlock* forward;
  const Var* target;
  // Variables whose adjoints are wanted.
  std::vector<const Var*> wanted;
};
// Appends the backward bindings to `maker` and gives the variables of the wanted adjoints, in order. Diag kUnsupported
// for an operator without a gradient.
Result<std::vector<const Var*>> MakeBackward(BlockMaker& maker, const BackwardIn& in);

// permute_dims of permute_dims is nothing, and of a matmul the matmul of its transposed operands.
Result<const Function*> SimplifyGradient(PassContext& pass_ctx, const Module& module, const Function* func);

}  // namespace assay
