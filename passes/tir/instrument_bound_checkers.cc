// InstrumentBoundCheckers: in front of each store stand assertions that what it reads and writes lies inside of its
// buffer. What is read behind a guard, and vectors, are not asserted. Tested by testdata/instrument_bound_checkers.
#include "ir/prim/intrinsics.h"
#include "ir/tensor/int_range.h"
#include "ir/walk.h"
#include "passes/op_names.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class BoundInstrumenter : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* store = As<BufferStore>(s);
    if (store == nullptr || store->predicate != nullptr) return Children(s);
    std::vector<const Stmt*> stmts;
    Collect(store->value, stmts);
    for (const Expr* index : store->indices) Collect(index, stmts);
    Add(*store->buffer, store->indices, stmts);
    stmts.push_back(store);
    return MakeSeqStmt(ctx, stmts);
  }

 private:
  // Loads that are evaluated whatever happens, those in indices first.
  void Collect(const Expr* e, std::vector<const Stmt*>& stmts) {
    auto visit = [&](const Expr* part) {
      const auto* load = As<BufferLoad>(part);
      if (load != nullptr && load->predicate == nullptr) Add(*load->buffer, load->indices, stmts);
    };
    auto expand = [](const Expr* part, auto& push) { PushEvaluatedParts(part, push); };
    WalkAfterChildren(e, [](const Expr*) { return false; }, expand, visit);
  }
  template <class Push>
  static void PushEvaluatedParts(const Expr* e, Push&& push) {
    if (e->kind == NodeKind::kAnd || e->kind == NodeKind::kOr) return push(AsBinary(e)->a);
    if (IsCallOf(e, IntrinsicId::if_then_else)) return push(As<Call>(e)->args[0]);
    // A variable of a let is not there where the assertion stands.
    if (const auto* let = As<Let>(e)) return push(let->value);
    if (Is<Call>(e) && !Is<Op>(As<Call>(e)->op)) return;
    ForEachChild(e, Types::kSkip, [&](const Node* child) {
      const Expr* part = AsExpr(child);
      if (part != nullptr) push(part);
    });
  }
  // In the dtype of the index where that holds the extent, which need not be in a narrow one.
  const Expr* IsBelow(const Expr* index, const Expr* extent) {
    DType dtype = DTypeOf(index);
    const IntImm* size = AsInt(extent);
    bool fits = size != nullptr ? size->value <= GreatestInt(dtype) : dtype.bits >= DTypeOf(extent).bits;
    if (!fits) return MakeBinary(ctx, NodeKind::kLT, MakeCast(ctx, DTypeOf(extent), index), extent);
    if (DTypeOf(extent) != dtype)
      extent = size != nullptr ? MakeInt(ctx, size->value, dtype) : MakeCast(ctx, dtype, extent);
    return MakeBinary(ctx, NodeKind::kLT, index, extent);
  }
  void Add(const Buffer& buffer, Nodes<Expr> indices, std::vector<const Stmt*>& stmts) {
    const Expr* inside = nullptr;
    for (size_t i = 0; i < indices.size(); ++i) {
      DType dtype = DTypeOf(indices[i]);
      if (!dtype.IsScalar()) return;
      const Expr* from = MakeBinary(ctx, NodeKind::kLE, MakeInt(ctx, 0, dtype), FreshCopy(ctx, indices[i]));
      const Expr* below = IsBelow(FreshCopy(ctx, indices[i]), buffer.shape[i]);
      const Expr* both = MakeBinary(ctx, NodeKind::kAnd, from, below);
      inside = inside == nullptr ? both : MakeBinary(ctx, NodeKind::kAnd, inside, both);
    }
    if (inside == nullptr) return;
    AssertStmt* assertion = ctx.arena.New<AssertStmt>();
    assertion->condition = inside;
    assertion->error_kind = ctx.Intern("RuntimeError");
    assertion->message_parts = ctx.Copy(std::vector<Name>{ctx.Intern("OUT OF THE BOUNDS of " + buffer.name.str())});
    stmts.push_back(assertion);
  }
};

Result<Module> RunInstrumentBoundCheckers(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<BoundInstrumenter>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kInstrumentBoundCheckers = {
    .name = "InstrumentBoundCheckers",
    .doc = "asserts in front of stores that they stay inside of buffers",
    .idempotent = false,
    .why_not_idempotent = "each run asserts once more",
    .changes = Adds({Facet::kAsserts}) | Alters({Facet::kKernels}),
    .run = RunInstrumentBoundCheckers,
};

}  // namespace assay
