// RewriteUnsafeSelect: a choice that evaluates both values (T.Select) becomes one that evaluates the chosen one
// (T.if_then_else) where a value reads memory. Tested by testdata/rewrite_unsafe_select.
#include "ir/prim/intrinsics.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/op_names.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class UnsafeSelectRewriter : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  const Expr* VisitExpr(const Expr* e) override {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const auto* select = As<Select>(rebuilt);
      if (select == nullptr || DTypeOf(select->condition) != DType::Bool()) return rebuilt;
      if (IsSafe(select->true_value) && IsSafe(select->false_value)) return rebuilt;
      Call* choice = ctx.arena.New<Call>(*MakeIntrinsic(ctx, IntrinsicId::if_then_else, DTypeOf(select),
                                                        {select->condition, select->true_value, select->false_value}));
      choice->span = select->span;
      return choice;
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
  }

 private:
  // Of a lazy choice the condition alone is always evaluated.
  static bool IsSafe(const Expr* e) {
    if (IsCallOf(e, IntrinsicId::if_then_else)) return IsPure(As<Call>(e)->args[0]);
    return IsPure(e);
  }
};

Result<Module> RunRewriteUnsafeSelect(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<UnsafeSelectRewriter>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kRewriteUnsafeSelect = {
    .name = "RewriteUnsafeSelect",
    .doc = "evaluates the chosen value alone where a value of T.Select reads memory",
    .changes = Alters({Facet::kKernels}),
    .run = RunRewriteUnsafeSelect,
};

}  // namespace assay
