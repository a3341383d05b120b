// RemoveStoreUndef: what is computed from T.undef() is not stored, nor bound to a name; then what does nothing goes
// (RemoveNoOp). Tested by testdata/remove_store_undef.
#include <unordered_set>

#include "ir/prim/intrinsics.h"
#include "ir/walk.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class UndefRemover : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

 protected:
  // other kinds: what they hold is no value that is stored
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* bind = As<Bind>(s); bind != nullptr && IsUndefined(bind->value)) {
      undefined_.insert(bind->var);
      return Dropped(s, bind->value);
    }
    const auto* store = As<BufferStore>(s);
    if (store != nullptr && IsUndefined(store->value)) return Dropped(s, store->value);
    return Children(s);
  }
  // What is left may not depend on it.
  const Expr* VisitExpr(const Expr* e) override {
    if (IsUndefined(e)) Fail(e->span, "a value that is not defined is used, and not stored");
    return e;
  }

 private:
  bool IsUndefined(const Expr* e) const {
    bool found = false;
    WalkBeforeChildren(e, [&](const Node* node) {
      const auto* var = As<Var>(node);
      found |= IsCallOf(As<Call>(node), IntrinsicId::undef) || (var != nullptr && undefined_.contains(var));
      return !found;
    });
    return found;
  }
  const Stmt* Dropped(const Stmt* s, const Expr* value) {
    bool acts = false;
    WalkBeforeChildren(value, [&](const Node* node) {
      const auto* call = As<Call>(node);
      acts |= call != nullptr && (IntrinsicOf(call) == nullptr || IntrinsicOf(call)->HasSideEffect());
      return !acts;
    });
    if (acts) Fail(s->span, "a value that is not defined calls what has effects");
    return nullptr;
  }
  void Fail(SourceSpan span, std::string_view why) {
    if (!failure_) failure_ = Diag{DiagKind::kCannotLower, span, std::string(why), "", {}};
  }

  std::unordered_set<const Var*> undefined_;
};

Result<Module> RunRemoveStoreUndef(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(Module removed, LowerPrimFuncs<UndefRemover>(pass_ctx.ctx, module));
  return tir_pass::kRemoveNoOp.run(pass_ctx, removed, options);
}

}  // namespace

const PassSpec tir_pass::kRemoveStoreUndef = {
    .name = "RemoveStoreUndef",
    .doc = "stores nothing where the value is T.undef(), or computed from it, and takes away what then does nothing",
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunRemoveStoreUndef,
};

}  // namespace assay
